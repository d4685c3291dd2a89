#!/usr/bin/env python3
"""Sets everything up and runs it; needs nothing but Python 3.11 and the standard library.

python3 dev.py studio [--port N --no-browser ...]   set up, then open the studio on the sample library
python3 dev.py test [--blender] [pytest arguments]  set up, then lint, types and all tests
python3 dev.py docs                                 set up, then build the docs as a site in out/site
python3 dev.py wheel                                set up, then try the wheel in empty environments (minutes)
python3 dev.py setup                                set up only
python3 dev.py lock                                 write the hash-locked requirements anew
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
REQUIREMENTS = ROOT / "requirements"
VENV = ROOT / ".venv"
BLENDER_VENV = ROOT / ".venv-blender"
CLIENT = ROOT / "studio"
CLIENT_BUILD = ROOT / "src" / "motionloom" / "studio" / "static"
PLAYER_BUILD = ROOT / "src" / "motionloom" / "render" / "player" / "player.js"  # of shared pages and notebooks
SAMPLE = ROOT / "out" / "sample-library"
SAMPLE_SOURCES = ROOT / "src" / "motionloom" / "sample"
VALIDATORS = ROOT / "tests" / "tools"
LOCKS = {
    "run": ["pyproject.toml", "--extra", "studio", "--extra", "usd", "--group", "build"],
    "dev": ["pyproject.toml", "--extra", "studio", "--extra", "usd", "--group", "dev"],
    "node": None,
    "blender": None,
    "peers": None,
    "peers_posing": None,
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def main(arguments: Sequence[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may well start this file)
        return stop(f"Motionloom needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    command, *rest = arguments or ["--help"]
    os.chdir(ROOT)
    try:
        if command == "studio":
            return open_studio(rest)
        if command == "test":
            return run_tests(rest)
        if command == "docs":
            return build_docs()
        if command == "wheel":
            set_up("dev")
            return subprocess.call([python_of(VENV), "-m", "tests.try_wheel"])
        if command == "setup":
            set_up("dev")
            return 0
        if command == "lock":
            return write_locks()
    except subprocess.CalledProcessError as error:
        return stop(f"this step failed (exit code {error.returncode}): {' '.join(map(str, error.cmd))}")
    except KeyboardInterrupt:
        return 130
    print(__doc__)
    return 0 if command in ("-h", "--help") else 2


def open_studio(arguments: Sequence[str]) -> int:
    """Start the studio; a library named in the arguments is opened, else the sample library, made on first use."""
    set_up("run")
    if not client_is_current():
        build_client()
    motionloom = [python_of(VENV), "-m", "motionloom"]
    compile_loops_beside(motionloom)
    if names_library(arguments):
        return subprocess.call([*motionloom, "studio", *arguments])
    made = SAMPLE.with_name(f"{SAMPLE.name}-{fingerprint(sorted(SAMPLE_SOURCES.glob('*.py')))}.stamp")
    if not (SAMPLE.exists() and made.exists()):
        step("making the sample library")
        run([*motionloom, "sample", str(SAMPLE)])
        made.touch()
    return subprocess.call([*motionloom, "studio", str(SAMPLE), *arguments])


def compile_loops_beside(motionloom: Sequence[str]) -> None:
    """Once after an installation: while a person looks round, so that the first clean-up or machine need not wait for the compiler."""
    compiled = VENV / "compiled.stamp"
    if not compiled.exists():
        compiled.touch()
        nowhere = subprocess.DEVNULL
        subprocess.Popen([*motionloom, "compile", "--background"], stdin=nowhere, stdout=nowhere, stderr=nowhere)


def names_library(arguments: Sequence[str]) -> bool:
    """Whether any argument is neither an option nor the value of one."""
    options = ("--port", "--host", "--token")
    return any(not word.startswith("-") and before not in options for before, word in zip(["", *arguments], arguments, strict=False))


def run_tests(arguments: Sequence[str]) -> int:
    """Lint, types, client tests, then pytest. With --blender also the tests that open our files in Blender.

    Loops are compiled beside lint, types and client tests, once: pytest's workers would each compile those they need. The client is
    built before: pages to share need its player.
    """
    rest = [argument for argument in arguments if argument != "--blender"]
    set_up("dev")
    python = python_of(VENV)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # half of collecting tests
    if "--blender" in arguments:
        make_venv(BLENDER_VENV, ["blender"])
        environment["MOTIONLOOM_BLENDER_PYTHON"] = python_of(BLENDER_VENV)
    npm, failed = build_client(), False
    if rest:  # a person wants certain tests, which compile what they need
        check_client_and_style(python, npm)
    else:
        step("compiling loops while lint, types and the client are checked")
        with beside([python, "-m", "motionloom", "compile"], environment) as finish:
            check_client_and_style(python, npm)
            failed = finish() != 0
    count = 1 + max(2, os.cpu_count() or 2)  # one more than cores: some always wait, for a browser or for a process that is to be killed
    workers = [] if any(argument.startswith(("-n", "-p")) for argument in rest) else ["-n", str(count), "--dist", "worksteal"]
    return subprocess.call([python, "-m", "pytest", *workers, *rest], env=environment) or int(failed)


def build_docs() -> int:
    """The pages of docs/, every command and the Python API as one site with search."""
    set_up("dev")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # of Material's successor: see docs/decisions.md
    run([python_of(VENV), "-m", "mkdocs", "build", "--quiet", "--strict"])
    step("open out/site/index.html in a browser; for its search: python3 -m http.server -d out/site")
    return 0


@contextlib.contextmanager
def beside(command: Sequence[str], environment: dict[str, str]) -> Iterator[Callable[[], int]]:
    """Runs a command beside the steps of a with statement, and ends it where they fail.

    What comes out waits for its end, says what it said and gives its exit code.
    """
    with tempfile.TemporaryFile() as said:  # a pipe would stop it when it is full
        process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT)

        def finish() -> int:
            code = process.wait()
            said.seek(0)
            print(said.read().decode(errors="replace"), end="", flush=True)
            return code

        try:
            yield finish
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


def check_client_and_style(python: str, npm: list[str] | None) -> None:
    """Everything that is checked before pytest: lint, types, the studio's browser side."""
    install_validators(npm)
    say_browser(python)
    run([python, "-m", "ruff", "check", "."])
    run([python, "-m", "ruff", "format", "--check", "."])
    run([python, "-m", "mypy"])
    if npm and CLIENT.is_dir():
        run([*npm, "run", "--silent", "lint"], cwd=CLIENT)
        run([*npm, "test"], cwd=CLIENT)


