"""What the machine panels and their server side say to each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motionloom.studio.protocol.base import Answer, Id, Name, Request
from motionloom.studio.protocol.clips import BodyInfo, BodyPart, SkeletonInfo

StateName = Annotated[str, Field(min_length=1, max_length=200)]
Seconds = Annotated[float, Field(ge=0, le=3600)]
MAX_STATES = 200
MAX_POINTS = 100
MAX_CHARACTERS = 6
MAX_FRAMES = 60  # of a step
MAX_REQUESTS = 20_000  # of a drive

Cost = Annotated[float, Field(ge=0, le=1000)]
StatePath = Annotated[list[StateName], Field(min_length=2, max_length=MAX_STATES)]


class MachineRow(Answer):
    """A machine of the library; `content` changes with every edit."""

    id: str
    name: str
    subject: str
    states: int
    version: int
    content: str


class MachineSubject(Answer):
    """Somebody of whose clips a machine can be made."""

    name: str
    clips: int


class MachineList(Answer):
    machines: list[MachineRow]
    subjects: list[MachineSubject]


class MachineProposedState(Answer):
    """A state that could be built: `chosen` where the first machine has it."""

    name: str
    clips: list[str]
    cyclic: bool
    default: str
    chosen: bool


class MachineLeftOut(Answer):
    """A label that is not in the machine, and why."""

    label: str
    reason: str


class MachineProposal(Answer):
    subject: str
    states: list[MachineProposedState]
    left_out: list[MachineLeftOut]


class MachineBuild(Request):
    """Cuts a person's clips into what they do, mines and builds a machine; null takes the proposal. `machine`: that one is built again."""

    window: Id
    machine: Id | None = None
    subject: str | None = None
    name: Name | None = None
    states: Annotated[list[StateName], Field(min_length=2, max_length=MAX_STATES)] | None = None


class MachineParameter(Answer):
    """What a state is steered by: turn in radians or speed in metres a second, and how far it goes."""

    name: str
    low: float
    high: float


class MachineState(Answer):
    """A state; `pace` is its reference's speed over the ground in metres a second."""

    name: str
    cyclic: bool
    default: str
    seconds: float
    pace: float
    clips: list[str]
    parameter: MachineParameter | None


class MachineEdge(Answer):
    """A way from one state to another: its cost, the probability that shows it, its transitions and how far apart the best is, metres."""

    source: str
    target: str
    cost: float
    probability: float
    points: int
    apart: float


class MachineMissing(Answer):
    """Why two states have no edge, and what to do about it."""

    source: str
    target: str
    reason: str
    advice: str


class MachineDetail(Answer):
    """A machine in full but for its motion, and the body to draw."""

    id: str
    name: str
    content: str
    states: list[MachineState]
    edges: list[MachineEdge]
    missing: list[MachineMissing]
    left_out: list[MachineLeftOut]
    skeleton: SkeletonInfo
    body: BodyInfo | None
    parts: list[BodyPart]


class MachineRename(Request):
    window: Id
    name: Name


class MachineEdit(Request):
    """An edit that needs nothing but to be told who makes it."""

    window: Id


# ---- driving ----


class MachineGo(Request):
    """Ask a character for a state; `replace` drops what waits and has not begun."""

    character: Annotated[int, Field(ge=0, lt=MAX_CHARACTERS)]
    state: StateName
    replace: bool = False


class MachineSteer(Request):
    """What the stick says: holds from now on, without waiting for anything."""

    character: Annotated[int, Field(ge=0, lt=MAX_CHARACTERS)]
    turn: Annotated[float, Field(ge=-20, le=20)]


class MachineRecorded(Request):
    """What a character did from frame `first` of the drive on."""

    character: Annotated[int, Field(ge=0, lt=MAX_CHARACTERS)]
    first: Annotated[int, Field(ge=0)]


class MachineStep(Request):
    """Time goes on by whole frames of the machine; then requests are taken. `add` brings one more character.

    recorded: asks for what a character did, as a run that can be kept; feet: planted feet are held still.
    """

    serial: Annotated[int, Field(ge=0, le=2**53)]
    frames: Annotated[int, Field(ge=0, le=MAX_FRAMES)]
    go: Annotated[list[MachineGo], Field(default_factory=list, max_length=32)]
    steer: Annotated[list[MachineSteer], Field(default_factory=list, max_length=32)]
    add: bool = False
    recorded: MachineRecorded | None = None
    feet: bool = True


class MachineRequest(Request):
    """Asked of a character just before a step: a state to go to, or a value of a parameter."""

    step: Annotated[int, Field(ge=0)]
    state: Annotated[str, Field(max_length=200)] = ""
    parameter: Annotated[str, Field(max_length=200)] = ""
    value: float | None = None
    replace: bool = False


class MachineRun(Request):
    """All that is needed to play the same again: where a character began, what it was asked at which step, which steps are kept; `seed` of
    the order of its laps."""

    start: StateName
    at: Annotated[list[float], Field(min_length=3, max_length=3)]
    requests: Annotated[list[MachineRequest], Field(max_length=MAX_REQUESTS)]
    skip: Annotated[int, Field(ge=0)]
    frames: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0


class MachineRecord(Request):
    """Keeps a run as a clip; `feet` holds planted feet still."""

    window: Id
    content: str
    run: MachineRun
    feet: bool = True
    name: Name | None = None


