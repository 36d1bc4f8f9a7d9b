"""The folder through which the processes talk: job.json and job.npz in, result.json and result.npz out."""

import json
import os

import numpy as np


class Refused(Exception):
    """Something the file or the job asks for that cannot be done; the message is a sentence for the user."""


def load_job(folder):
    """The job as a dictionary, and its arrays by name."""
    with open(os.path.join(folder, "job.json"), encoding="utf-8") as file:
        job = json.load(file)
    with np.load(os.path.join(folder, "job.npz"), allow_pickle=False) as arrays:
        return job, {name: arrays[name] for name in arrays.files}


def save_result(folder, result, arrays):
    """Writes the arrays first: a result.json means that everything is there."""
    np.savez(os.path.join(folder, "result.npz"), **arrays)
    place = os.path.join(folder, "result.json")
    with open(place + ".part", "w", encoding="utf-8") as file:
        json.dump(result, file)
    os.replace(place + ".part", place)  # a reader that waits for it finds it whole