def set_up(lock: str) -> None:
    """A virtual environment with the locked requirements and Motionloom itself, made anew only when the lock changed."""
    make_venv(VENV, [lock])
    package = VENV / f"motionloom-{fingerprint([ROOT / 'pyproject.toml'])}.stamp"
    if not package.exists():
        step("installing Motionloom")
        run([python_of(VENV), *PIP, "--no-deps", "--no-build-isolation", "--editable", "."])
        run([python_of(VENV), "-m", "compileall", "-q", str(ROOT / "src")])  # else the first start would do it
        package.touch()


PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def make_venv(folder: Path, locks: Iterable[str]) -> None:
    """A virtual environment that holds the given locks. `dev` holds all of `run`, so it serves for both."""
    if not Path(python_of(folder)).exists():
        step(f"making {folder.name}")
        venv.create(folder, with_pip=True, clear=folder.exists())
    for lock in locks:
        file = REQUIREMENTS / f"{lock}.txt"
        stamp = folder / f"{lock}-{fingerprint([file])}.stamp"
        larger = folder / f"dev-{fingerprint([REQUIREMENTS / 'dev.txt'])}.stamp"
        if stamp.exists() or (lock == "run" and larger.exists()):
            continue
        step(f"installing {file.name} (some minutes the first time)")
        run([python_of(folder), *PIP, "--require-hashes", "-r", str(file)])
        stamp.touch()


