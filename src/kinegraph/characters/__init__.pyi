"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.characters import rendering as rendering
from kinegraph.characters.anatomy.guess import correct_anatomy as correct_anatomy
from kinegraph.characters.anatomy.guess import guess_anatomy as guess_anatomy
from kinegraph.characters.anatomy.guess import with_guessed_anatomy as with_guessed_anatomy
from kinegraph.characters.anatomy.roles_file import load_anatomy as load_anatomy
from kinegraph.characters.anatomy.roles_file import save_anatomy as save_anatomy
from kinegraph.characters.body_plan import Blob as Blob
from kinegraph.characters.body_plan import BodyPlan as BodyPlan
from kinegraph.characters.body_plan import Bone as Bone
from kinegraph.characters.body_plan import Contact as Contact
from kinegraph.characters.body_plan import Eye as Eye
from kinegraph.characters.body_plan import Ornament as Ornament
from kinegraph.characters.body_plan import Patch as Patch
from kinegraph.characters.cast.motions import sample_motions as sample_motions
from kinegraph.characters.follow.follower import Follower as Follower
from kinegraph.characters.follow.follower import idle_clip as idle_clip
from kinegraph.characters.plan_character import character_from_plan as character_from_plan
