"""Whether a change in a refused form can satisfy the rule: if not, OK closes the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...rules.procedure import Input
    from ...rules.types import Values
    from .form import Form

_MANY = 20  # lines with more values are tried only at the ends and beside the present value


def is_mended(form: Form) -> bool:
    """Whether another row of a role, or another value of one line, would be accepted. Restores the form."""
    given, said = form.given, form.said
    mended = False
    for line in list(form.list):
        mended = mended or isinstance(line, int) or _is_mended_by(form, line, given, said)
    form.given, form.said = given, said
    form.refresh()
    return mended


def _is_mended_by(form: Form, line: Input, given: Values, said: list[str]) -> bool:
    """Try the other values of a line. The last one stays in the form."""
    now = given.get(line.name, line.start)
    tried = range(line.low, line.high + 1)
    if len(tried) > _MANY:
        tried = (line.low, line.low + 1, now - 1, now + 1, line.high)  # type: ignore[assignment]
    for value in tried:
        if value != now and line.low <= value <= line.high:
            form.given, form.said = dict(given), list(said)
            form.given[line.name] = value
            form.say(line.name)
            form.refresh()
            if form.error is None:
                return True
    return False