class MachineRecording(Answer):
    """The clip that a run became."""

    clip: str
    name: str


class MachineCharacter(Answer):
    """One character after a step.

    phase: how far it is through its state, 0 to 1; target and share: where a transition goes and how far it is; goal: what it
    pursues, by way of `route`; queue: what waits behind that, first come first served; done: how many requests it has carried out.
    """

    state: str
    mode: Literal["playback", "preparation", "transition"]
    phase: float
    target: str | None
    share: float
    goal: str | None
    route: list[str]
    queue: list[str]
    done: int
    turn: float


class CourseNow(Answer):
    """Somebody who is driven through a scene: goals met, in order, and where the next one is; metres off the line that is followed now and,
    root mean square, off all so far; what was touched; seconds, and where they are (x, z, heading)."""

    goals: int
    reached: int
    next: list[float] | None
    behaviour: str
    off_now: float | None
    off_line: float | None
    touched: list[str]
    seconds: float
    place: list[float]


class MachineMoment(Answer):
    """The meta of a step's binary answer; its arrays are `positions` (N, F, J, 3) and `rotations` (N, F, J, 4) in the world.

    Frame 0 is now, the others, `rate` a second, are to come if nothing is asked. frame: how many frames the drive has lasted; run: what
    a character did, where that was asked; course: how the first fares in the scene that it is driven through.
    """

    serial: int
    rate: float
    frame: int
    characters: list[MachineCharacter]
    run: MachineRun | None = None
    course: CourseNow | None = None


# ---- alignment ----


class MachinePoint(Answer):
    """A transition: seconds of the source's reference, and of the target's at evenly spaced moments of that window; metres apart.

    jerk: the largest acceleration of a joint when it was tried, m/s2, and limit: the captures' own 99.9th percentile.
    """

    start: float
    stop: float
    frames: list[float]
    cost: float
    jerk: float
    limit: float


class MachineAlignment(Answer):
    """The meta of a cost matrix: `costs` float32 (Fa, Fb) metres at `rate` Hz. Transitions may leave and enter between these seconds."""

    rate: float
    points: list[MachinePoint]
    leave: tuple[float, float]
    enter: tuple[float, float]
    blend: float


class MachinePreview(Answer):
    """The meta of a preview: source, blend and target, `positions` (3, F, J, 3) and `rotations` (3, F, J, 4).

    places: seconds of source and target at each frame, null where the blend is not in it.
    """

    point: MachinePoint
    rate: float
    begins: int
    ends: int
    places: list[tuple[float | None, float | None]]


class MachinePlacement(Request):
    """A transition to keep (`index` among those there are) or to put by hand."""

    index: Annotated[int, Field(ge=0, le=MAX_POINTS)] | None = None
    start: Seconds = 0.0
    enter: Seconds = 0.0
    blend: Seconds = 0.3


class MachinePlacements(Request):
    """All transitions from one state to another from now on; none takes the edge out."""

    window: Id
    source: StateName
    target: StateName
    points: Annotated[list[MachinePlacement], Field(max_length=MAX_POINTS)]


class MachineKey(Request):
    """At second `at` of a state's reference a clip shows its second `shows`."""

    at: Seconds
    shows: Seconds


class MachineClipWarp(Request):
    """A clip of a state (counted from 0, which is the reference) warped through keys onto the reference from now on."""

    window: Id
    state: StateName
    clip: Annotated[int, Field(ge=1, le=MAX_POINTS)]
    keys: Annotated[list[MachineKey], Field(min_length=1, max_length=MAX_POINTS)]


# ---- graph ----


class MachineEdgeEdit(Request):
    """Gives an edge another cost; a new one gets its transitions found; null takes it out."""

    window: Id
    source: StateName
    target: StateName
    cost: Cost | None


class MachinePaths(Request):
    """Paths that should be the natural ones; `solver` picks an answer and saves it."""

    window: Id
    paths: Annotated[list[StatePath], Field(min_length=1, max_length=20)]
    solver: Literal["local", "exact"] | None = None


class MachineEdgeChange(Answer):
    source: str
    target: str
    before: float
    after: float


class MachineSolution(Answer):
    """What one solver would do: edges changed, how many other shortest paths change with them; or why it cannot (`refused`)."""

    solver: Literal["local", "exact"]
    refused: str
    edges: list[MachineEdgeChange]
    paths: int
    change: float
    margin: float


class MachineSolutions(Answer):
    """Both answers, and the shortest paths as they are now between the same ends."""

    now: list[list[str]]
    solutions: list[MachineSolution]


MESSAGES = (
    *(MachineRow, MachineSubject, MachineList, MachineProposedState, MachineLeftOut, MachineProposal, MachineBuild),
    *(MachineParameter, MachineState, MachineEdge, MachineMissing, MachineDetail, MachineRename, MachineEdit),
    *(MachineGo, MachineSteer, MachineRecorded, MachineStep, MachineRequest, MachineRun, MachineRecord, MachineRecording),
    *(MachineCharacter, CourseNow, MachineMoment),
    *(MachinePoint, MachineAlignment, MachinePreview, MachinePlacement, MachinePlacements, MachineKey, MachineClipWarp),
    *(MachineEdgeEdit, MachinePaths, MachineEdgeChange, MachineSolution, MachineSolutions),
)
