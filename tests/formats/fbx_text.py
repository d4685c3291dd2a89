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


def add_skin(path: Path, vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]], carried: dict[int, dict[int, float]]) -> Path:
    """Put a skinned mesh "Skin" into a file of `write_text_fbx`: carried is bone -> vertex -> weight, bones rest as they are bound."""
    points = ",".join(str(value) for row in vertices for value in row)
    corners = ",".join(str(index if n + 1 < len(face) else -index - 1) for face in faces for n, index in enumerate(face))
    objects = [
        f'Geometry: 7000, "Geometry::Skin", "Mesh" {{\nVertices: *{3 * len(vertices)} {{\na: {points}\n}}\n'
        f"PolygonVertexIndex: *{sum(map(len, faces))} {{\na: {corners}\n}}\nGeometryVersion: 124\n}}",
        'Model: 7001, "Model::Skin", "Mesh" {\nVersion: 232\n}',
        'Deformer: 7002, "Deformer::", "Skin" {\nVersion: 101\nLink_DeformAcuracy: 50\n}',
    ]
    links = [(7001, 0), (7000, 7001), (7002, 7000)]
    for bone, weights in carried.items():
        rows, values = (",".join(str(value) for value in part) for part in (weights, weights.values()))
        place = _place_of(path, bone)
        forth = f"1,0,0,0,0,1,0,0,0,0,1,0,{place[0]},{place[1]},{place[2]},1"
        back = f"1,0,0,0,0,1,0,0,0,0,1,0,{-place[0]},{-place[1]},{-place[2]},1"
        objects.append(
            f'Deformer: {7100 + bone}, "SubDeformer::", "Cluster" {{\nVersion: 100\nIndexes: *{len(weights)} {{\na: {rows}\n}}\n'
            f"Weights: *{len(weights)} {{\na: {values}\n}}\nTransform: *16 {{\na: {back}\n}}\nTransformLink: *16 {{\na: {forth}\n}}\n}}"
        )
        links += [(7100 + bone, 7002), (1000 + bone, 7100 + bone)]
    text = path.read_text()
    text = text.replace("Objects:  {\n", "Objects:  {\n" + "\n".join(objects) + "\n", 1)
    text = text.replace(
        "Connections:  {\n", "Connections:  {\n" + "\n".join(f'C: "OO",{child},{parent}' for child, parent in links) + "\n", 1
    )
    path.write_text(text)
    return path


def _place_of(path: Path, bone: int) -> list[float]:
    """Where a bone is in the world, as the file's translations say."""
    text, place = path.read_text(), [0.0, 0.0, 0.0]
    while bone >= 0:
        start = text.index(f"Model: {1000 + bone},")
        told = text[text.index('"A",', start) + 4 :].split("\n", 1)[0]
        place = [a + float(b) for a, b in zip(place, told.split(","), strict=True)]
        parent = int(text[text.index(f'C: "OO",{1000 + bone},') :].split(",", 3)[2].split("\n")[0])
        bone = parent - 1000 if parent else -1
    return place
