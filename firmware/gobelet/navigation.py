"""Navigation: which screens are open, and how they come back after the power went."""

# mypy: disable-error-code="attr-defined"

import gc
from binascii import crc32

from .device.store import newest
from .memory.modules import NO_GAME, load
from .ui.notice import Notice
from .ui.stack import Gone

PLACE = "place"  # file that says which screens to open again

SYSTEM = "system."
HOME = SYSTEM + "home"
LIST = "home"  # the list of a game
FORM = "form"  # the screen of a game before a roll, and the one that shows the last roll
RESULT = "result"


class Navigation:
    """The part of the App that opens and closes screens. It needs `stack`, `store`, `keeper` and `texts`."""

    def begin_navigation(self):
        self.session = None
        self.place_due = False
        # What the file of the places says, as it was last written or read; False if memory was full then.
        self.noted = None
        self.too_much = None  # the same, when memory was full last

    def open(self, name, *args):
        """Open a screen by its id, "<game>.<screen>" or "system.<screen>", with integers as arguments.

        This is the only way to open a screen that a restart can bring back. A screen of another game than
        the present one opens that game first.
        """
        game = name.partition(".")[0]
        entered = False
        if game != "system" and (self.session is None or self.session.name != game):
            self._open_game(game)
            entered = self.started
        self.stack.rest()
        self.push(self._made(name, args), name)
        if entered:
            # A roll may come before the screens are noted, and the battery go before it is seen.
            self.note_place()

    def _made(self, name, args):
        """A screen by its id, which is of the device or of the game that is open; else ValueError."""
        game = name.partition(".")[0]
        if game != "system" and (self.session is None or self.session.name != game):
            raise ValueError(name)
        self.keeper.made()
        module, class_name = self.screen_at(name)
        return load(module, class_name)(self, *args)

    def screen_at(self, name):
        """(path of the module, name of the class) of a screen by its id."""
        game, _, short = name.partition(".")
        path = "gobelet.system" if game == "system" else "gobelet.games." + game + ".screens"
        module, class_name = load(path, "SCREENS")[short]
        return (module if "." in module else path + "." + module), class_name

    def push(self, screen, name=None):
        """Put a screen on top; with an id (see `open`) it is opened again after a restart."""
        self.stack.push(screen, name)
        screen.shown()
        self._moved()

    def _moved(self):
        self.dirty = True
        self.place_due = True

    def remake(self):
        """The screen on top is shown, after another one was closed, say; if it rested it is made again. One whose
        reason is gone closes, unless it leads elsewhere by what it defers.
        """
        stack = self.stack
        asked = len(self.deferred)
        while isinstance(stack.top(), tuple):
            place, cursor, first, known = stack.top()
            try:
                stack.screens[-1] = screen = self._made(stack.ids[-1], place)
                if cursor is not None:
                    screen.cursor = cursor
                    screen.first = first
                screen.shown()
                self._moved()
                break
            except Exception as error:
                if not isinstance(error, Gone):
                    if known or isinstance(error, MemoryError):
                        raise
                    self.report(error)
                stack.pop()
                if not stack.ids:
                    self.home()
                    return
        else:
            stack.top().shown()
            self._moved()
        if len(self.deferred) == asked and len(stack.ids) > 1 and not stack.top().stands():
            stack.pop()
            self.remake()

    def where(self, rolled=False):
        """Where something is done now, as bytes: the screens that are open above the game's list, a line each as places
        are noted, without the name of the game. rolled: with the result on top, which will show the roll that is made.
        """
        stack = self.stack
        ids = stack.ids
        places = [_line(ids[at], stack.rested(at)) for at in range(1, len(ids)) if ids[at]]
        own = "\n%s." % self.session.name
        path = ("\n" + "\n".join(places)).replace(own, "\n").split("\n")[1:]
        if path[0].startswith(LIST):
            path.pop(0)
        if rolled and not (path and path[-1].startswith(RESULT)):
            path.append(RESULT)
        if path[1:] and path[-1].startswith(RESULT) and path[-2].startswith(FORM):
            path[-2] = FORM  # the roll has its arguments
        return ("\n".join(path) or LIST).encode()

    def show_where(self, place, taken=None):
        """Show the screens that were open where something was done which is now taken back, or made again; those that
        are open there stay as they are, and so do the game's own lists below them, wherever they stand. What was being
        entered is forgotten. taken: the roll that is taken back, so that its result goes.
        """
        stack = self.stack
        while stack.ids[-1] is None and len(stack.ids) > 1:
            stack.pop()
        own = self.session.name + "."
        path = [(own + LIST, [])] if place else []
        for line in str(place, "utf-8").split("\n"):
            name, args = _screen(line if "." in line else own + line)
            if line == FORM:
                r = taken or self.session.last_roll()
                if r is None:  # the journal has let it go: the roll, and what showed it
                    break
                args = [r.number] + list(r.rows) + load("gobelet.ui.wording", "arguments")(r.proc, r.v)
            if path and line != LIST:
                path.append((name, args))
        if taken is not None:
            if path and path.pop()[0] != own + RESULT:
                path = []  # of an earlier version, which noted no place of a roll
            if not path:
                stack.cut(stack.ids.index(own + RESULT))
        if path:
            at = 1
            for name, args in path:
                if stack.ids[at : at + 1] != [name] or (
                    name != own + LIST and list(stack.rested(at)[0]) != args
                ):
                    break
                at += 1
            stack.cut(at)
            stack.rest()
            for name, args in path[at - 1 :]:
                stack.push((args, None, 0, False), name)
            if stack.ids[-1] == own + RESULT and isinstance(stack.top(), tuple):
                stack.screens[-1] = stack.top()[:1] + (
                    None,
                    0,
                    True,
                )  # what can be done with it is another list now
        self.remake()

    def close(self, result=None):
        """Leave the screen on top and give `result` to the one below. The last screen stays."""
        if len(self.stack.screens) < 2:
            if self.stack.ids[0] is None:
                self.defer(self._find_again)
            return
        self.stack.pop()
        self.remake()
        self.stack.top().returned(result)

    def replace(self, name, *args):
        """Open a screen in the place of the one on top."""
        self.stack.pop()
        self.open(name, *args)

    def home(self):
        """Close everything and show the list of games."""
        self.stack.clear()
        self.open(HOME)

    def back_to(self, name):
        """Close screens until the one with this id is on top; home if it is not open."""
        ids = self.stack.ids
        if name not in ids:
            self.home()
            return
        size = len(ids)
        while ids[size - 1] != name:
            size -= 1
        self.stack.cut(size)
        self.remake()

    def notice(self, text):
        """Show a message that stays until a key is pressed."""
        self.push(Notice(self, text))

    def page(self, title, body):
        """Show a text to read, or a list of lines; see `Page`."""
        self.push(load("gobelet.ui.page", "Page")(self, title, body))

    def faces(self, title, dice):
        """Ask for the faces of real dice; see `ByHand`."""
        self.push(load("gobelet.ui.byhand", "ByHand")(self, title, dice))

    def rule(self, name, *args):
        """Show the text "page.<name>" of the game, filled in: its title up to the first "|", then its lines. A number,
        as of a reading, stands before the title.
        """
        title, _, body = self.texts("page." + name, *args).partition("|")
        self.page(name + " " + title if "-" in name else title, body)

    # Games

    def leave_game(self):
        """Let go of the game that is open. Its modules stay until another one is wanted: see `Keeper`. Only the home
        screen may do this, for a screen of the game would be left without its Sheets.
        """
        self.session = None
        del self.deferred[:]
        self.texts.close()

    def _open_game(self, game):
        self.leave_game()
        if self.keeper.keep(game) and self.started:
            gc.collect()
        try:
            made = load("gobelet.session", "Session")
            if not self.started:
                # What was read so far goes before what stays comes to lie behind it; and a game needs all of the heap:
                # else it depends on the screen how often the collector runs in vain.
                self.collect()
            self.session = made(game, self.store, self.where)
            self.texts.open(game)
        except Exception:
            self.leave_game()
            raise
        if self.session.loaded in ("damaged", "older"):
            self.toast(self.texts("journal." + self.session.loaded))

    # The places after a restart

    def start_screens(self):
        """After power-on: the screens that were open when the power went, or the first lesson."""
        load("gobelet.system.home", "Home")
        self.keeper.settle()
        if self.settings.yes("taught"):
            self._reopen_all()
        else:
            self.home()
            # Who was asked the language, or told it by what installed the device, is not asked again.
            self.open("system.lesson" if "language" in self.settings.chosen else "system.welcome")
            self.place_due = False  # it is found again without a note

    def _reopen_all(self):
        """Open the screens that were noted. One that cannot be opened is left out, and those that only lead on from
        there.
        """
        self.stack.clear()
        self.leave_game()
        noted = None
        try:
            noted = self._reopen()
        except MemoryError:
            self.only_full()
            return
        except Exception as error:
            self.report(error)
            if self.session is None:
                self.toast(self.fault(error))
            while self.session is None and not self.stack.ids[-1].startswith(SYSTEM):
                self.stack.pop()
        try:
            self.remake()
            if noted is not None and self.session is not None:
                self._go_on(noted)
        except MemoryError:
            self.only_full()
        except Exception as error:
            self.report(error)
            self.home()

    def only_full(self):
        """Memory is full: let go of everything but the message that was made while there was room for it. In a start
        what was imported stays, for `_find_again` makes room of it.
        """
        self.stack.clear()
        self.push(self.full)
        self.leave_game()
        if self.started:
            self.keeper.keep(NO_GAME)
        gc.collect()

    def _find_again(self):
        """Memory was full: show what was noted before, now that nothing else is there; home if that is too much."""
        if self.noted == self.too_much:
            self.home()
        else:
            self.too_much = self.noted
            if self.make_room():
                self.defer(self._show_again)
            else:
                self._show_again()

    def _show_again(self):
        self._reopen_all()
        self._draw()
        self.keys.swallow(self.pins, self.clock)  # as in a start: it took a second

    def _reopen(self):
        """What lies below the screen on top, and its game. Returns where the journal stood when the screens were noted;
        None if it did not go on since.
        """
        stack = self.stack
        stack.push(((), None, 0, False), HOME)
        lines, noted = self._read_place()
        for line in lines:
            line, _, look = line.partition(";")
            name, place = _screen(line)
            if "." not in name:  # of the same game as the one below
                name = stack.ids[-1].partition(".")[0] + "." + name
            if name == HOME:
                stack.clear()
            cursor, first = [int(word) for word in (look + " 0").split()][:2] if look else (None, 0)
            stack.push((place, cursor, first, False), name)
        name = stack.ids[-1]
        game = name.partition(".")[0]
        if game == "system":
            return None
        self._open_game(game)
        noted = int(noted)
        position = self.session.journal.position
        if position < noted:
            # What was written before the screens were noted is not there any more.
            self.session.journal.fell_short()
        if position == noted:
            return None
        stack.screens[-1] = (place, None, 0, False)  # the cursor stood there before
        return noted

    def _read_place(self):
        """(lines of the file that says which screens to open, where the journal stood); no lines if it is damaged. They
        only say what was shown: the game is in its journal.
        """
        self.noted = data = newest(self.store.read(PLACE)) or b""
        for size in (4, 9):  # earlier versions wrote the sum in digits, and where the journal stood in front
            said = data[:-size]
            if data[-size:] in (_sum(said), b"\n%08x" % crc32(said)):
                lines = str(said, "utf-8").split("\n")
                return lines, lines.pop(-1 if size == 4 else 0)
        self.noted = None
        if data:
            self.store.replace(PLACE + ".bad", data)
        return [], ""

    def _go_on(self, noted):
        """The journal went on after the screens were noted: show what its last record has led to. A roll that none of
        them has taken is shown again.
        """
        session = self.session
        stack = self.stack
        name = session.name + "." + RESULT
        place = session.turned()
        if place:
            self.show_where(place)
        elif stack.ids[-1] == name:
            if place is None:
                stack.top().went_on()
            else:
                self.close()  # it was that of a later roll
        elif name not in stack.ids and session.rolled() >= noted:
            done = session.journal.done
            if session.unseen():
                self.show_where(session.rolled_where() or RESULT.encode())
            elif done:  # the roll is done, and may have led on
                place = session.journal.place_of(done[-1])
                if place.endswith(RESULT.encode()):
                    self.show_where(place)
                    stack.top().went_on()

    def note_place(self):
        """Note which screens are open, for a restart."""
        self.place_due = False
        stack = self.stack
        if stack.ids[0] is None:
            return  # memory is full: what was noted is to be shown again
        lines = []
        before = None
        for name in stack.ids:
            if not name:
                break
            rested = stack.rested(len(lines))
            game = name.partition(".")[0] + "."
            line = _line(name[len(game) :] if game == before else name, rested)
            before = game
            lines.append(line if rested[1] is None else line + (";%d %d" % rested[1:3]).replace(" 0", ""))
        # Behind what mostly stays: the store writes what is new.
        lines.append(str(self.session.journal.position) if self.session else "")
        data = "\n".join(lines).encode()
        data += _sum(data)
        if data == self.noted:
            return
        try:
            self.store.note(PLACE, data)
            self.noted = data
        except (OSError, MemoryError) as error:
            # Nothing of the game is lost with it. The next key tries again, and a collection where memory was full.
            self.noted = False if isinstance(error, MemoryError) else None
            self.report(error)


def _line(name, rested):
    """The id of a screen that rests, and its arguments, as text."""
    return " ".join([name] + [str(number) for number in rested[0]])


def _screen(line):
    """(id, arguments) of what `_line` gave."""
    name, _, rest = line.partition(" ")
    return name, [int(word) for word in rest.split()]


def _sum(data):
    return crc32(data).to_bytes(4, "little")
