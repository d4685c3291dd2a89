"""Kinematic measures of any motion beside captured ones. They share no code with the rooms that make motion, which they judge.

from motionloom.judge import Reference, judge_motion, judge_library
verdict = judge_motion(motion, Reference.read("captures.json"))
"""

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.judge.distribution import Distribution as Distribution
    from motionloom.judge.judging import (
        judge_captures as judge_captures,
        judge_library as judge_library,
        judge_motion as judge_motion,
        learn_reference as learn_reference,
        learn_reference_from_captures as learn_reference_from_captures,
        learn_reference_from_library as learn_reference_from_library,
    )
    from motionloom.judge.measure import MEASURES as MEASURES, Measure as Measure, Reading as Reading, register as register
    from motionloom.judge.reference import Reference as Reference
    from motionloom.judge.summary import Judged as Judged, Moment as Moment, Summary as Summary, measure_motion as measure_motion
    from motionloom.judge.take import Take as Take
    from motionloom.judge.verdict import Row as Row, Verdict as Verdict

__all__, __getattr__ = load_later(__name__, __file__)
