import numpy as np
import pytest

from motionloom.behaviours.machine_file import to_bytes, write_machine
from motionloom.behaviours.open_machine import KIND, OpenMachine, read_entry, shelve
from motionloom.core import MotionloomError
from motionloom.library import Library
from motionloom.making import shelf


def test_a_file_goes_on_the_shelf_and_out_again(sample_machine, tmp_path):
    file = tmp_path / "walker.npz"
    write_machine(sample_machine, file)
    with Library.create(tmp_path / "library") as library:
        document = library.document(shelf.import_entry(library, file, KIND))
        assert document.name == "walker"
        opened = shelf.open_entry(library, document)
        assert isinstance(opened, OpenMachine)
        assert opened.machine.graph.names == sample_machine.graph.names
        assert shelf.open_entry(library, document) is opened
        shelf.export_entry(library, document, tmp_path / "again.npz")
        assert (tmp_path / "again.npz").read_bytes() == file.read_bytes() == to_bytes(sample_machine)
        assert shelve(library, "another name", read_entry(file)).id == document.id
        (tmp_path / "bad.npz").write_bytes(b"no archive")
        with pytest.raises(MotionloomError, match="expected a machine that"):
            shelf.import_entry(library, tmp_path / "bad.npz", KIND)


def test_what_is_computed_is_kept(sample_machine):
    opened = OpenMachine(sample_machine)
    assert opened.costs("stand", "walk") is opened.costs("stand", "walk")
    assert opened.controller is opened.controller
    point = sample_machine.transitions[0]
    assert opened.try_transition(point) == opened.try_transition(point)
    assert opened.limit > 0
    assert len(opened.footing.tables.touching) == len(opened.controller.tables.rotations)
    assert np.isfinite(opened.costs("stand", "walk")).all()
