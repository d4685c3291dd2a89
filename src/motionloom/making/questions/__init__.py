"""The questions that people answer in review: one file a question, which ends in `register(Question(...))`, and a line in `_ROOMS`.

Any room raises proposals under any of them; whoever registers as a learner of one is taught by the verdicts.
"""

from motionloom.making.questions.registry import QUESTIONS, Learner, Measured, Question, find_learner, learners, register, register_learners

__all__ = ["QUESTIONS", "Learner", "Measured", "Question", "find_learner", "learners", "register", "register_learners"]
