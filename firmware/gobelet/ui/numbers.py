"""Numbers as the screen writes them."""


def percent(share, dot):
    """A share (num, den) as a percentage with one decimal, rounded half up; dot is the decimal sign of the language.

    A chance that is not zero never shows as zero, and one that is not certain never as 100 %.
    """
    num, den = share
    tenths = (num * 2000 + den) // (2 * den)
    if tenths == 0 and num > 0:
        return hundredths("<0" + dot + "1", dot)
    if tenths == 1000 and num < den:
        return hundredths(">99" + dot + "9", dot)
    if tenths % 10 == 0:
        return hundredths(tenths // 10, dot)
    return hundredths("%d%s%d" % (tenths // 10, dot, tenths % 10), dot)


def whole_percent(share, dot):
    """A share as a percentage without decimals, for where there is little room; never 0 or 100 if it is not."""
    num, den = share
    if 0 < num < den:
        return hundredths(max(1, min(99, (num * 200 + den) // (2 * den))), dot)
    return hundredths(num * 100 // den, dot)


def hundredths(number, dot):
    """A number with its percent sign, in French, which has a comma as `dot`, behind a narrow no-break space."""
    return "%s\u202f%%" % number if dot == "," else "%s%%" % number


def signed(value):
    """ "+2", "−1" (with a real minus sign), "0"."""
    return "+%d" % value if value > 0 else str(value).replace("-", "−")
