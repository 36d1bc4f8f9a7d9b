"""The installed `kinegraph` program: finding it, running it, and its errors as one sentence. No bpy here."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

NOT_FOUND = (
    "The kinegraph program was not found. Install it with pip, or name it in the preferences of this add-on."
)


class ProgramError(Exception):
    """A reason why there is no result, as one sentence for the user."""


def find_program(named):
    """Path of the program.

    named: As the preferences say; empty to look on the PATH and where pip and pipx put programs.
    """
    if named:
        path = shutil.which(os.path.expanduser(named))
        if path is None:
            raise ProgramError(f"The preferences name {named!r}, which is not a program.")
        return path
    usual = os.path.join(os.path.expanduser("~"), ".local", "bin")
    path = shutil.which("kinegraph") or shutil.which("kinegraph", path=usual)
    if path is None:
        raise ProgramError(NOT_FOUND)
    return path


class Run:
    """A running command. It has state: the process, and the files that hold what it prints."""

    def __init__(self, program, arguments, blender=""):
        """blender: The program through which kinegraph reads and writes .blend files."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        if blender:
            environment["KINEGRAPH_BLENDER"] = blender
        self._out = tempfile.TemporaryFile()  # noqa: SIM115  (open until the program has ended)
        self._err = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                [program, *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=self._out,
                stderr=self._err,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            self._close()
            raise ProgramError(f"{program} does not start: {error.strerror or error}.") from error

    @property
    def done(self):
        """Whether the program has ended."""
        return self._process.poll() is not None

    def cancel(self):
        """Ends the program with all that it started."""
        if not self.done:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait()
        self._close()

    def output(self):
        """What the program printed; waits for its end. Raises ProgramError if it failed."""
        code = self._process.wait()
        out, err = (self._text(file) for file in (self._out, self._err))
        self._close()
        if code != 0:
            raise ProgramError(error_sentence(err or out, code))
        return out

    def _text(self, file):
        file.seek(0)
        return file.read().decode("utf-8", "replace")

    def _close(self):
        self._out.close()
        self._err.close()


def error_sentence(text, code):
    """The last thing that a failed command said, in one line."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip(" │╭╰─╮╯\t") for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("Usage:", "Try '"))]
    if not lines:
        return f"kinegraph ended with exit code {code} and gave no reason."
    if any(line.startswith("Traceback") for line in lines):
        return f"kinegraph failed: {lines[-1]}"
    start = max(
        (n for n, line in enumerate(lines) if re.match(r"(?i)(error\b|kinegraph: )", line)),
        default=len(lines) - 1,
    )
    sentence = " ".join(lines[start:])
    return re.sub(r"(?i)^(error:?|kinegraph:)\s*", "", sentence)


def facts_of(text):
    """The figures that `kinegraph keys --json` printed."""
    try:
        facts = json.loads(text)
        return facts if "keys" in facts and "curve" in facts else _too_old()
    except ValueError:
        return _too_old()


def _too_old():
    raise ProgramError("This kinegraph is too old for the add-on: it prints no error curve. Update it.")
