"""Small FBX files in the format's text form, for readers to be tested without a program that writes FBX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

TICKS = 46_186_158_000  # a second, in FBX
HEAD = """; FBX 7.4.0 project file
FBXHeaderExtension:  {{
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}}
GlobalSettings:  {{
	Version: 1000
	Properties70:  {{
		P: "UpAxis", "int", "Integer", "",{up}
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",{front}
		P: "FrontAxisSign", "int", "Integer", "",{front_sign}
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",{centimetres}
		P: "TimeMode", "enum", "", "",14
		P: "CustomFrameRate", "double", "Number", "",{fps}
	}}
}}
"""


def write_text_fbx(
    path: Path,
    bones: Sequence[tuple[str, int, Sequence[float]]],
    stacks: Sequence[tuple[str, float, Sequence[tuple[int, str, Sequence[Sequence[float]]]]]],
    fps: float = 30.0,
    centimetres: float = 1.0,
    z_up: bool = False,
) -> Path:
    """bones: (name, parent or -1, translation); stacks: (name, keys a second, tracks of (bone, "T" or "R", rows of xyz))."""
    axes = {"up": 2, "front": 1, "front_sign": -1} if z_up else {"up": 1, "front": 2, "front_sign": 1}
    objects: list[str] = []
    links: list[tuple[int, int, str]] = []
    for index, (name, parent, place) in enumerate(bones):
        at = ",".join(map(str, place))
        objects.append(
            f'Model: {1000 + index}, "Model::{name}", "LimbNode" {{\nVersion: 232\nProperties70:  {{\n'
            f'P: "Lcl Translation", "Lcl Translation", "", "A",{at}\n}}\n}}'
        )
        objects.append(f'NodeAttribute: {2000 + index}, "NodeAttribute::{name}", "LimbNode" {{\nTypeFlags: "Skeleton"\n}}')
        links += [(1000 + index, 1000 + parent if parent >= 0 else 0, ""), (2000 + index, 1000 + index, "")]
    unique = 10_000
    for number, (name, rate, tracks) in enumerate(stacks):
        longest = max((len(rows) for *_, rows in tracks), default=1)
        stop = round((longest - 1) / rate * TICKS)
        times = f'P: "LocalStart", "KTime", "Time", "",0\nP: "LocalStop", "KTime", "Time", "",{stop}'
        objects.append(f'AnimationStack: {5000 + number}, "AnimStack::{name}", "" {{\nProperties70:  {{\n{times}\n}}\n}}')
        objects.append(f'AnimationLayer: {6000 + number}, "AnimLayer::base", "" {{\n}}')
        links.append((6000 + number, 5000 + number, ""))
        for bone, kind, rows in tracks:
            unique += 10
            objects.append(f'AnimationCurveNode: {unique}, "AnimCurveNode::{kind}", "" {{\n}}')
            links += [(unique, 6000 + number, ""), (unique, 1000 + bone, "Lcl Translation" if kind == "T" else "Lcl Rotation")]
            for axis, letter in enumerate("XYZ"):
                objects.append(_curve(unique + 1 + axis, [row[axis] for row in rows], rate))
                links.append((unique + 1 + axis, unique, f"d|{letter}"))
    text = HEAD.format(**axes, fps=fps, centimetres=centimetres) + "Objects:  {\n" + "\n".join(objects) + "\n}\nConnections:  {\n"
    text += "\n".join(f'C: "{"OP" if prop else "OO"}",{child},{parent}' + (f', "{prop}"' if prop else "") for child, parent, prop in links)
    path.write_text(text + "\n}\n")
    return path


def _curve(identity: int, values: Sequence[Any], rate: float) -> str:
    times = ",".join(str(round(i / rate * TICKS)) for i in range(len(values)))
    numbers = ",".join(map(str, values))
    count = len(values)
    return (
        f'AnimationCurve: {identity}, "AnimCurve::", "" {{\nDefault: 0\nKeyVer: 4008\nKeyTime: *{count} {{\na: {times}\n}}\n'
        f"KeyValueFloat: *{count} {{\na: {numbers}\n}}\nKeyAttrFlags: *1 {{\na: 4\n}}\nKeyAttrDataFloat: *4 {{\na: 0,0,0,0\n}}\n"
        f"KeyAttrRefCount: *1 {{\na: {count}\n}}\n}}"
    )
