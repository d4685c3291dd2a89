"""News for windows, from any thread."""

from __future__ import annotations

import asyncio
import threading

from motionloom.studio.hub import MAX_WAITING, Hub, Window
from motionloom.studio.protocol import JobRemoved, Pong
from tests.studio import in_thread


async def drain(window: Window) -> list[str | None]:
    window.cut()
    found = []
    while (text := await window.next()) is not None:
        found.append(text)
    return found


def test_a_thread_reaches_every_window() -> None:
    async def scene() -> list[list[str | None]]:
        hub, windows = Hub(), [Window("a"), Window("b")]
        hub.start()
        for window in windows:
            hub.join(window)
        thread = threading.Thread(target=lambda: hub.publish(JobRemoved(type="job_removed", id="x")))
        thread.start()
        await asyncio.to_thread(thread.join)
        await asyncio.sleep(0)
        return [await drain(window) for window in windows]

    assert in_thread.run(scene()) == [['{"type":"job_removed","id":"x"}']] * 2


def test_a_window_hears_what_it_missed_before_what_comes() -> None:
    async def scene() -> list[str | None]:
        window = Window("a")
        window.hold()
        window.tell(Pong(type="pong", at=2))
        window.release([Pong(type="pong", at=1)])
        window.tell(Pong(type="pong", at=3))
        return await drain(window)

    assert [text and text[-4:] for text in in_thread.run(scene())] == ["1.0}", "2.0}", "3.0}"]


def test_a_window_that_does_not_read_is_cut_off() -> None:
    async def scene() -> int:
        window = Window("a")
        for _ in range(MAX_WAITING + 50):
            window.tell("x")
        count = 0
        while await window.next() is not None:
            count += 1
        return count

    assert in_thread.run(scene()) == MAX_WAITING


def test_each_window_hears_its_own() -> None:
    async def scene() -> list[list[str | None]]:
        hub, windows = Hub(), [Window("a"), Window("b")]
        hub.start()
        for window in windows:
            hub.join(window)
        hub.publish_each({"b": Pong(type="pong", at=1)})
        await asyncio.sleep(0)
        return [await drain(window) for window in windows]

    assert in_thread.run(scene()) == [[], ['{"type":"pong","at":1.0}']]


def test_what_is_published_without_a_server_reaches_nobody() -> None:
    async def scene() -> list[list[str | None]]:
        hub, window = Hub(), Window("a")
        hub.join(window)
        hub.publish(Pong(type="pong", at=1))  # before it starts
        hub.start()
        hub.publish(Pong(type="pong", at=2))
        await asyncio.sleep(0)
        hub.stop()
        hub.publish(Pong(type="pong", at=3))  # after it has ended
        hub.leave(window)
        return [await drain(window), hub.ids()]

    assert in_thread.run(scene()) == [['{"type":"pong","at":2.0}'], []]