def build_client() -> list[str] | None:
    """Build the studio's browser side where its sources changed; returns how to call npm."""
    npm = find_npm()
    if npm is None or not (CLIENT / "package.json").exists():
        return npm
    if not (CLIENT / "node_modules" / f"{fingerprint([CLIENT / 'package-lock.json'])}.stamp").exists():
        step("installing the studio's packages")
        run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=CLIENT)
        (CLIENT / "node_modules" / f"{fingerprint([CLIENT / 'package-lock.json'])}.stamp").touch()
    if not client_is_current():
        step("building the studio")
        run([*npm, "run", "--silent", "build"], cwd=CLIENT)
        client_stamp().touch()
    return npm


def client_is_current() -> bool:
    """Whether the browser side was built of these very sources; known without starting Node."""
    return client_stamp().exists() and PLAYER_BUILD.exists()


def client_stamp() -> Path:
    folders = [folder for folder in CLIENT.iterdir() if folder.is_dir() and folder.name not in ("node_modules", "dist")]
    files = [file for file in (*CLIENT.iterdir(), *(file for folder in folders for file in folder.rglob("*"))) if file.is_file()]
    return CLIENT_BUILD / f"{fingerprint(sorted(files))}.stamp"


def find_npm() -> list[str] | None:
    """npm of this machine where Node is 20 or newer, else the one that PyPI's Node brings."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
        if version.startswith("v") and int(version[1:].split(".")[0]) >= 20:
            return [npm]
    make_venv(VENV, ["node"])
    scripts = Path(python_of(VENV)).parent
    os.environ["PATH"] = f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"
    found = shutil.which("npm", path=str(scripts))
    return [found] if found else None


def install_validators(npm: list[str] | None) -> None:
    """The glTF validator, for the tests that hold our files against it."""
    if npm is None or not (VALIDATORS / "package.json").exists() or (VALIDATORS / "node_modules").exists():
        return
    step("installing the glTF validator")
    run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=VALIDATORS)


def say_browser(python: str) -> None:
    """Find or install Chromium for the browser tests; say so where it cannot be had."""
    if find_browser(python):
        return
    step("installing Chromium for the browser tests")
    attempts: list[list[str]] = [[python, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        attempts = [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"], *attempts]
    for attempt in attempts:
        try:
            subprocess.run(attempt, check=False, timeout=600, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if find_browser(python):
            return
    print("dev.py: Chromium could not be installed here; the browser tests will say that they were skipped", flush=True)


def find_browser(python: str) -> bool:
    if any(shutil.which(name) for name in BROWSERS):
        return True
    probe = "import os, playwright.sync_api as s\nwith s.sync_playwright() as p: exit(not os.path.exists(p.chromium.executable_path))"
    return subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode == 0


def write_locks() -> int:
    """Requirements with hashes and without registry addresses, for every platform."""
    make_venv(VENV, [])
    python = python_of(VENV)
    run([python, *PIP, "uv"])
    compile_ = [
        python,
        "-m",
        "uv",
        "pip",
        "compile",
        "--universal",
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
        "--python-version",
        "3.11",
    ]
    for name, inputs in LOCKS.items():
        source = inputs or [str(REQUIREMENTS / f"{name}.in")]
        # Locks of peers travel with the package: `motionloom bench` installs them for itself.
        folder = ROOT / "src" / "motionloom" / "bench" if name.startswith("peers") else REQUIREMENTS
        run([*compile_, "--quiet", *source, "--output-file", str(folder / f"{name}.txt")])
    return 0


def python_of(folder: Path) -> str:
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def fingerprint(files: Iterable[Path]) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def run(command: Sequence[str], cwd: Path = ROOT) -> None:
    subprocess.run(list(command), check=True, cwd=cwd)


def step(text: str) -> None:
    print(f"dev.py: {text}", flush=True)


def stop(text: str) -> int:
    print(f"dev.py: {text}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
