"""Find out whether another value in a form satisfies the rule that refuses it.

If no such value exists, OK closes the form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...rules.procedure import Input
    from .form import Form

# All values of an input are tried if there are at most this number of them. For an input with more values, only the
# values near its bounds and beside its present value are tried.
_MANY = 6


def trials(form: Form) -> Iterator[bool]:
    """Try one changed value after another.

    Yield for each value whether the rule accepts the form with this value.

    For a role with several candidates, yield True without a trial.
    """
    for line in list(form.list):
        if isinstance(line, int):
            yield True
            continue
        now = form.given.get(line.name, line.start)
        tried = range(line.low, line.high + 1)
        if line.options is None and len(tried) > _MANY:
            tried = (line.low, line.low + 1, now - 1, now + 1, line.high)  # type: ignore[assignment]
        for value in tried:
            if value != now and line.low <= value <= line.high:
                yield _is_mended(form, line, value)


def _is_mended(form: Form, line: Input, value: int) -> bool:
    """Tell whether the rule accepts a copy of `form` in which `line` has `value`."""
    trial: Form = object.__new__(type(form))
    for name, now in form.__dict__.items():
        setattr(trial, name, now)
    trial.try_value(line.name, value)
    return trial.error is None
