"""The job `render`: a picture or a film of each motion."""

from pathlib import Path

from kinegraph.batch.jobs.job import Job, Outcome
from kinegraph.batch.jobs.pictures import PictureOrder, check_picture, footage_of_scene, write_picture


class RenderJob(Job, frozen=True, kw_only=True, tag="render"):
    """Draws each motion.

    to: .png, .gif or .mp4.
    style, size, theme, fps, camera, count: As `kinegraph render` takes them.
    """

    to: str = ".png"
    style: str | None = None
    size: str | None = None
    theme: str = "dark"
    fps: float | None = None
    camera: str | None = None
    count: int | None = None

    def check(self) -> None:
        self._order()

    def run(self, path: Path, folder: Path) -> Outcome:
        order, scene = self._order(), self.load(path)
        footage = footage_of_scene(scene, fps=order.fps if order.plays else None)
        facts = write_picture(footage, order, folder / f"{path.stem}{order.suffix}")
        return Outcome(facts, scene.notes, footage)

    def _order(self) -> PictureOrder:
        return check_picture(
            self.to,
            style=self.style,
            size=self.size,
            fps=self.fps,
            theme=self.theme,
            camera=self.camera,
            count=self.count,
        )
