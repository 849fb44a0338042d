"""Settings: the list, the file, and the effect of a bad file."""

from __future__ import annotations

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.device.settings import FILE, HIDDEN, LARGEST, Settings, entries
from host_tools.building.texts import load
from simulator import paths
from simulator.store import MemoryStore

DEFAULTS = {name: choices[default] for name, choices, default in entries()}


def settings_from(data: bytes | None) -> tuple[Settings, MemoryStore]:
    store = MemoryStore({} if data is None else {FILE: data})
    return Settings(store), store


def in_force(settings: Settings) -> dict[str, str]:
    return {name: settings[name] for name, _, _ in entries()}


def test_the_list_is_sound():
    names = [name for name, _, _ in entries()]
    assert len(set(names)) == len(names)
    for name, choices, default in entries():
        assert len(set(choices)) == len(choices) > 1, name
        assert 0 <= default < len(choices)
        assert not any("=" in text or "\n" in text or text != text.strip() for text in (name, *choices))
    assert set(HIDDEN) <= set(names)


def test_without_a_file_all_are_at_their_defaults():
    settings, store = settings_from(None)
    assert in_force(settings) == DEFAULTS
    assert settings.bad == []
    assert store.files == {}, "looking writes nothing"


def test_reading_numbers_and_yes_or_no():
    settings, _ = settings_from(b"dim=never\noff=60\nflip=yes\n")
    assert settings.value_of("dim") is None
    assert settings.value_of("off") == 60
    assert settings.is_on("flip") and not settings.is_on("invert")
    with pytest.raises(KeyError):
        settings.index("colour")


def test_a_value_is_chosen_by_its_index_and_a_word_is_named():
    settings, _ = settings_from(None)
    with pytest.raises(ValueError, match="'fr'"):
        settings.choose("language", "fr")


@pytest.mark.parametrize("name", [name for name, _, _ in entries()])
def test_every_value_is_kept(name):
    choices = {n: c for n, c, _ in entries()}[name]
    settings, store = settings_from(None)
    for at in range(len(choices) + 1):
        settings.choose(name, at)
        assert settings[name] == choices[at % len(choices)]
        again = Settings(store)
        assert again[name] == settings[name]
        assert again.bad == []
        assert in_force(again) == {**DEFAULTS, name: settings[name]}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"language=de", "language"),
        (b"contrast=81", "contrast"),
        (b"contrast=", "contrast"),
        (b"dim=NEVER", "dim"),
        (b"hold=600=1", "hold"),
        (b"flip=\x00", "flip"),
    ],
)
def test_a_bad_value_becomes_its_default_and_the_others_hold(line, name):
    settings, store = settings_from(b"off=60\n" + line + b"\ninvert=yes\n")
    assert settings.bad == [name]
    assert in_force(settings) == {**DEFAULTS, "off": "60", "invert": "yes"}
    assert store.steps == 0, "nothing is written before the player changes something"


def test_spaces_and_line_ends_of_a_desk_do_not_matter():
    settings, _ = settings_from(b"language = en \r\n\r\nflip= yes\r\n")
    assert settings.bad == []
    assert (settings["language"], settings["flip"]) == ("en", "yes")


def test_the_last_of_two_lines_holds():
    settings, _ = settings_from(b"language=en\nlanguage=fr\n")
    assert settings["language"] == "fr"


def test_what_this_version_does_not_know_is_kept():
    settings, store = settings_from(b"# mine\ncolour=red\nlanguage=en\nfuture=\n")
    assert settings.bad == []
    settings.choose("flip", 1)
    kept = store.files[FILE].decode().split("\n")
    for line in ("# mine", "colour=red", "future=", "language=en", "flip=yes"):
        assert kept.count(line) == 1
    assert in_force(Settings(store)) == {**DEFAULTS, "language": "en", "flip": "yes"}
    before = store.files[FILE]
    Settings(store).choose("flip", 1)
    assert store.files[FILE] == before, "rewriting adds nothing"


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00language=en", b"language=en\n" + b"#" * LARGEST, b"\x00" * (LARGEST + 1)]
)
def test_a_file_that_is_not_ours_counts_for_nothing_but_is_not_lost(data):
    settings, store = settings_from(data)
    assert settings.bad == [FILE]
    assert in_force(settings) == DEFAULTS
    assert store.files == {FILE: data}
    settings.choose("language", 1)
    assert store.files[FILE + ".bad"] == data
    assert in_force(Settings(store)) == {**DEFAULTS, "language": "en"}
    store.files[FILE + ".bad"] = b"kept"
    settings.choose("language", 0)
    assert store.files[FILE + ".bad"] == b"kept", "one copy, not one at every change"


def test_a_file_that_cannot_be_read():
    class Broken(MemoryStore):
        def read(self, name):
            raise OSError(5)

    settings = Settings(Broken())
    assert settings.bad == [FILE]
    assert in_force(settings) == DEFAULTS
    settings.choose("flip", 1)
    assert settings.is_on("flip")


@pytest.mark.parametrize("data", [b"language=en\n", b"language=de\n"])
def test_a_full_store_changes_nothing(data):
    settings, store = settings_from(data)
    before = in_force(settings)
    store.full = True
    with pytest.raises(OSError):
        settings.choose("flip", 1)
    assert in_force(settings) == before
    assert store.files == {FILE: data}
    store.full = False
    settings.choose("flip", 1)
    assert in_force(Settings(store)) == {**before, "flip": "yes"}


@given(st.binary(max_size=300))
def test_any_bytes_give_settings_that_are_in_the_list(data):
    settings, store = settings_from(data)
    for name, choices, _ in entries():
        assert settings[name] in choices
    settings.choose("flip", 1)
    again = Settings(store)
    assert again.bad == []
    assert in_force(again) == in_force(settings)


def test_a_file_that_was_cut_is_told_and_kept():
    """The file may also end exactly at the end of a line."""
    settings, store = settings_from(b"colour=red\n")
    for name, value in (("language", 1), ("flip", 1), ("dim", 3), ("contrast", 0)):
        settings.choose(name, value)
    whole = store.files[FILE]
    assert whole.count(b"\n") == 6
    for size in range(len(whole)):
        settings, store = settings_from(whole[:size])
        assert settings.bad, whole[:size]
        settings.choose("invert", 1)
        assert store.files.get(FILE + ".bad", b"") == whole[:size]
        assert Settings(store).bad == []


def test_a_file_of_an_earlier_version_has_its_sum_at_the_end():
    lines = b"language=en\nflip=yes"
    settings, store = settings_from(lines + b"\nsum=%08x\n" % crc32(lines))
    assert settings.bad == []
    assert (settings["language"], settings["flip"]) == ("en", "yes")
    settings.choose("flip", 0)
    assert list(store.files) == [FILE]
    settings, _ = settings_from(lines + b"\nsum=%08x\n" % crc32(lines + b"?"))
    assert settings.bad == [FILE]


def test_the_documents_call_a_setting_as_the_device_does():
    texts = load(paths.ROOT / "firmware" / "gobelet" / "system")
    english, french = (texts[language]["s.proof"] for language in ("en", "fr"))
    for name, said in {
        "README.md": f"*Settings → {english}*",
        "README.fr.md": f"*Réglages → {french}*",
        "firmware/PROOF.md": f"*Settings → {english}* [Réglages → {french}]",
    }.items():
        assert said in " ".join((paths.ROOT / name).read_text(encoding="utf-8").split())
