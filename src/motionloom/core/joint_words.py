"""What the names of joints say: which side, which part of a limb, and what is no part of a body at all.

Every program has its own dialect: `mixamorig:LeftUpLeg`, `Bip01 L Thigh`, `lShldr`, `L_armUpper0001_bind_JNT`, `Lefthand`, `DEF-thigh.L`,
`左ひざ`. Each is split into lower-case words of one vocabulary.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

# Words of joint names, after splitting, in the order in which they are tried.
LEG_WORDS = {
    "hip": ("upleg", "upperleg", "thigh", "femur", "hip"),
    "knee": ("lowerleg", "lowleg", "shin", "calf", "tibia", "knee", "leg"),
    "ankle": ("ankle", "foot"),
    "toe": ("toe", "toes", "toebase", "ball", "metatarsal", "metatarsals", "foot"),
}
ARM_WORDS = {
    "clavicle": ("clavicle", "collar", "collarbone", "shoulder"),
    "shoulder": ("upperarm", "uparm", "humerus", "arm", "shoulder"),
    "elbow": ("forearm", "lowerarm", "lowarm", "radius", "elbow"),
    "wrist": ("wrist", "hand", "palm", "fist"),
}
HIPS_WORDS = ("hips", "pelvis", "hip")
SIDE_WORDS = {"left": "left", "l": "left", "lft": "left", "lf": "left", "right": "right", "r": "right", "rgt": "right", "rt": "right"}
FINGER_WORDS = frozenset({"thumb", "index", "middle", "mid", "ring", "pinky", "little", "finger", "fingers", "fingerbase", "pointer"})
CONTROL_WORDS = frozenset({"ik", "pole", "poletarget", "target", "control", "ctrl", "controller", "handle", "effector", "mch", "heelroll"})
NOT_BODY = frozenset(
    {
        *FINGER_WORDS,
        *CONTROL_WORDS,
        *("twist", "roll", "end", "nub", "site", "endsite", "tip", "hipjoint"),
        *("slot", "handslot", "socket", "weapon", "prop", "attach", "attachment", "metacarpal", "carpal", "knuckle", "helper"),
    }
)
_JOINED = {("hip", "joint"): "hipjoint", ("toe", "base"): "toebase", ("collar", "bone"): "collarbone", ("pole", "target"): "poletarget"}
_JOINED |= {(how, limb): how + limb for how in ("up", "upper", "low", "lower") for limb in ("leg", "arm")} | {("fore", "arm"): "forearm"}
_JOINED |= {(limb, how): how + limb for how in ("up", "upper", "low", "lower") for limb in ("leg", "arm")} | {("arm", "fore"): "forearm"}
_JOINED |= {(how, limb): full + limb for how, full in (("lo", "low"), ("upp", "upper")) for limb in ("leg", "arm")}
_SAME = {
    "shldr": "shoulder",
    "shld": "shoulder",
    "clav": "clavicle",
    "clavical": "clavicle",
    "scapula": "clavicle",
    "lowerlegs": "lowerleg",
    "hipjnt": "hipjoint",
    "pinkie": "pinky",
}
_EMPTY = frozenset({"mixamorig", "bip01", "bip001", "bip", "character", "cc", "base", "jnt", "b", "def"})
_PARTS = {word for words in (*LEG_WORDS.values(), *ARM_WORDS.values()) for word in words} | {
    "hipjoint",
    "shldr",
    "buttock",
    "clavical",
    "scapula",
}
_PARTS |= {*FINGER_WORDS, "eye"} - {"fingers", "fingerbase"}
_GLUED_BEFORE = re.compile(rf"^(left|right|l|r)({'|'.join(sorted(_PARTS, key=len, reverse=True))})$")
_GLUED_BEHIND = re.compile(rf"^({'|'.join(sorted(_PARTS, key=len, reverse=True))})(left|right|l|r)$")
_INITIALS = re.compile(r"(?<![A-Za-z])([LR])([UFL])(?=(?:Arm|Leg)(?![a-z]))")  # OptiTrack's LUArm, LFArm
_INITIAL = {"U": "Upper", "F": "Fore", "L": "Lower"}
# MikuMikuDance's names, the longer ones first.
_JAPANESE = {
    "左": "left",
    "右": "right",
    "足首": "ankle",
    "足先": "toe",
    "つま先": "toe",
    "爪先": "toe",
    "ひざ": "knee",
    "膝": "knee",
    "手首": "wrist",
    "ひじ": "elbow",
    "肘": "elbow",
    "足": "thigh",
    "腕": "upperarm",
    "肩": "clavicle",
    "首": "neck",
    "頭": "head",
    "下半身": "pelvis",
    "上半身": "spine",
    "捩": "twist",
    "親指": "thumb",
    "人指": "index",
    "中指": "middle",
    "薬指": "ring",
    "小指": "pinky",
    "先": "end",
}


def split_name(name: str, empty: Iterable[str] = ()) -> list[str]:
    """The lower-case words of a joint's name: "mixamorig:LeftUpLeg" -> ["left", "upleg"]; empty: words that say nothing in this rig."""
    bare = name.rsplit(":", 1)[-1].rsplit("|", 1)[-1]
    if not bare.isascii():
        bare = unicodedata.normalize("NFKC", bare)
        for term, word in _JAPANESE.items():
            bare = bare.replace(term, f" {word} ")
    bare = _INITIALS.sub(lambda found: found[1] + _INITIAL[found[2]], bare)
    bare = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", bare)
    bare = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", bare)
    parts = [part for part in re.split(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])", bare.lower()) if part]
    parts = [part for part in parts if (part not in _EMPTY and part not in empty) or len(parts) == 1]
    words: list[str] = []
    for part in parts:
        words += _unglue(_SAME.get(part, part))
    return _join(words)


