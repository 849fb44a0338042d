"""Whether a change in a refused form can satisfy the rule: if not, OK closes the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...rules.procedure import Input
    from .form import Form

_MANY = 20  # lines with more values are tried only at the ends and beside the present value
# attributes of a form that a trial changes
_STATE = """
    given said filled offered error mending values resolution now odds list cursor summed trials
""".split()


def trials(form: Form) -> Iterator[bool]:
    """Whether another row of a role, or another value of one line, would be accepted: one trial after another."""
    for line in list(form.list):
        if isinstance(line, int):
            yield True
            continue
        now = form.given.get(line.name, line.start)
        tried = range(line.low, line.high + 1)
        if len(tried) > _MANY:
            tried = (line.low, line.low + 1, now - 1, now + 1, line.high)  # type: ignore[assignment]
        for value in tried:
            if value != now and line.low <= value <= line.high:
                yield _is_mended(form, line, value)


def _is_mended(form: Form, line: Input, value: int) -> bool:
    """Try a value of a line. The form is as before then."""
    before = [getattr(form, name) for name in _STATE]
    form.given, form.said, form.list = dict(form.given), list(form.said), list(form.list)
    form.given[line.name] = value
    form.say(line.name)
    form.trying = True
    form.refresh()
    form.trying = False
    mended = form.error is None
    for name, was in zip(_STATE, before):
        setattr(form, name, was)
    return mended
