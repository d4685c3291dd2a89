"""The synthesiser: frames of a pool in an order that does what a demand asks and joins well (after Arikan, Forsyth, O'Brien 2003).

The timeline is cut into blocks, at first of 32 frames. In every iteration a random working set of the pool's frames is tried against
what has been found, by dynamic programming over the blocks; the blocks are halved again and again on the way, which refines where a
piece begins and ends. What was found is always among what is tried, so it only gets better, and can be taken at any moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.align.tiles import single_blas
from motionloom.demands.demand import RATE, Demand, DemandError, asked_frames
from motionloom.demands.guide import Guide, make_guide
from motionloom.demands.pool import Pool
from motionloom.demands.words import HUMAN

BLOCK = 32 / 60  # seconds
ITERATIONS = 300
HALVINGS = (0, 0, 1, 0, 1, 2, 0, 1, 2, 3)  # how often blocks are halved, iteration by iteration
WORKING_SET = 1500  # frames of the pool that are looked at in an iteration
MOST = 96  # candidates of a block
BEST, LEADING = 8, 4  # anchors of a block: those with the fewest missed words, those that join best before and after
JOIN_COST, JOIN_UNIT = 2.0, 0.0006  # words missed for a frame; square metres of distance that cost as much as one
STEADY_UNIT = np.array([0.25, 0.25, 0.25, 0.8])  # m/s and rad/s by which a body's going may differ at a join for as much: momentum stays
EDGE, EDGE_COST = 0.2, 6.0  # seconds that a clip should go on beyond a join, so that there is something to blend
SHORT, SHORT_COST = 0.55, 40.0  # seconds: a shorter piece between two joins has no room to be blended, and is not seen as what it is
STUB, STUB_COST = 0.2, 1000.0  # seconds: what is shorter is seen as a jerk, whatever it shows
MISSED_COST = 2.5  # for a frame and a word; joins, places and all else are priced as if it were 1
UNASKED_COST = 0.08  # words missed, for a frame with a noteworthy word that nobody asked for: who is to stand does not jump
PLAIN = frozenset({"stand", "walk", "run", "turn", "walking", "running", "standing", "idle", "stance", "start", "stop"})
AVOID_COST, AVOID_ABOUT = (
    25.0,
    0.2,
)  # for joins that were tried and did not look natural, and seconds about them within which others are alike
CALM_AFTER = 0.5  # seconds about joins and misses that are refined by small blocks


@dataclass(frozen=True, eq=False)
class Task:
    """A demand as the search sees it: bits (F,) of words that must and must not hold, where to be, frames that are fixed, (F,) or -1.

    unasked (F,): bits of noteworthy words that nobody asked for. extra (N,): what else speaks against each frame of the pool; usable
    (N,): whether it may be shown at all.
    """

    demand: Demand
    must: NDArray[np.uint64]
    must_not: NDArray[np.uint64]
    guide: Guide
    fixed: NDArray[np.int64]
    unasked: NDArray[np.uint64]
    extra: NDArray[np.float64]
    usable: NDArray[np.bool_]

    @property
    def asked(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64], tuple[float, float]]:
        """What compiled loops want to know of the words."""
        return self.must, self.must_not, self.unasked, (MISSED_COST, UNASKED_COST)


@dataclass(frozen=True, eq=False)
class Found:
    """frames (F,) of the pool, what they cost, and of that: missed words, joins, short pieces, places.

    joins (n,): frames before which another piece begins. iteration: when it was found; history: the least cost after each.
    """

    frames: NDArray[np.int64]
    cost: float
    parts: tuple[float, float, float, float]
    joins: NDArray[np.intp]
    iteration: int = 0
    history: tuple[float, ...] = field(default=())


def make_task(
    demand: Demand,
    pool: Pool,
    pinned: NDArray[np.int64] | None = None,
    without: frozenset[str] = frozenset(),
    extra: NDArray[np.float64] | None = None,
    pace: Pool | None = None,
) -> Task:
    """The task of a demand; an error where its words are not the pool's. pinned (F,): frames that stay, -1 elsewhere. without: clips.

    pace: the pool by whose speeds the way is paced, so that a group keeps step though each has frames of its own.
    """
    must, must_not = pack_words(demand, pool)
    fixed = np.full(demand.frames, -1, np.int64) if pinned is None else pinned.astype(np.int64)
    for each in demand.passes:
        fixed[min(round(each.time * RATE), demand.frames - 1)] = pool.frame(each.clip, each.second, each.mirrored)
    barred = np.array([stretch.clip in without or stretch.name in without for stretch in pool.stretches], bool)
    usable = ~np.repeat(barred, np.diff(pool.starts))
    if not usable.any():
        raise DemandError("every clip is left out; allow some again")
    guide = make_guide(demand, pace or pool, must, must_not)
    unasked = noteworthy(pool) & ~must & ~must_not
    return Task(demand, must, must_not, guide, fixed, unasked, np.zeros(len(pool)) if extra is None else extra, usable)


def noteworthy(pool: Pool) -> np.uint64:
    """The bits of words that people see at once, as a jump or a wave: all but ways to stand, walk, run and turn."""
    names = [not PLAIN & set(word.lower().replace(" ", "_").split("_")) and word != HUMAN for word in pool.words]
    return np.uint64(sum(1 << n for n, counts in enumerate(names) if counts))


def pack_words(demand: Demand, pool: Pool) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Bits (F,) of the pool's words that must, and must not, hold at each frame; an error that names what is unknown, and what is meant."""
    from difflib import get_close_matches

    for word in demand.words:
        if word not in pool.words:
            near = get_close_matches(word, pool.words, 3, 0.5)
            meant = f"is it {' or '.join(map(repr, near))}?" if near else f"there are {', '.join(pool.words)}"
            raise DemandError(f"nothing here is annotated {word!r}; {meant}")
    packed = []
    for mask in asked_frames(demand, pool.words):
        bits = np.zeros(demand.frames, np.uint64)
        for number, row in enumerate(mask):
            bits |= row.astype(np.uint64) << np.uint64(number)
        packed.append(bits)
    return packed[0], packed[1]


