"""Motionloom weaves captured motion and an artist's few edits into new character animation.

>>> import motionloom as ml
>>> m = ml.load("walk.bvh")
>>> m.positions().shape
>>> m.save("walk.glb")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

__version__ = "0.1.0"

if TYPE_CHECKING:
    from motionloom.behaviours.control import Controller as Controller
    from motionloom.behaviours.machine import Machine as Machine
    from motionloom.behaviours.machine_file import read_machine as read_machine
    from motionloom.core import EndSite as EndSite, Motion as Motion, MotionloomError as MotionloomError, Skeleton as Skeleton
    from motionloom.core.body import body_of as body_of
    from motionloom.core.editing import (
        concatenate as concatenate,
        join_root as join_root,
        mirror as mirror,
        resample as resample,
        split_root as split_root,
        trim as trim,
    )
    from motionloom.core.gravity import check_gravity as check_gravity
    from motionloom.core.ground import ground_height as ground_height
    from motionloom.core.heading import headings as headings
    from motionloom.core.mass import centre_of_mass as centre_of_mass
    from motionloom.core.parts import find_chains as find_chains, find_cuts as find_cuts
    from motionloom.demands.demand import Demand as Demand, Pass as Pass, Place as Place, Span as Span
    from motionloom.demands.demand_file import read_demand as read_demand, write_demand as write_demand
    from motionloom.demands.grouping import make_group as make_group
    from motionloom.demands.making import make_to_order as make_to_order
    from motionloom.edits.layers import (
        Layer as Layer,
        LayerStack as LayerStack,
        PoseKey as PoseKey,
        TimeKey as TimeKey,
        apply_layers as apply_layers,
    )
    from motionloom.edits.posing import pose as pose
    from motionloom.edits.propagation.example import Example as Example, make_example as make_example
    from motionloom.edits.propagation.spreading import learn_edit as learn_edit, propagate as propagate
    from motionloom.edits.retargeting.retarget import retarget as retarget
    from motionloom.formats import ReadOptions as ReadOptions, load as load, read as read, save as save, save_clips as save_clips
    from motionloom.formats.character_animations import save_character as save_character
    from motionloom.formats.character_file import read_character as read_character
    from motionloom.formats.scene_file import save_scene as save_scene
    from motionloom.keyframes.key_curves import Key as Key
    from motionloom.keyframes.one_call import complete as complete, fill_between as fill_between, texture as texture
    from motionloom.keyframes.sketch import Sketch as Sketch, read_sketch as read_sketch
    from motionloom.keyframes.thinning import sketch_clip as sketch_clip, sketch_file as sketch_file
    from motionloom.keyframes.walking_sketch import sketch_walk as sketch_walk
    from motionloom.library import Library as Library
    from motionloom.one_call import (
        align_to as align_to,
        blend as blend,
        clean as clean,
        detect_plants as detect_plants,
        looks_human as looks_human,
        naturalness as naturalness,
        share as share,
        transition as transition,
        transplant as transplant,
    )
    from motionloom.player import Player as Player
    from motionloom.render import filmstrip as filmstrip, save_filmstrip as save_filmstrip, save_video as save_video

# What `import motionloom as ml` offers, loaded on first use so that the command line starts at once.
__all__, __getattr__ = load_later(__name__, __file__)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
