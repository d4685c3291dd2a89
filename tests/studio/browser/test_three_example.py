"""The exported machine in a page of plain three.js: the same frames as the Python controller's."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from motionloom.behaviours.calibration import alone
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.exporting import export_machine
from motionloom.behaviours.footing import find_footing
from motionloom.behaviours.long_cycles import make_long_cycle
from motionloom.behaviours.machine import Machine, connect
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import make_cycle
from motionloom.bench.behaviours import make_machine
from motionloom.sample import make

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "three-machine"
REQUESTS = [
    (0.5, "walk"),
    (4.0, 0.8),
    (6.5, -0.6),
    (8.0, "run"),
    (12.0, 0.5),
    (14.0, "jump"),
    (14.1, -0.4),
    (15.0, "walk"),
    (22.0, 0.0),
    (23.0, "stand"),
    (26.0, "run"),
    (27.0, -0.7),
    (33.0, 0.7),
    (38.0, "jump"),
    (43.0, "walk"),
    (44.0, 1.0),
    (50.0, -1.0),
    (56.0, "stand"),
]
PLAY = """async ([requests, frames, folder]) => {
    const { Machine } = await import('./machine.js'), { Vector3 } = await import('three');
    const machine = await Machine.load(folder), places = [], states = [], place = new Vector3();
    for (let f = 0; f < frames; f += 1) {
        while (requests.length && requests[0][0] * 60 <= f) {
            const [, wish] = requests.shift();
            if (typeof wish === 'string') machine.go(wish);
            else if (Array.isArray(wish)) machine.steer(wish[1], wish[0]);
            else machine.steer(wish);
        }
        machine.step();
        machine.body.updateMatrixWorld(true);
        places.push(machine.bones.map((bone) => bone.getWorldPosition(place).toArray()));
        states.push(machine.state.name);
    }
    return [places, states];
}"""


def serve(exported):
    """A server of the repository, with the exported machine under /machine."""

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path):
            if path.startswith("/machine/"):
                return str(exported / path.removeprefix("/machine/"))
            return super().translate_path(path)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_the_example_is_short():
    lines = {name: (EXAMPLE / name).read_text().splitlines() for name in ("index.html", "machine.js", "feet.js", "laps.js")}
    assert len(lines["index.html"]) + len(lines["machine.js"]) < 160
    assert len(lines["feet.js"]) < 160
    assert len(lines["laps.js"]) < 40
    assert max(len(line) for each in lines.values() for line in each) <= 140


def walk_by_turn_and_speed():
    """One state that is steered by two things at once."""
    reference, *others = (make("ada", name).motion for name in ("walk", "walk_slow", "walk_fast", "turn_left_90", "turn_right_90"))
    return Machine((make_cycle("walk", reference, others, both=True),), (), StateGraph(("walk",), np.zeros((1, 1)), frozenset({"walk"})))


def walk_and_run_by_style():
    """Two states that are steered by style, of which the second knows one style fewer."""
    styles = ("plain", "slow", "fast")
    walk = make_cycle("walk", *_takes("walk", "walk_slow", "walk_fast"), "style", words=styles, order=styles)
    run = make_cycle("run", *_takes("run", "run_turn_left"), "style", words=("plain", "fast"), order=styles)
    return connect([walk, run], StateGraph(("walk", "run"), np.zeros((2, 2)), frozenset({"walk", "run"})))


def stroll():
    """A walk of many laps, in the order that a seed draws."""
    return alone(make_long_cycle("walk", [make("ada", name).motion for name in ("walk", "turn_left_90", "turn_right_90")]))


def _takes(*names):
    reference, *others = (make("ada", name).motion for name in names)
    return reference, others


@pytest.mark.parametrize(
    ("build", "seconds", "requests", "reached"),
    [
        (make_machine, 60, REQUESTS, {"stand", "walk", "run", "jump"}),
        (
            walk_by_turn_and_speed,
            10,
            [(0.0, 0.3), (2.0, ("speed", 1.4)), (5.0, -0.5), (7.0, ("speed", None)), (8.0, ("speed", 0.9))],
            {"walk"},
        ),
        (
            walk_and_run_by_style,
            10,
            [(1.0, ("style", 1.0)), (3.0, ("style", 2.0)), (4.0, "run"), (6.0, ("style", None)), (7.0, "walk"), (8.0, ("style", 0.5))],
            {"walk", "run"},
        ),
        (stroll, 20, [(2.0, 0.3), (9.0, -0.4)], {"walk"}),
    ],
)
def test_three_plays_the_same_frames(build, seconds, requests, reached, tmp_path, browser, report):
    if not (ROOT / "studio" / "node_modules" / "three").is_dir():
        pytest.skip("three.js is not installed (npm ci in studio/)")
    machine = build()
    export_machine(machine, tmp_path / "out")
    controller, states = Controller(machine, footing=find_footing(machine)), []
    step = controller.step
    controller.step = lambda: (step(), states.append(controller.state()))[0]
    motion = play(controller, seconds, requests)
    server, page = serve(tmp_path / "out"), browser.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        page.goto(f"http://127.0.0.1:{server.server_port}/examples/three-machine/index.html?machine=/machine")
        page.wait_for_function("() => window.machine")
        page.get_by_role("button", name="walk", exact=True).click()  # what a person does
        page.wait_for_function("() => machine.state.name === 'walk'")
        places, names = page.evaluate(PLAY, [[list(each) for each in requests], len(motion), "/machine"])
    finally:
        page.close()
        server.shutdown()
        server.server_close()
    assert complaints == []
    assert names == states
    assert reached <= set(names)
    apart = float(np.abs(np.array(places) - motion.positions()).max())
    report(f"three.js beside Python, {build.__name__}, {len(motion)} frames", {"mm apart at most": round(1000 * apart, 3)})
    assert apart < 1e-3