class Search:
    """A search that goes on as long as somebody asks for more."""

    def __init__(self, pool: Pool, task: Task, seed: int = 0, most: int = MOST, working_set: int = WORKING_SET) -> None:
        self.pool, self.task, self.most, self.working_set = pool, task, most, working_set
        self.rng = np.random.default_rng([seed, 20030718])
        edge = round(EDGE * RATE)
        after = np.minimum(pool.left - 1, edge) / edge
        before = np.minimum(np.arange(len(pool)) - pool.starts[pool.stretch_of], edge) / edge
        self.leaving, self.entering = EDGE_COST * (1 - after), EDGE_COST * (1 - before)
        self.going = (pool.velocities / STEADY_UNIT).astype(np.float32)
        self.follower = np.where(pool.left > 1, np.arange(len(pool)) + 1, np.arange(len(pool)))
        self.free = np.flatnonzero(task.usable)
        self.found: Found | None = None
        self.history: list[float] = []

    def run(self, iterations: int = ITERATIONS) -> Iterator[Found]:
        """The best so far after each of so many more iterations."""
        for _ in range(iterations):
            halved = 0 if self.found is None else HALVINGS[len(self.history) % len(HALVINGS)]
            with single_blas():  # products are small: several threads would only wait for each other
                better = self._try(max(2, round(BLOCK * RATE) >> halved), refine=halved >= 2)
            cost, parts = self.cost(better)
            if self.found is None or cost < self.found.cost - 1e-9:
                self.found = Found(better, cost, parts, self.pool.joins(better), len(self.history))
            self.history.append(self.found.cost)
            yield self.found

    def avoid(self, joins: NDArray[np.intp]) -> None:
        """Make joins (n,) of what was found dear, and those like them: what they became was seen, and does not look natural."""
        if self.found is None:
            return
        frames, reach, pool = self.found.frames, round(AVOID_ABOUT * RATE), self.pool
        for prices, shown in ((self.leaving, frames[joins - 1]), (self.entering, frames[joins])):
            for frame in shown:
                stretch = pool.stretch_of[frame]
                prices[max(frame - reach, pool.starts[stretch]) : min(frame + reach + 1, pool.starts[stretch + 1])] += AVOID_COST
        cost, parts = self.cost(frames)
        self.found = replace(self.found, cost=cost, parts=parts)

    def cost(self, frames: NDArray[np.int64]) -> tuple[float, tuple[float, float, float, float]]:
        """What a sequence of frames costs, and of what."""
        from motionloom.demands._search_kernels import path_cost

        joins = self.pool.joins(frames)
        prices = np.zeros(len(frames))
        if len(joins):
            before, after = frames[joins - 1], frames[joins]
            come = self.follower[before]
            jerk = np.sum((self.going[come] - self.going[after]).astype(np.float64) ** 2, axis=1)
            away = self.pool.closeness.of_pairs(come, after) / JOIN_UNIT
            prices[joins] = JOIN_COST + away + jerk + self.leaving[before] + self.entering[after]
        parts, task = np.zeros(4), self.task
        total = path_cost(
            frames,
            self.pool.bits,
            task.asked,
            task.extra,
            prices,
            self.pool.steps,
            task.guide.pose,
            task.guide.targets,
            round(SHORT * RATE),
            SHORT_COST,
            parts,
        )
        stubs = STUB_COST * np.count_nonzero(np.diff(joins) < STUB * RATE)
        return float(total + stubs), (float(parts[0]), float(parts[1]), float(parts[2] + stubs), float(parts[3]))

    def _away(self, come: NDArray[np.int64], after: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the change of pose and momentum costs (A, B) between what would come next (A,) and what comes (B,) instead."""
        one, two = self.going[come], self.going[after]
        jerk = np.sum(one**2, axis=1)[:, None] + np.sum(two**2, axis=1) - 2 * one @ two.T
        return self.pool.closeness.between(come, after) / JOIN_UNIT + np.maximum(jerk, 0.0)

    def _try(self, block: int, refine: bool) -> NDArray[np.int64]:
        """The best way through a random working set and what is known, in blocks of so many frames."""
        begins, lengths = self._cut(block)
        own = None if self.found is None else self.found.frames
        cands, counts = self._choose(begins, lengths, own, refine)
        return self._solve(begins, lengths, cands, counts)

    def _cut(self, block: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First frames and lengths (K,) of the slots: a grid that begins anywhere, with a cut at every join and at what is fixed."""
        count, fixed = len(self.task.must), self.task.fixed
        cuts = [np.arange(self.rng.integers(block), count, block), np.zeros(1, np.int64)]
        held = fixed >= 0
        if held.any():
            inside = held[1:] & held[:-1] & (np.diff(fixed) == 1)
            cuts.append(np.flatnonzero((held[1:] | held[:-1]) & ~inside) + 1)
        if self.found is not None:
            cuts.append(self.found.joins)
        begins = np.unique(np.concatenate(cuts)).astype(np.int64)
        return begins, np.diff(np.append(begins, count)).astype(np.int64)

    def _choose(
        self, begins: NDArray[np.int64], lengths: NDArray[np.int64], own: NDArray[np.int64] | None, refine: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Candidates (K, M) of the slots and how many (K,) each has: what is known first, then anchors and what goes with them."""
        from motionloom.demands._search_kernels import block_costs, spread_anchors

        pool, slots = self.pool, len(begins)
        cands, counts = np.full((slots, self.most), -1, np.int64), np.zeros(slots, np.int64)
        if own is not None:
            cands[:, 0], counts[:] = own[begins], 1
        open_slots = self._open_slots(begins, lengths, own, refine)
        longest = int(lengths.max())
        able = self.free[pool.left[self.free] >= longest]
        able = self.free if len(able) == 0 else able
        subset = np.sort(self.rng.choice(able, min(self.working_set, len(able)), replace=False))
        costs = np.zeros((len(open_slots), len(subset)))
        sound = np.minimum(lengths[open_slots], int(pool.left[subset].min()))
        block_costs(pool.bits, self.task.asked, subset, begins[open_slots], sound, costs)
        anchors = [self._pick(costs + 2.0 * self.rng.random(costs.shape), BEST)]
        if own is not None and len(open_slots):
            anchors += self._pick_joining(subset, costs, begins[open_slots], lengths[open_slots], own)
        rows = np.concatenate([np.repeat(open_slots, each.shape[1]) for each in anchors])
        frames = np.concatenate([subset[each].reshape(-1) for each in anchors])
        if own is not None:
            rows, frames = self._add_shifted(rows, frames, open_slots, begins, own)
        reach = 2 if refine else slots
        order = self.rng.permutation(len(rows))
        spread_anchors(rows[order], frames[order], begins, lengths, pool.left, pool.stretch_of, reach, cands, counts)
        self._keep_fixed(begins, lengths, cands, counts)
        return cands, counts

    def _open_slots(
        self, begins: NDArray[np.int64], lengths: NDArray[np.int64], own: NDArray[np.int64] | None, refine: bool
    ) -> NDArray[np.intp]:
        """Slots that get candidates: all, or when small blocks refine, those about joins and missed words."""
        loose = self.task.fixed[begins] < 0
        if own is None or not refine or self.found is None:
            return np.flatnonzero(loose)
        have = self.pool.bits[own]
        busy = ((self.task.must & ~have) | (self.task.must_not & have)) != 0
        busy[self.found.joins] = True
        reach = round(CALM_AFTER * RATE)
        near = np.convolve(busy, np.ones(2 * reach + 1), mode="same") > 0.5 if len(busy) > 2 * reach else np.full(len(busy), busy.any())
        return np.flatnonzero(loose & near[begins + lengths // 2])

    def _pick(self, costs: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        """The columns (K, n) with the least cost in each row."""
        count = min(count, costs.shape[1])
        return np.argpartition(costs, count - 1, axis=1)[:, :count] if costs.size else np.zeros((len(costs), 0), np.intp)

    def _pick_joining(
        self,
        subset: NDArray[np.int64],
        costs: NDArray[np.float64],
        begins: NDArray[np.int64],
        lengths: NDArray[np.int64],
        own: NDArray[np.int64],
    ) -> list[NDArray[np.intp]]:
        """Columns (K, n) that go on well from what stands before each slot, and that lead well to what stands after it."""
        pool = self.pool
        come = self.follower[own[np.maximum(begins - 1, 0)]]
        away = self._away(come, subset) + self.entering[subset] + costs
        last = np.minimum(subset + int(np.median(lengths)) - 1, pool.starts[1:][pool.stretch_of[subset]] - 1)
        ends = np.minimum(begins + lengths, len(own) - 1)
        to = self._away(own[ends], self.follower[last]) + self.leaving[last] + costs
        return [self._pick(away, LEADING), self._pick(to, LEADING)]

    def _add_shifted(
        self,
        rows: NDArray[np.intp],
        frames: NDArray[np.int64],
        open_slots: NDArray[np.intp],
        begins: NDArray[np.int64],
        own: NDArray[np.int64],
    ) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """The anchors with those of what is known, a few frames earlier and later: this is how joins move."""
        pool = self.pool
        known = own[begins[open_slots]]
        shifts = np.concatenate([[0], self.rng.integers(-12, 13, 3)])
        moved = np.clip(known[:, None] + shifts, pool.starts[pool.stretch_of[known]][:, None], (known + pool.left[known] - 1)[:, None])
        return np.concatenate([rows, np.repeat(open_slots, len(shifts))]), np.concatenate([frames, moved.reshape(-1)])

    def _keep_fixed(
        self, begins: NDArray[np.int64], lengths: NDArray[np.int64], cands: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        """Slots that are fixed show what they must; slots that nothing fits get the longest stretch there is."""
        fixed = self.task.fixed[begins]
        held = fixed >= 0
        cands[held, 0], counts[held] = fixed[held], 1
        if np.any(counts == 0):
            left = np.where(self.task.usable, self.pool.left, 0)
            best = int(np.argmax(left))
            if left[best] < lengths[counts == 0].max():
                raise DemandError(
                    f"no clip lasts as long as the {lengths.max() / RATE:.2f} s that an order is begun with; choose longer ones"
                )
            cands[counts == 0, 0], counts[counts == 0] = best, 1

    def _solve(
        self, begins: NDArray[np.int64], lengths: NDArray[np.int64], cands: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Frames (F,) of the best way through the candidates."""
        from motionloom.demands._search_kernels import find_unary, step_forward

        pool, task = self.pool, self.task
        unary = np.zeros(cands.shape)
        find_unary(pool.bits, task.asked, begins, lengths, cands, counts, task.extra, unary)
        targets = self._slot_targets(begins, lengths)
        costs, poses = np.zeros(1), task.guide.pose[None].copy()
        backs, ends = list[NDArray[np.int64]](), np.zeros(0, np.int64)
        for k in range(len(begins)):
            first = cands[k, : counts[k]]
            joins = np.zeros((1, len(first))) if k == 0 else self._joins(ends, first)
            back, new_costs, new_poses = np.zeros(len(first), np.int64), np.zeros(len(first)), np.zeros((len(first), 3))
            step_forward(
                joins,
                first,
                lengths[k],
                unary[k],
                costs,
                poses,
                pool.ground,
                pool.facing,
                pool.steps,
                targets[k],
                new_costs,
                new_poses,
                back,
            )
            costs, poses, ends = new_costs, new_poses, first + lengths[k] - 1
            backs.append(back)
        out, at = np.empty(len(task.must), np.int64), int(np.argmin(costs))
        for k in range(len(begins) - 1, -1, -1):
            out[begins[k] : begins[k] + lengths[k]] = cands[k, at] + np.arange(lengths[k])
            at = int(backs[k][at])
        return out

    def _joins(self, before: NDArray[np.int64], after: NDArray[np.int64]) -> NDArray[np.float64]:
        """Costs (A, B) of joins from frames before (A,) to frames after (B,); 0 where one follows the other."""
        price = JOIN_COST + self._away(self.follower[before], after) + self.leaving[before][:, None] + self.entering[after]
        goes_on = (after[None] == before[:, None] + 1) & (self.pool.left[before] > 1)[:, None]
        return np.where(goes_on, 0.0, price)

    def _slot_targets(self, begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Where to be (K, 5) with each slot's last frame, and how much that counts: all that counts within the slot."""
        targets = self.task.guide.targets
        out = targets[begins + lengths - 1].copy()
        out[:, 3:] = np.add.reduceat(targets[:, 3:], begins, axis=0)
        return out
