"""Files of motion, of every format that we read, written from the sample; FBX is left out where no Blender can write one."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core import Motion
from motionloom.formats import read, save
from motionloom.sample import make
from motionloom.trials.c3d_writer import C3D
from motionloom.trials.target import Sample, Target, register

_FRAMES = 12


@cache
def short_motion() -> Motion:
    """A few frames of a walk."""
    return make("ada", "walk").motion[:_FRAMES]


def _saved(suffix: str, folder: Path) -> Sample:
    path = folder / f"clip{suffix}"
    save(short_motion(), path)
    return Sample(path.read_bytes(), read)


def _amc(folder: Path) -> Sample:
    asf, amc = acclaim_text()
    return Sample(amc.encode(), read, {"clip.asf": asf.encode()})


def _asf(folder: Path) -> Sample:
    asf, amc = acclaim_text()
    return Sample(asf.encode(), lambda path: read(path.with_suffix(".amc")), {"clip.amc": amc.encode()})


def _smpl(folder: Path) -> Sample:
    path = folder / "clip.npz"
    poses = np.random.default_rng(0).normal(0, 0.2, (_FRAMES, 156))
    np.savez(path, poses=poses, trans=np.zeros((_FRAMES, 3)), mocap_framerate=np.array(60.0), betas=np.zeros(16), gender=np.array("male"))
    return Sample(path.read_bytes(), read)


def _usdz(folder: Path) -> Sample:
    from pxr import UsdUtils

    save(short_motion(), folder / "clip.usdc")
    UsdUtils.CreateNewUsdzPackage(str(folder / "clip.usdc"), str(folder / "clip.usdz"))
    return Sample((folder / "clip.usdz").read_bytes(), read)


def _c3d(folder: Path) -> Sample:
    points = short_motion().positions()[:, :8].astype(np.float64) * 1000
    return Sample(C3D(points, [f"M{n}" for n in range(points.shape[1])]).to_bytes(), read)


def acclaim_text() -> tuple[str, str]:
    """A skeleton and a motion of Acclaim's, small: legs and a spine."""
    bones = [(f"{side}{part}", [0, -1, 0]) for side in "lr" for part in ("femur", "tibia", "foot")] + [("lowerback", [0, 1, 0])]
    parts = [
        f"  begin\n     id {n}\n     name {name}\n     direction {' '.join(map(str, way))}\n     length 4\n     axis 0 0 0 XYZ\n"
        "     dof rx ry rz\n     limits (-160.0 20.0)\n            (-70.0 70.0)\n            (-60.0 70.0)\n  end\n"
        for n, (name, way) in enumerate(bones, 1)
    ]
    tree = "    root lfemur rfemur lowerback\n    lfemur ltibia\n    ltibia lfoot\n    rfemur rtibia\n    rtibia rfoot\n"
    asf = (
        ":version 1.10\n:name sample\n:units\n  mass 1.0\n  length 0.45\n  angle deg\n"
        ":root\n   order TX TY TZ RX RY RZ\n   axis XYZ\n   position 0 0 0\n   orientation 0 0 0\n"
        f":bonedata\n{''.join(parts)}:hierarchy\n  begin\n{tree}  end\n"
    )
    frames = [
        f"{n}\nroot 0 17 {n / 10} 0 {n} 0\n" + "".join(f"{name} {n} {2 * n} {-n}\n" for name, _ in bones) for n in range(1, _FRAMES + 1)
    ]
    return asf, ":FULLY-SPECIFIED\n:DEGREES\n" + "".join(frames)


def _register_all() -> None:
    own: dict[str, tuple[str, Any]] = {
        "BVH": (".bvh", partial(_saved, ".bvh")),
        "AMC": (".amc", _amc),
        "ASF": (".asf", _asf),
        "NPZ": (".npz", partial(_saved, ".npz")),
        "SMPL": (".npz", _smpl),
        "C3D": (".c3d", _c3d),
        "GLB": (".glb", partial(_saved, ".glb")),
        "glTF": (".gltf", partial(_saved, ".gltf")),
        "VRM animation": (".vrma", partial(_saved, ".vrma")),
        "VRM": (".vrm", partial(_saved, ".glb")),  # one without its extensions
        "USDA": (".usda", partial(_saved, ".usda")),
        "USDC": (".usdc", partial(_saved, ".usdc")),
        "USDZ": (".usdz", _usdz),
    }
    for name, (suffix, prepare) in own.items():
        register(Target(name, suffix, prepare))


_register_all()
