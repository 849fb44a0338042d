"""A whole game of Tri'Nytia with a link client, compared with the same game without one.

The desk plays first, as in `games`, and classifies each key. The chip then plays the game twice. Every
picture must be the desk's even with a client. The messages must contain each roll of the journal once, and
the last state.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from host_tools.link.shapes import Message, parse_message
from simulator.script import Line
from simulator.serial import Serial
from tests.chip import games, presses
from tests.chip.chip import Answer, Session
from tests.chip.device import Device
from tests.chip.figures import Spread, format_limit
from tests.chip.scenario import SETTLED_MS

from gobelet.journal.records import ROLL  # isort: skip
from gobelet.link import messages  # isort: skip
from gobelet.link.link import Link  # isort: skip

GAME = "trinytia_game"
ANSWERED = '"to":'
GREETING: tuple[dict[str, Any], ...] = (
    {"type": '\n{"hello":1}\n', "until": ANSWERED},
    {"settle": SETTLED_MS},
)
ALIVE: tuple[dict[str, Any], ...] = (
    {"type": '\n{"alive":1}\n', "until": ANSWERED},
    {"settle": SETTLED_MS},
)
KEYS_BETWEEN = 8  # keys between two keep-alive messages of the client


class Recording(games.Recording):
    """Also records the journal positions of the rolls."""

    def __init__(self) -> None:
        self.rolls: set[int] = set()
        super().__init__()

    def _press_and_record(self, line: Line, name: str, down: int, chip_down: int) -> None:
        super()._press_and_record(line, name, down, chip_down)
        session = self.board.context.session
        if session is not None:
            self.rolls |= {at for at, kind, _ in session.journal.newest_first() if kind & 15 == ROLL}

    def state(self) -> Message:
        """Return the state message of the desk's Gobelet."""
        told = "".join(messages.state(Link(self.board.context, Serial(), lambda: None)))
        return dict(json.loads(told + "}"))


@dataclass
class Played:
    answers: list[Answer] = field(default_factory=list)
    pictures: int = 0
    # Lines of the script whose picture differs from the desk's.
    wrong: list[str] = field(default_factory=list)
    heard: list[Message] = field(default_factory=list)
    seconds: float = 0


def with_listener(steps: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """Insert the client's messages into the steps; return them, and the new number of each step."""
    made: list[dict[str, Any]] = []
    at: dict[int, int] = {}
    keys = -1
    for number, step in enumerate(steps):
        at[number] = len(made)
        if keys < 0 and ("press" in step or "type" in step):
            made += GREETING
            keys = 0
        elif "press" in step:
            keys += 1
            if keys % KEYS_BETWEEN == 0:
                made += ALIVE
        made.append(step)
    at[len(steps)] = len(made)
    return made, at


def play_recording(device: Device, recording: games.Recording, address: int, listened: bool) -> Played:
    found = Played()
    flash = device.flash({})
    for part in recording.parts:
        dice = {"address": address, "bytes": bytes(recording.noted.given)[part.dice :].hex()}
        steps, at = with_listener(part.steps) if listened else (part.steps, {})
        session = device.play(flash, steps, dice=dice)
        flash = session.flash
        found.seconds += session.last_event["t"] / 1000
        found.answers += session.answers()
        for number, (line, picture) in part.pictures.items():
            found.pictures += 1
            if session.pictures.get(at.get(number, number), session.picture) != picture:
                found.wrong.append(f"{line.path.name}:{line.number}: {line.command} {line.rest}")
        found.heard += messages_of(session)
    return found


def messages_of(session: Session) -> list[Message]:
    """Return the messages of a session."""
    text = "".join(event.get("heard", "") for event in session.events)
    return [message for line in text.splitlines() if (message := parse_message(line)) is not None]


def play_both(device: Device) -> tuple[Recording, Played, Played]:
    """Play without a client and with one, in two processes."""
    recording = Recording()
    recording.play(games.SCRIPTS / f"{GAME}.txt")
    address = games.urandom_address(device)
    given = games.Recording.__new__(games.Recording)  # a copy that can be pickled for the other process
    given.noted, given.parts = recording.noted, recording.parts
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        both = [pool.submit(play_recording, device, given, address, listened) for listened in (False, True)]
        without, heard = (each.result() for each in both)
    return recording, without, heard


def find_faults(recording: Recording, played: Played) -> Iterable[str]:
    """Yield the differences between the messages and the game."""
    for line in played.wrong:
        yield f"another picture after {line}"
    before = 0
    for message in played.heard:
        if message["type"] != "hello" and message["seq"] != before + 1:
            yield f"message {message['seq']} after {before}"
        before = message["seq"]
    at = [message["at"] for message in played.heard if message["type"] == "roll"]
    missed = recording.rolls - set(at)
    if missed or set(at) - recording.rolls:
        yield f"{len(missed)} of {len(recording.rolls)} rolls were not told, {len(set(at) - recording.rolls)} are none"
    states = [message for message in played.heard if message["type"] == "state"]
    wanted = recording.state()
    if not states or any(states[-1].get(name) != wanted[name] for name in ("game", "at", "values", "turn")):
        yield "the last state is not that of the desk"


def spreads_by_key(answers: Sequence[Answer]) -> dict[str, Spread]:
    """Return the times to the last byte by kind of key, and those to the first byte."""
    found = {}
    for did in presses.LIMITS:
        times = [a.last for a in answers if a.tag == did and a.acts and a.last is not None]
        if times:
            found[did] = Spread.from_values(times)
    firsts = [a.first for a in answers if a.key and not a.held and a.first is not None]
    return found | {presses.FIRST: Spread.from_values(firsts)}


def exceeded_limits(without: Played, heard: Played) -> dict[str, bool]:
    """Return the kinds that exceed their limit with a client, and whether they do so without one."""
    one, other = spreads_by_key(without.answers), spreads_by_key(heard.answers)
    return {
        did: did in one and not one[did].is_within(presses.LIMITS[did])
        for did, spread in other.items()
        if not spread.is_within(presses.LIMITS[did])
    }


def format_table(without: Played, heard: Played) -> str:
    one, other = spreads_by_key(without.answers), spreads_by_key(heard.answers)
    beyond = exceeded_limits(without, heard)
    lines = [
        "| what, in a whole game of Tri'Nytia | n | median, worst in ms, nobody listens | with a listener | limit |",
        "|---|--:|--:|--:|---|",
    ]
    for did, spread in other.items():
        figures = " | ".join(f"{s.median:.0f} ({s.worst:.0f})" for s in (one[did], spread))
        mark = {True: ", EXCEEDED by both", False: ", EXCEEDED"}[beyond[did]] if did in beyond else ""
        lines.append(f"| {did} | {spread.n} | {figures} | {format_limit(presses.LIMITS[did])}{mark} |")
    rolls = len({message["at"] for message in heard.heard if message["type"] == "roll"})
    size = sum(len(json.dumps(message, ensure_ascii=False).encode()) for message in heard.heard)
    lines.append(f"| pictures that are the desk's, of {heard.pictures} | | "
                 f"{without.pictures - len(without.wrong)} | {heard.pictures - len(heard.wrong)} | all |")  # fmt: skip
    lines.append(f"| messages heard, rolls among them, bytes | | | {len(heard.heard)}, {rolls}, {size} | |")
    return "\n".join(lines) + "\n"
