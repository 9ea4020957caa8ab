"""What `deploy/` holds names only what there is: paths, commands, settings, metrics.

There is no Docker where the tests run, so no image is built: the Dockerfile is read by a linter, and
what it copies and runs is compared with the project. systemd looks through the units where it is there.
"""

import ast
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from bot import cli
from bot.config import SETTINGS, load
from bot.life import STOP_SECONDS

ROOT: Final = Path(__file__).parents[1]
DEPLOY: Final = ROOT / "deploy"
DOCKERFILE: Final = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: Final[Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNITS: Final = {
    "tavolo.service": "",
    "tavolo@.service": "",
    "tavolo-worker.service": " worker",
}
"""The units, and what follows the command in each."""
BOTS: Final = ("bot", "bot-on-postgresql")
NAMES: Final = {setting.name for setting in SETTINGS}


def instructions(text: str = DOCKERFILE) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile with what follows them."""
    whole = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    lines = [line.partition(" ") for line in whole.splitlines() if line.strip()]
    return [(word, rest.strip()) for word, _, rest in lines]


def environment_of(instruction: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(instruction))


def test_a_linter_finds_nothing_wrong_with_the_dockerfile() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    found = subprocess.run(  # noqa: S603 - the linter of the development tools
        [linter, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_everything_that_is_copied_is_there_and_let_into_the_build() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = [
        part
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for part in rest.split()[:-1]
    ]
    assert set(copied) == let_in
    assert [path for path in copied if not (ROOT / path).exists()] == []
    packages = re.search(
        r"^packages = (\[.*\])$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE
    )
    assert packages is not None
    assert set(ast.literal_eval(packages[1])) <= set(copied)
    assert not let_in & {".env", ".", "tests", "tavolo.db"}


def test_the_image_runs_the_bot_as_a_user_of_its_own_that_writes_to_its_volume() -> None:
    found = instructions()
    last: dict[str, str] = dict(found)
    assert int(last["USER"]) > 0
    assert (last["ENTRYPOINT"], last["CMD"]) == ('["tavolo"]', '["run"]')
    assert last["WORKDIR"] == last["VOLUME"] == "/data"
    environ = environment_of([rest for word, rest in found if word == "ENV"][-1])
    assert environ.keys() - {"PATH"} <= NAMES
    settings = load(environ)
    assert settings.database_url == f"sqlite:///{last['VOLUME']}/tavolo.db"
    assert f":{settings.metrics_port}/healthz" in last["HEALTHCHECK"]
    code = ast.literal_eval(last["HEALTHCHECK"].partition("CMD ")[2])[2]
    compile(code, "the health check", "exec")


@pytest.mark.parametrize("name", BOTS)
def test_a_container_can_write_to_its_volume_alone_and_has_time_to_stop(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["volumes"] == ["data:/data"]
    assert "ports" not in service
    assert float(service["stop_grace_period"].removesuffix("s")) > STOP_SECONDS
    context = (DEPLOY / service["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / service["build"]["dockerfile"]).is_file()
    assert (DEPLOY / service["env_file"]).resolve() == ROOT / ".env"
    assert service["environment"].keys() <= NAMES
    url = service["environment"]["DATABASE_URL"].replace("${POSTGRES_PASSWORD:-}", "secret")
    assert load({"DATABASE_URL": url}).database_url == url


def test_each_profile_has_one_bot_and_the_database_that_it_talks_to() -> None:
    services = COMPOSE["services"]
    assert set(services) == {*BOTS, "worker", "database"}
    assert [services[name]["profiles"] for name in BOTS] == [["sqlite"], ["postgresql"]]
    database, bot = services["database"], services["bot-on-postgresql"]
    worker = services["worker"]
    assert database["profiles"] == ["postgresql", *worker["profiles"]]
    assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
    told = database["environment"]
    url = f"postgresql://{told['POSTGRES_USER']}:{told['POSTGRES_PASSWORD']}@database/{told['POSTGRES_DB']}"
    assert bot["environment"]["DATABASE_URL"] == worker["environment"]["DATABASE_URL"] == url
    mounted = {
        volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])
    }
    assert mounted == COMPOSE["volumes"].keys()


def test_a_worker_has_neither_the_token_nor_a_volume_and_has_time_to_stop() -> None:
    worker = COMPOSE["services"]["worker"]
    assert worker["command"] == ["worker"]
    assert worker["command"][0] in cli.COMMANDS
    assert worker["env_file"] == []
    assert "volumes" not in worker
    assert worker["read_only"] is True
    assert worker["environment"].keys() <= NAMES
    assert float(worker["stop_grace_period"].removesuffix("s")) > STOP_SECONDS


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_what_there_is_and_systemd_finds_nothing_wrong(
    name: str, tmp_path: Path
) -> None:
    unit = (DEPLOY / name).read_text(encoding="utf-8")
    assert "\nRestartPreventExitStatus=2\n" in unit
    command = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert command is not None
    assert command[1] == f"/srv/tavolo/.venv/bin/tavolo{UNITS[name]}"
    assert set(re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE)) <= NAMES
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        return
    # Where the project is here, for systemd looks whether the command is there.
    here = unit.replace(command[1], sys.executable).replace("User=tavolo\n", "")
    path = tmp_path / name.replace("@", "@0-3")
    path.write_text(here.replace("/srv/tavolo", str(tmp_path)), encoding="utf-8")
    found = subprocess.run(  # noqa: S603 - found just now
        [analyze, "verify", path], capture_output=True, text=True, check=False
    )
    assert name.partition(".")[0].rstrip("@") not in found.stderr, found.stderr


def test_the_documents_name_the_files_of_this_folder() -> None:
    documents = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("docs/*.md"))
    named = {path.name for path in DEPLOY.iterdir()} - {"Dockerfile.dockerignore"}
    assert {name for name in named if f"deploy/{name}" not in documents} == set()
    for profile in re.findall(r"--profile (\w+)", documents):
        assert any(profile in each["profiles"] for each in COMPOSE["services"].values())
