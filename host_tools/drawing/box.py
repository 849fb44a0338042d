"""Check the rendered parts of the 3D-printed box, and draw the box: `make box`.

    python -m host_tools.drawing.box FOLDER --jobs      print the jobs for boards/box/render.mjs.
    python -m host_tools.drawing.box FOLDER             check the .stl files in FOLDER, and draw each box as PNG.

There is a box for each combination of panel and battery. Each printed part must be one closed body. In the
assembled box, no two parts may overlap, and a pressed key cap must not overlap the lid. Parts are the base, the
lid, the key caps, the Pico, the panel, the keys and the battery. trimesh and manifold3d compute the geometry.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from host_tools.entry_point import run_main

PANELS = ("0.96", "1.3")
BATTERIES = ("none", "aaa", "lipo")
PRINTED = ("base", "lid", "cap")
PARTS = ("base", "lid", "cap", "caps", "pico", "module", "keys", "cell")
TRAVEL = 0.25  # distance that a pressed key moves, in mm
LEAST = 0.25  # least distance between the parts that `gaps` measures, in mm
FAR = 20.0
TOUCH = (
    0.5  # tolerated overlap of two parts, in mm3; touching parts have a computed overlap of some 0.001 mm3
)
# Unit vectors, in the box's coordinates, for the picture's directions right, up and away from the viewer.
_VIEW = ((0.82, -0.57, 0.0), (0.30, 0.43, 0.85), (0.48, 0.70, -0.52))
_COLOURS = {"base": (70, 110, 160), "lid": (225, 225, 228), "caps": (200, 70, 60), "module": (30, 40, 70)}
_SCALE = 9  # pixels of the drawing for each mm
# height, in mm, by which the exploded view raises each part
_LIFT = {"caps": 34.0, "lid": 26.0, "module": 12.0}


def name_of(panel: str, battery: str, part: str) -> str:
    """Return the file name, without suffix, of a part of a box."""
    return f"{panel.replace('.', '')}_{battery}_{part}"


def parts_of(battery: str) -> list[str]:
    """Return the names of the parts of a box; for the battery "none", without a cell."""
    return [part for part in PARTS if part != "cell" or battery != "none"]


def jobs() -> list[str]:
    """Return the arguments of render.mjs, one for each part of each box."""
    return [
        f"{name_of(panel, battery, part)}:part={part},panel={panel},battery={battery}"
        for panel in PANELS
        for battery in BATTERIES
        for part in parts_of(battery)
    ]


def faults(meshes: dict[str, Any]) -> list[str]:
    """Return the faults of one assembled box; `meshes` has the box's parts, by name."""
    import trimesh

    found = []
    for part in PRINTED:
        mesh = meshes[part]
        if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0):
            found.append(f"{part} is not closed")
        bodies = len(_make_solid(mesh).decompose())
        if bodies != 1:
            found.append(f"{part} is {bodies} bodies")
    pressed = meshes["caps"].copy()
    pressed.apply_translation((0, 0, -TRAVEL))
    there = {part: mesh for part, mesh in meshes.items() if part != "cap"}
    pairs = [(a, b, there[a], there[b]) for a, b in combinations(there, 2)]
    for a, b, one, other in [*pairs, ("a pressed cap", "lid", pressed, there["lid"])]:
        shared = trimesh.boolean.intersection([one, other], engine="manifold")
        if not shared.is_empty and shared.volume > TOUCH:
            found.append(f"{a} and {b} share {shared.volume:.1f} mm3")
    return found


def _make_solid(mesh: Any) -> Any:
    import manifold3d
    import numpy as np

    corners = np.asarray(mesh.vertices, dtype=np.float32)
    return manifold3d.Manifold(manifold3d.Mesh(corners, np.asarray(mesh.faces, dtype=np.uint32)))


def gaps(meshes: dict[str, Any]) -> dict[str, float]:
    """Return the distances, in mm, of pairs of parts that must not touch.

    The keys of the result name the pairs, such as "caps to lid".
    """
    pairs = (("caps", "lid"), ("pico", "module"), ("keys", "pico"), ("pico", "lid"))
    return {f"{a} to {b}": _make_solid(meshes[a]).min_gap(_make_solid(meshes[b]), FAR) for a, b in pairs}


def picture(meshes: dict[str, Any], path: Path) -> None:
    """Draw the exploded view of a box as a PNG: shaded triangles, the farthest first."""
    import numpy as np
    from PIL import Image, ImageDraw

    view = np.array(_VIEW)
    view = view / np.linalg.norm(view, axis=1)[:, None]
    light = np.array((0.3, -0.5, 0.81))
    drawn = []
    for part in ("base", "pico", "keys", "cell", "module", "lid", "caps"):
        if part not in meshes:
            continue
        mesh = meshes[part].copy()
        mesh.apply_translation((0, 0, _LIFT.get(part, 0.0)))
        fine = mesh.subdivide_to_size(6.0) if len(mesh.faces) < 20000 else mesh
        shade = 0.45 + 0.55 * np.clip(fine.face_normals @ light, 0, 1)
        paint = np.array(_COLOURS.get(part, (40, 130, 80)))
        corners = fine.triangles @ view.T
        seen = (fine.face_normals @ view[2]) < 0
        for triangle, bright in zip(corners[seen], shade[seen], strict=True):
            drawn.append(
                (triangle[:, 2].mean(), triangle[:, :2], tuple(int(each * bright) for each in paint))
            )
    flat = np.concatenate([each[1] for each in drawn])
    low, high = flat.min(axis=0) - 4, flat.max(axis=0) + 4
    size = (int((high - low)[0] * _SCALE), int((high - low)[1] * _SCALE))
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for _, points, colour in sorted(drawn, key=lambda each: -each[0]):
        at = [((x - low[0]) * _SCALE, (high[1] - y) * _SCALE) for x, y in points]
        draw.polygon(at, fill=colour)
    image.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS).save(path)


def check_boxes(folder: Path) -> int:
    """Check and draw every box, and return the number of faults."""
    import trimesh

    count = 0
    for panel in PANELS:
        for battery in BATTERIES:
            files = {part: folder / f"{name_of(panel, battery, part)}.stl" for part in parts_of(battery)}
            if not all(path.is_file() for path in files.values()):
                print(f"{panel} inch, battery {battery}: not rendered")
                continue
            meshes = {part: trimesh.load_mesh(path) for part, path in files.items()}
            wrong, apart = faults(meshes), gaps(meshes)
            wrong += [f"{name} only {size:.2f} mm" for name, size in apart.items() if size < LEAST]
            room = ", ".join(f"{name} {size:.2f}" for name, size in apart.items())
            outer = " x ".join(f"{each:.0f}" for each in meshes["base"].extents)
            print(
                f"{panel} inch, battery {battery}: {outer} mm; {'; '.join(wrong) or 'fits'}; mm of room: {room}"
            )
            picture(meshes, folder / f"{name_of(panel, battery, 'box')}.png")
            count += len(wrong)
    return count


def main(argv: Sequence[str] | None = None) -> int:
    """Check and draw the boxes, or print the jobs with --jobs; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.drawing.box", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="of the .stl files")
    parser.add_argument("--jobs", action="store_true", help="say what boards/box/render.mjs is to render")
    options = parser.parse_args(argv)
    if options.jobs:
        print(" ".join(jobs()))
        return 0
    return 1 if check_boxes(options.folder) else 0


if __name__ == "__main__":
    run_main(main)
