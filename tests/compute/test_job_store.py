"""Jobs on disk: one database for every process, whatever becomes of them and of it."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from motionloom.compute import JobError, JobStore, JobsUnavailable, NoJob

HOLD = (
    "import sys, pathlib; from motionloom.compute import JobStore; t = JobStore(pathlib.Path(sys.argv[1])); "
    "job = t.add('count', 'Count', {}).id; t.move(job, ('waiting',), 'running'); t.make_incoming(); print(job, flush=True); "
    "sys.stdin.read()"
)


@pytest.fixture
def store(tmp_path):
    with JobStore(tmp_path / "jobs") as opened:
        yield opened


def test_what_is_written_is_read_again(store):
    job = store.add("export", "Export", {"clips": ["a", "b"], "suffix": ".bvh"}, window="w1").id
    store.change(job, done=1, total=2, message="a", problems=[("b", "no")], clips=["a"], entries=["e"])
    store.close()
    with JobStore(store.folder) as again:
        found = again.get(job)
    assert (found.done, found.total, found.message, found.clips, found.entries, found.window) == (1, 2, "a", ("a",), ("e",), "w1")
    assert found.problems == (("b", "no"),)
    assert found.arguments == {"clips": ["a", "b"], "suffix": ".bvh"}


def test_a_state_changes_once(store):
    job = store.add("export", "Export", {}).id
    assert store.move(job, ("waiting",), "running")
    assert not store.move(job, ("waiting",), "cancelled")
    assert store.get(job).state == "running"


def test_a_job_that_is_not_there(store):
    with pytest.raises(NoJob, match="no job x"):
        store.get("x")
    assert store.all() == []
    assert not store.folder.exists()  # who only reads writes nothing


def test_a_job_is_found_by_the_start_of_its_id(store):
    job = store.add("export", "Export", {}).id
    assert store.find(job[:6]).id == job
    with pytest.raises(NoJob, match="jobs list"):
        store.find("nothing")


def test_only_an_ended_job_is_forgotten(store):
    job = store.add("export", "Export", {}).id
    with pytest.raises(JobError, match="is waiting; cancel it"):
        store.remove(job)


def test_jobs_of_a_living_process_stay_and_those_of_a_dead_one_are_interrupted(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        job = other.stdout.readline().strip()
        with JobStore(tmp_path) as during:
            assert during.interrupt_orphans() == 0
            assert during.get(job).state == "running"
            assert len(list((tmp_path / "incoming").iterdir())) == 1
            other.kill()
            other.wait()
            assert during.interrupt_orphans() == 1
            assert during.get(job).state == "interrupted"
    assert list((tmp_path / "incoming").iterdir()) == []
    assert list(tmp_path.glob("process-*")) == []


@pytest.mark.parametrize("state", ["cancelled", "failed", "interrupted"])
def test_a_stopped_job_is_taken_up_by_its_kind_and_arguments(store, state):
    job = store.add("count", "Count", {"a": 1, "b": 2}).id
    store.change(job, state=state, cancel=1, error="no", problems=[("a", "no")], done=3)
    assert store.take_up("count", {"a": 2}) is None
    assert store.take_up("other", {"a": 1, "b": 2}) is None
    found = store.take_up("count", {"b": 2, "a": 1})
    assert (found.id, found.state, found.error, found.problems, found.cancel) == (job, "waiting", "", (), False)
    assert store.take_up("count", {"a": 1, "b": 2}) is None


def test_another_process_asks_a_job_to_stop(store):
    job = store.add("count", "Count", {}).id
    with JobStore(store.folder) as other:
        assert other.ask_to_cancel(job).state == "waiting"
    assert store.wants_cancel(job)
    store.change(job, state="done")
    with JobStore(store.folder) as other:
        assert other.ask_to_cancel(job).state == "done"


def test_the_version_changes_when_others_write_and_only_then(store):
    job = store.add("count", "Count", {}).id
    before = store.version()
    store.change(job, done=1)
    assert store.version() == before
    with JobStore(store.folder) as other:
        other.change(job, done=2)
    assert store.version() != before


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_database_is_set_aside(store, content, caplog):
    store.folder.mkdir()
    store.path.write_bytes(content)
    job = store.add("count", "Count", {})
    assert store.all() == [job]
    assert (store.folder / "jobs.sqlite.damaged-1").read_bytes() == content
    assert len(caplog.messages) == 1
    assert "set aside as jobs.sqlite.damaged-1" in caplog.messages[0]


def test_another_programs_database_is_set_aside_whole(store):
    store.folder.mkdir()
    with closing(sqlite3.connect(store.path)) as foreign:
        foreign.execute("CREATE TABLE jobs (title TEXT, salary INTEGER)")
        foreign.execute("INSERT INTO jobs VALUES ('gardener', 7)")
        foreign.commit()
    store.add("count", "Count", {})
    with closing(sqlite3.connect(store.folder / "jobs.sqlite.damaged-1")) as aside:
        assert aside.execute("SELECT * FROM jobs").fetchall() == [("gardener", 7)]


def test_damage_that_shows_later_is_set_aside_too(store):
    for number in range(200):
        store.add("count", "Count", {"text": "x" * 500, "number": number})
    store.close()
    size = store.path.stat().st_size
    with store.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with JobStore(store.folder) as again:
        assert again.all() == []
        again.add("count", "Count", {})
        assert len(again.all()) == 1


def test_a_newer_versions_jobs_are_left_alone(store):
    store.add("count", "Count", {})
    store.close()
    with closing(sqlite3.connect(store.path)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with JobStore(store.folder) as again:
        assert again.all() == []
        with pytest.raises(JobsUnavailable, match="of a newer Motionloom"):
            again.add("count", "Count", {})
    assert not list(store.folder.glob("*damaged*"))


def test_values_of_the_wrong_type_do_not_hide_the_others(store):
    job = store.add("count", "Count", {}).id
    store.change(job, problems="{", clips="3", arguments="[]", done="many", state="dancing", created="long ago")
    found = store.get(job)
    assert (found.problems, found.clips, found.arguments, found.done, found.state) == ((), (), {}, 0, "interrupted")


def test_where_nothing_can_be_written_reading_gives_no_jobs(tmp_path, caplog):
    (tmp_path / "jobs").write_text("in the way")
    with JobStore(tmp_path / "jobs") as store:
        assert store.all() == []
        with pytest.raises(JobsUnavailable, match="jobs cannot be kept here"):
            store.add("count", "Count", {})


def test_a_full_disk_is_one_line(store):
    store.add("count", "Count", {})
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JobsUnavailable, match="full") as caught:
        store.add("count", "x" * 100_000, {})
    assert "\n" not in str(caught.value)
    assert len(store.all()) == 1


def make_earlier(library):
    """What the version before kept: the studio's jobs with their files, and finished items."""
    old = library / "studio" / "jobs"
    (old / "files" / "one" / "files").mkdir(parents=True)
    (old / "files" / "one" / "files" / "walk.bvh").write_text("motion")
    with closing(sqlite3.connect(old / "jobs.sqlite")) as database:
        database.execute(
            "CREATE TABLE jobs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, arguments TEXT NOT NULL, state TEXT NOT NULL,"
            " owner TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '',"
            " seconds_left REAL, error TEXT NOT NULL DEFAULT '', problems TEXT NOT NULL DEFAULT '[]', clips TEXT NOT NULL DEFAULT '[]',"
            " download TEXT, created REAL NOT NULL, changed REAL NOT NULL)"
        )
        row = ("one", "import", "Import walk.bvh", '{"window": "w1"}', "running", "dead", json.dumps([{"name": "b", "error": "no"}]))
        database.execute(
            "INSERT INTO jobs (id, kind, title, arguments, state, owner, problems, created, changed) VALUES (?, ?, ?, ?, ?, ?, ?, 1, 2)",
            row,
        )
        database.commit()
    with closing(sqlite3.connect(library / "jobs.db")) as database:
        database.execute("CREATE TABLE items (job TEXT, item TEXT, result TEXT, PRIMARY KEY (job, item)) WITHOUT ROWID")
        database.execute("""INSERT INTO items VALUES ('key', 'clip 1', '{"score": 1}')""")
        database.commit()


