"""Motionloom in Blender: import clips and files, export an action, and hold planted feet still on the rig that is there.

All work is done by the `motionloom` command, a process of its own; nothing is installed into Blender.
"""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import bpy
from bpy.props import FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import command, rig


class Preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    command: StringProperty(name="Command", description="How Motionloom is started", default="")  # type: ignore[valid-type]

    def draw(self, context):
        self.layout.prop(self, "command", text="Motionloom's command (empty: motionloom)")


def _run(*words):
    known = bpy.context.preferences.addons.get(__package__)
    return command.run([str(word) for word in words], known.preferences.command if known else "")


def _rig_with_action(context):
    thing = context.active_object
    return thing if _has_action(thing) else None


def _has_action(thing):
    return bool(thing is not None and thing.type == "ARMATURE" and thing.animation_data and thing.animation_data.action)


def _other_rig(context):
    """The one other selected rig that has an action, while a rig is active."""
    active = context.active_object
    if active is None or active.type != "ARMATURE":
        return None
    others = [thing for thing in context.selected_objects if thing is not active and _has_action(thing)]
    return others[0] if len(others) == 1 else None


class Work:
    """An operator whose failures are one line."""

    bl_options = {"REGISTER", "UNDO"}  # noqa: RUF012 (Blender wants a set)

    def execute(self, context):
        with tempfile.TemporaryDirectory() as folder:
            try:
                self.work(context, Path(folder))
            except (command.CommandFailed, OSError, ValueError, KeyError) as error:
                self.report({"ERROR"}, str(error))
                return {"CANCELLED"}
        return {"FINISHED"}


class ImportMotion(Work, bpy.types.Operator):
    """Bring a motion file, or a clip of a library (my-library:clip), as an armature with an action"""

    bl_idname, bl_label = "motionloom.import_motion", "Import motion (Motionloom)"

    source: StringProperty(name="File or library:clip", subtype="FILE_PATH")  # type: ignore[valid-type]

    def invoke(self, context, event):
        return context.window_manager.invoke_props_dialog(self, width=500)

    def work(self, context, folder):
        _run("convert", bpy.path.abspath(self.source), folder / "in.npz")
        rig.build_rig(folder / "in.npz")


class ExportAction(Work, bpy.types.Operator, ExportHelper):
    """Write the active armature's action to any file that Motionloom writes"""

    bl_idname, bl_label = "motionloom.export_action", "Export action (Motionloom)"
    filename_ext = ".bvh"

    @classmethod
    def poll(cls, context):
        return _rig_with_action(context) is not None

    def work(self, context, folder):
        rig.write_motion(_rig_with_action(context), folder / "out.npz")
        _run("convert", folder / "out.npz", bpy.path.abspath(self.filepath), "--force")


class CleanFeet(Work, bpy.types.Operator):
    """Hold planted feet still: a new action on the same rig, the old one stays"""

    bl_idname, bl_label = "motionloom.clean_feet", "Clean feet (Motionloom)"

    @classmethod
    def poll(cls, context):
        return _rig_with_action(context) is not None

    def work(self, context, folder):
        chosen = _rig_with_action(context)
        with _frame_kept(context):
            first, bones = rig.write_motion(chosen, folder / "out.npz")
            _run("feet", "clean", folder / "out.npz", folder / "back.npz")
            rig.put_back(chosen, folder / "back.npz", first, bones, "feet clean")


class Transition(Work, bpy.types.Operator):
    """From the active action to another of the same rig: it goes on where the first stands, eased over some time; a new action"""

    bl_idname, bl_label = "motionloom.transition", "Transition to another action (Motionloom)"

    action: StringProperty(name="Action to go to")  # type: ignore[valid-type]
    seconds: FloatProperty(name="Seconds of the transition", default=0.5, min=0.0, max=5.0)  # type: ignore[valid-type]

    @classmethod
    def poll(cls, context):
        return _rig_with_action(context) is not None

    def invoke(self, context, event):
        return context.window_manager.invoke_props_dialog(self, width=400)

    def draw(self, context):
        self.layout.prop_search(self, "action", bpy.data, "actions")
        self.layout.prop(self, "seconds")

    def work(self, context, folder):
        chosen = _rig_with_action(context)
        if self.action not in bpy.data.actions:
            raise ValueError(f"no action {self.action!r}; choose one of this rig")
        with _frame_kept(context):
            first, bones = rig.write_motion(chosen, folder / "out.npz")
            with rig.playing(chosen, bpy.data.actions[self.action]):
                rig.write_motion(chosen, folder / "next.npz", bones)
            _run("join", folder / "out.npz", folder / "next.npz", folder / "back.npz", "--blend", self.seconds)
            rig.put_back(chosen, folder / "back.npz", first, bones, f"to {self.action}")


class Retarget(Work, bpy.types.Operator):
    """The action of the other selected rig, put on the active rig as a new action"""

    bl_idname, bl_label = "motionloom.retarget", "Retarget from the other selected rig (Motionloom)"

    @classmethod
    def poll(cls, context):
        return _other_rig(context) is not None

    def work(self, context, folder):
        source, chosen = _other_rig(context), context.active_object
        with _frame_kept(context):
            first, _ = rig.write_motion(source, folder / "out.npz")
            bones = rig.write_rest(chosen, folder / "body.npz")
            _run("retarget", folder / "out.npz", folder / "back.npz", "--onto", folder / "body.npz")
            rig.put_back(chosen, folder / "back.npz", first, bones, "retargeted", source.animation_data.action.name)


@contextlib.contextmanager
def _frame_kept(context):
    frame = context.scene.frame_current
    try:
        yield
    finally:
        context.scene.frame_set(frame)


CLASSES = (Preferences, ImportMotion, ExportAction, CleanFeet, Transition, Retarget)


def _draw(self, context):
    for operator in CLASSES[1:]:
        self.layout.operator(operator.bl_idname)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.VIEW3D_MT_object.append(_draw)


def unregister():
    bpy.types.VIEW3D_MT_object.remove(_draw)
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
