"""Plays scenarios on the chip in parallel, and keeps the measurements."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from tests.chip import desk, figures, scenario
from tests.chip.chip import Answer
from tests.chip.device import Device
from tests.chip.figures import Load, Memory


@dataclass
class Played:
    name: str
    answers: list[Answer]
    memory: list[Memory]
    loads: list[Load]
    # For each line of taps: the chip's final picture, and the desk's pictures.
    tapped: list[tuple[bytes, list[bytes]]]
    profiles: list[tuple[str, dict[str, Any]]]
    seconds: float  # seconds in the chip's time
    restless: list[str]  # tags of the keys after which the device never became idle
    raised: list[str]  # exceptions that the App reported to the player


def play_scenario(device: Device, name: str, profile: bool = False) -> Played:
    hold_ms = desk.hold_ms()
    wanted = scenario.read_scenario(name, hold_ms)
    if profile:
        wanted = wanted.with_profiles()
    data = desk.with_settings(desk.state_files(wanted.state), device.chosen)
    session = device.play(device.flash(data), wanted.steps, profiled=profile)
    said = session.usb_answers()
    heaps, loads = wanted.steps_with("heap"), wanted.steps_with("load")
    memory = [figures.parse_memory(heaps[number], text) for number, text in said if number in heaps]
    loaded = [figures.parse_load(loads[number], text) for number, text in said if number in loads]
    after = [number + 1 for number, step in enumerate(wanted.steps) if "taps" in step]
    shown = [session.pictures.get(number, session.picture) for number in after]
    tapped = list(zip(shown, desk.pictures_of_taps(wanted, data), strict=True)) if shown else []
    seconds = session.last_event["t"] / 1000
    restless = sorted({wanted.steps[number].get("tag", "") for number in session.restless_steps()})
    raised = session.exceptions()
    answers = session.answers()
    return Played(name, answers, memory, loaded, tapped, session.profiles(), seconds, restless, raised)


def play_all(device: Device, names: Sequence[str], profile: bool = False) -> Iterator[Played]:
    """Play the scenarios, and yield each as soon as it is done."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(play_scenario, device, name, profile) for name in names]
        for done in as_completed(running):
            yield done.result()
