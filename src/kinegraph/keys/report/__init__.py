"""The report of a choice of keys: one page with pictures and tables, readable without a network."""

from kinegraph.keys.report.page import MAKER, report_style
from kinegraph.keys.report.write import write_report

__all__ = ["MAKER", "report_style", "write_report"]