def words_of(names: Sequence[str]) -> list[list[str]]:
    """The words of every joint of a skeleton; "joint" in most of the names is of no part of a body (`left_hip_joint`)."""
    return [list(words) for words in _words_of(tuple(names))]


@lru_cache(maxsize=256)
def _words_of(names: tuple[str, ...]) -> list[list[str]]:
    plain = [split_name(name) for name in names]
    counts = Counter(word for words in plain for word in {part for word in words for part in (word, *_parts_of(word))})
    return [split_name(name, ("joint",)) for name in names] if counts["joint"] > len(names) / 2 else plain


def is_body_part(words: Sequence[str]) -> bool:
    """Whether a joint may be one of the body's own: no finger, no twist bone, no control, no end."""
    return not NOT_BODY & set(words) and not any("twist" in word for word in words)


def _parts_of(word: str) -> tuple[str, ...]:
    return ("joint",) if word == "hipjoint" else ()


def _unglue(word: str) -> list[str]:
    """A word with the side that is glued to it apart: "lfemur", "lefthand", "handr"."""
    if word in SIDE_WORDS:
        return [SIDE_WORDS[word]]
    before, behind = _GLUED_BEFORE.match(word), _GLUED_BEHIND.match(word)
    if word in _PARTS or not (before or behind):
        return [word]
    if before:
        return [SIDE_WORDS[before[1]], _SAME.get(before[2], before[2])]
    assert behind is not None
    return [_SAME.get(behind[1], behind[1]), SIDE_WORDS[behind[2]]]


def _join(words: Iterable[str]) -> list[str]:
    """Words that belong together as one, a side between them or not: "upper left arm" -> ["upperarm", "left"]."""
    joined: list[str] = []
    for word in words:
        last = next((at for at in range(len(joined) - 1, -1, -1) if joined[at] not in ("left", "right")), None)
        if last is not None and (joined[last], word) in _JOINED:
            joined[last] = _JOINED[joined[last], word]
        else:
            joined.append(word)
    return joined