def test_jobs_of_the_version_before_are_taken_over_with_their_files(tmp_path):
    make_earlier(tmp_path)
    with JobStore(tmp_path / "jobs", earlier=tmp_path) as store:
        (job,) = store.all()
        assert (job.id, job.state, job.window, job.arguments, job.problems) == ("one", "interrupted", "w1", {}, (("b", "no"),))
        assert (store.folder_of("one") / "files" / "walk.bvh").read_text() == "motion"
        assert store.results("key") == {"clip 1": {"score": 1}}
    assert not (tmp_path / "studio" / "jobs").exists()
    assert not (tmp_path / "jobs.db").exists()
    with JobStore(tmp_path / "jobs", earlier=tmp_path) as store:
        assert [found.id for found in store.all()] == ["one"]


def test_damaged_jobs_of_the_version_before_lose_no_files(tmp_path):
    make_earlier(tmp_path)
    (tmp_path / "studio" / "jobs" / "jobs.sqlite").write_bytes(b"nonsense" * 1000)
    (tmp_path / "jobs.db").write_bytes(b"nonsense" * 1000)
    with JobStore(tmp_path / "jobs", earlier=tmp_path) as store:
        assert store.all() == []
        store.add("count", "Count", {})
    assert (tmp_path / "studio" / "jobs" / "files" / "one" / "files" / "walk.bvh").read_text() == "motion"
