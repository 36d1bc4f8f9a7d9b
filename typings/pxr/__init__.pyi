"""The USD library fills its modules at run time and ships no types: to the type checker all of it is Any."""

from typing import Any

Gf: Any
Sdf: Any
Tf: Any
Ts: Any
Usd: Any
UsdGeom: Any
UsdShade: Any
UsdSkel: Any
UsdUtils: Any
Vt: Any
