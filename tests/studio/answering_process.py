"""Prints the kernels that answering a hand needs beyond those that are loaded ahead, for a test."""

import sys

import numpy as np
from hand_scenes import a_stage, answers, hand_over_keys, sets_of
from numba.core.dispatcher import Dispatcher

from kinegraph.studio.compile_tasks import compile_performing


def loaded() -> set[tuple[str, str]]:
    """Every kernel that this process has, with the types of its arguments."""
    modules = [module for name, module in sys.modules.items() if name.startswith("kinegraph.")]
    kernels = [thing for each in modules for thing in vars(each).values() if isinstance(thing, Dispatcher)]
    return {(kernel.py_func.__qualname__, str(types)) for kernel in kernels for types in kernel.overloads}


compile_performing(name="bear")
stage, dice = a_stage("figure"), np.random.default_rng(2)
chosen = sets_of(stage)[0]
hand = hand_over_keys(chosen, dice, 10)
before = loaded()
answers(stage, chosen.id, hand)
answers(stage, chosen.id, hand, walks=True)
after = loaded()
print(sorted({name for name, _ in after - before}), "play_hand" in {name for name, _ in after})
