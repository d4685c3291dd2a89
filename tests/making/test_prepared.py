import json

from motionloom.library import store_clip
from motionloom.library.file_reading import examine
from motionloom.making.prepared import from_plain, to_plain
from tests.glitches.damage import begin_elsewhere, walk


def test_a_clip_goes_through_json_and_back(library):
    spoilt = begin_elsewhere(walk())[0]
    clip = store_clip(library.store, spoilt, "spoilt", labels=("walk",), **examine(spoilt).details())
    back = from_plain(json.loads(json.dumps(to_plain(clip))))
    assert clip.glitches
    assert (back.glitches, back.labels, back.content, back.height) == (clip.glitches, clip.labels, clip.content, clip.height)
