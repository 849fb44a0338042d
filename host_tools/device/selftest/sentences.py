"""All sentences that the self-test prints, in French and English.

A test checks that a sentence has the same placeholders in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("fr", "en")


class Missing(dict[str, Any]):
    """Values of placeholders, by name.

    A missing value shows as the placeholder itself. A report of another version may lack values.
    """

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


# For each group of checks and code of a fault ("" for a passed check): the sentences (finding, remedy) in French,
# then in English.
SENTENCES: dict[tuple[str, str], tuple[tuple[str, str], tuple[str, str]]] = {
    ("micropython", ""): (
        ("MicroPython {version} sur {machine}.", ""),
        ("MicroPython {version} on {machine}.", ""),
    ),
    ("micropython", "wrong"): (
        ("MicroPython {version} sur {machine} : {why}", "Installez le fichier UF2 de cette carte."),
        ("MicroPython {version} on {machine}: {why}", "Install the UF2 file of this board."),
    ),
    ("firmware", ""): (
        ("Programme {build} : celui de ce bureau.", ""),
        ("Program {build}: the one of this desk.", ""),
    ),
    ("firmware", "other"): (
        (
            "Programme {build}, et ce bureau a {ours} : les images ne peuvent pas être comparées.",
            "Installez le même des deux côtés : `make flash`.",
        ),
        (
            "Program {build}, and this desk has {ours}: pictures cannot be compared.",
            "Install the same on both sides: `make flash`.",
        ),
    ),
    ("firmware", "none"): (
        ("Il n’y a pas de Gobelet sur cette carte.", "Installez-le : `make flash`."),
        ("There is no Gobelet on this board.", "Install it: `make flash`."),
    ),
    ("boardfile", ""): (("Fichier de carte : {board}.", ""), ("Board file: {board}.", "")),
    ("boardfile", "unusable"): (
        (
            "Le fichier de carte ne peut pas servir : {why}.",
            "Écrivez-le à nouveau : `make flash BOARD={board}`.",
        ),
        ("The board file cannot be used: {why}.", "Write it again: `make flash BOARD={board}`."),
    ),
    ("boardfile", "wrong"): (
        (
            "Le fichier de carte n’est pas celui de cette carte : {why}",
            "Choisissez le bon : `make flash BOARD={board}`.",
        ),
        ("The board file is not of this board: {why}", "Choose the right one: `make flash BOARD={board}`."),
    ),
    ("boardfile", "pins"): (
        (
            "Le fichier de carte cherche l’écran sur {sda} et {scl} ; il répond sur les broches de {board}.",
            "Prenez ce fichier : `make flash BOARD={board}`, ou tenez ↑ et ↓ à l’allumage.",
        ),
        (
            "The board file looks for the panel on {sda} and {scl}; it answers on the pins of {board}.",
            "Take that file: `make flash BOARD={board}`, or hold ↑ and ↓ at power-on.",
        ),
    ),
    ("speed", ""): (("Le processeur tourne à {mhz} MHz.", ""), ("The processor runs at {mhz} MHz.", "")),
    ("speed", "slow"): (
        (
            "Le processeur tourne à {mhz} MHz, il en faut {least}.",
            "Ôtez ce qui le ralentit de boot.py, ou installez le fichier UF2 à nouveau.",
        ),
        (
            "The processor runs at {mhz} MHz, {least} are needed.",
            "Take what slows it down out of boot.py, or install the UF2 file anew.",
        ),
    ),
    ("heap", ""): (
        ("Mémoire avant le départ : {free} Ko libres.", ""),
        ("Memory before the start: {free} KB free.", ""),
    ),
    ("heap", "low"): (
        ("Mémoire avant le départ : {free} Ko libres, il en faut {least}.", "Videz boot.py de la carte."),
        ("Memory before the start: {free} KB free, {least} are needed.", "Empty the board’s boot.py."),
    ),
    ("storage", ""): (
        ("Stockage : {free} Ko libres de {whole}.", ""),
        ("Storage: {free} KB free of {whole}.", ""),
    ),
    ("storage", "full"): (
        (
            "Stockage : {free} Ko libres de {whole}, il en faut {least}. Le plus gros : {largest}, {size} Ko.",
            "Sauvegardez (`make backup`), puis ôtez ce qui n’est pas à Gobelet.",
        ),
        (
            "Storage: {free} KB free of {whole}, {least} are needed. The largest: {largest}, {size} KB.",
            "Back up (`make backup`), then remove what is not Gobelet’s.",
        ),
    ),
    ("bus", ""): (
        ("Bus de l’écran : les deux fils sont libres.", ""),
        ("Bus of the panel: both wires are free.", ""),
    ),
    ("bus", "low"): (
        (
            "Bus de l’écran : {low} reste à la masse, même après neuf coups d’horloge.",
            "Coupez le courant tout à fait, pile et câble. Sinon : un fil touche la masse, ou l’écran est mort.",
        ),
        (
            "Bus of the panel: {low} stays at ground, even after nine clocks.",
            "Cut the power altogether, battery and cable. Else a wire touches ground, or the panel is dead.",
        ),
    ),
    ("panel", ""): (("Écran : il répond en {address}.", ""), ("Panel: it answers at {address}.", "")),
    ("panel", "absent"): (
        ("Écran : rien ne répond sur {sda} et {scl}.", "Regardez ses quatre fils : VCC, GND, SCL, SDA."),
        ("Panel: nothing answers on {sda} and {scl}.", "Look at its four wires: VCC, GND, SCL, SDA."),
    ),
    ("panel", "address"): (
        (
            "Écran : il répond en {there}, le fichier de carte dit {address}.",
            "Tenez ↑ et ↓ à l’allumage, et choisissez.",
        ),
        (
            "Panel: it answers at {there}, the board file says {address}.",
            "Hold ↑ and ↓ at power-on, and choose.",
        ),
    ),
    ("picture", ""): (("Image « {of} » : juste.", ""), ("Picture “{of}”: right.", "")),
    ("picture", "shifted"): (
        (
            "Image « {of} » : elle n’est pas juste. Le fichier de carte dit {chip}.",
            "Tenez ↑ et ↓ à l’allumage, et prenez l’autre écran, jusqu’à ce que le cadre soit entier.",
        ),
        (
            "Picture “{of}”: it is not right. The board file says {chip}.",
            "Hold ↑ and ↓ at power-on, and take the other panel, until the frame is whole.",
        ),
    ),
    ("picture", "lines"): (
        (
            "Image « {of} » : des lignes manquent.",
            "Des fils plus courts, ou le bus lent dans les réglages ; sinon l’écran a un défaut.",
        ),
        (
            "Picture “{of}”: lines are missing.",
            "Shorter wires, or the slow bus in the settings; else the panel has a defect.",
        ),
    ),
    ("down", ""): (("Touches : aucune n’est tenue.", ""), ("Keys: none is held down.", "")),
    ("down", "held"): (
        (
            "Touches tenues sans qu’on appuie : {keys}.",
            "Le bouton coince, est tourné d’un quart, ou son fil touche la masse.",
        ),
        (
            "Keys down while nobody presses: {keys}.",
            "The button is stuck, turned by a quarter, or its wire touches ground.",
        ),
    ),
    ("key", ""): (
        ("Touche {of} : {held} ms tenue, rebonds de {bounce} ms, {edges} fronts.", ""),
        ("Key {of}: {held} ms held, bounce of {bounce} ms, {edges} edges.", ""),
    ),
    ("key", "dead"): (
        (
            "Touche {of} ({pin}) : rien n’a été vu.",
            "Regardez son fil, la masse de l’autre côté, et le sens du bouton.",
        ),
        (
            "Key {of} ({pin}): nothing was seen.",
            "Look at its wire, the ground on the other side, and how the button is turned.",
        ),
    ),
    ("key", "other"): (
        ("Touche {of} ({pin}) : c’est {other} qui a bougé.", "Échangez les deux fils."),
        ("Key {of} ({pin}): it was {other} that moved.", "Swap the two wires."),
    ),
    ("key", "together"): (
        ("Touche {of} ({pin}) : {other} bouge avec elle.", "Deux fils se touchent : séparez-les."),
        ("Key {of} ({pin}): {other} moves with it.", "Two wires touch: part them."),
    ),
    ("key", "bounces"): (
        (
            "Touche {of} ({pin}) : rebonds de {bounce} ms, Gobelet en passe {least}.",
            "Un autre bouton, ou 100 nF entre la broche et la masse.",
        ),
        (
            "Key {of} ({pin}): bounce of {bounce} ms, Gobelet passes over {least}.",
            "Another button, or 100 nF between pin and ground.",
        ),
    ),
    ("key", "short"): (
        (
            "Touche {of} ({pin}) : tenue {held} ms seulement.",
            "Recommencez et tenez-la une seconde ; sinon le contact est mauvais.",
        ),
        (
            "Key {of} ({pin}): held for {held} ms only.",
            "Try again and hold it for a second; else the contact is bad.",
        ),
    ),
    ("battery", ""): (
        ("Pile : {measured} mV mesurés, {typed} mV dits.", ""),
        ("Battery: {measured} mV measured, {typed} mV typed.", ""),
    ),
    ("battery", "off"): (
        (
            "Pile : {measured} mV mesurés, {typed} mV dits.",
            "Corrigez VSYS_DROP ou VSYS_DIVIDER du fichier de carte.",
        ),
        (
            "Battery: {measured} mV measured, {typed} mV typed.",
            "Correct VSYS_DROP or VSYS_DIVIDER of the board file.",
        ),
    ),
    ("buzzer", ""): (("Sonnerie : entendue.", ""), ("Buzzer: heard.", "")),
    ("buzzer", "silent"): (
        ("Sonnerie : rien n’a été entendu.", "Regardez son fil vers {pin}, et la masse."),
        ("Buzzer: nothing was heard.", "Look at its wire to {pin}, and ground."),
    ),
    ("entropy", ""): (
        ("Hasard : {rolls} jets de d6, χ² {chi}.", ""),
        ("Entropy: {rolls} rolls of a d6, χ² {chi}.", ""),
    ),
    ("entropy", "biased"): (
        (
            "Hasard : {rolls} jets de d6, χ² {chi}, au plus {most}.",
            "Recommencez ; si cela revient, dites-le : la source de la puce est mauvaise.",
        ),
        (
            "Entropy: {rolls} rolls of a d6, χ² {chi}, {most} at most.",
            "Try again; if it comes back, report it: the chip’s source is bad.",
        ),
    ),
    ("pictures", ""): (
        ("{of} : {equal} images sur {pictures}, réponse en {median} ms ({worst}).", ""),
        ("{of}: {equal} pictures of {pictures}, answer in {median} ms ({worst}).", ""),
    ),
    ("pictures", "different"): (
        (
            "{of} : {equal} images sur {pictures} ; la première autre après {after}.",
            "Envoyez le rapport : c’est une faute du programme.",
        ),
        (
            "{of}: {equal} pictures of {pictures}; the first other one after {after}.",
            "Send the report: it is a fault of the program.",
        ),
    ),
    ("pictures", "silent"): (
        (
            "{of} : plus de réponse après {after}.",
            "Envoyez le rapport ; débranchez, rebranchez, recommencez.",
        ),
        ("{of}: no answer any more after {after}.", "Send the report; unplug, plug in, and try again."),
    ),
    ("memory", ""): (
        ("{of} : {free} Ko libres, {largest} d’un seul tenant.", ""),
        ("{of}: {free} KB free, {largest} in one piece.", ""),
    ),
    ("memory", "low"): (
        ("{of} : {free} Ko libres, {largest} d’un seul tenant : c’est trop peu.", "Envoyez le rapport."),
        ("{of}: {free} KB free, {largest} in one piece: that is too little.", "Send the report."),
    ),
    ("time", ""): (
        ("{of} : {median} ms ({worst}), du front au dernier octet.", ""),
        ("{of}: {median} ms ({worst}), from the edge to the last byte.", ""),
    ),
    ("time", "slow"): (
        (
            "{of} : {median} ms ({worst}), au plus {least}.",
            "Regardez la vitesse du processeur ; sinon envoyez le rapport.",
        ),
        (
            "{of}: {median} ms ({worst}), {least} at most.",
            "Look at the speed of the processor; else send the report.",
        ),
    ),
    ("cuts", ""): (
        ("{cuts} redémarrages forcés : tout était là.", ""),
        ("{cuts} forced restarts: everything was there.", ""),
    ),
    ("cuts", "lost"): (
        (
            "{wrong} redémarrages sur {cuts} montrent autre chose.",
            "Envoyez le rapport : aucune partie ne doit se perdre.",
        ),
        ("{wrong} of {cuts} restarts show something else.", "Send the report: no game may be lost."),
    ),
    ("plug", ""): (
        ("{cuts} fois le câble ôté : tout était là.", ""),
        ("The cable pulled {cuts} times: everything was there.", ""),
    ),
    ("plug", "lost"): (
        (
            "{wrong} fois sur {cuts}, le câble ôté montre autre chose.",
            "Envoyez le rapport : aucune partie ne doit se perdre.",
        ),
        (
            "{wrong} of {cuts} times, the pulled cable shows something else.",
            "Send the report: no game may be lost.",
        ),
    ),
    ("flash", ""): (
        ("Mémoire flash : {changed} blocs sur {blocks} écrits par cet essai.", ""),
        ("Flash: this test wrote {changed} of {blocks} blocks.", ""),
    ),
    ("flash", "worn"): (
        (
            "Mémoire flash : {bad} blocs ne se relisent pas deux fois pareil.",
            "Sauvegardez, et changez de carte.",
        ),
        ("Flash: {bad} blocks do not read the same twice.", "Back up, and take another board."),
    ),
    ("clock", ""): (
        ("Horloge : {error} % d’écart en {seconds} s.", ""),
        ("Clock: {error} % off in {seconds} s.", ""),
    ),
    ("clock", "off"): (
        (
            "Horloge : {error} % d’écart en {seconds} s, au plus {most}.",
            "Le quartz ou sa soudure est mauvais.",
        ),
        ("Clock: {error} % off in {seconds} s, {most} at most.", "The crystal or its joint is bad."),
    ),
    ("putback", ""): (
        ("Vos parties sont remises : {files} fichiers.", ""),
        ("Your games are back: {files} files.", ""),
    ),
    ("putback", "differs"): (
        (
            "Vos parties ne sont pas revenues comme elles étaient.",
            "Remettez la sauvegarde : `make restore ARGS={backup}`.",
        ),
        ("Your games did not come back as they were.", "Restore the backup: `make restore ARGS={backup}`."),
    ),
}

# The sentence for each reason to skip a check, in French and English.
WHY = {
    "nobody": ("Non regardé : personne n’est là.", "Not looked at: nobody is there."),
    "firmware": ("Non comparé : un autre programme.", "Not compared: another program."),
    "panel": ("Non regardé : l’écran ne répond pas.", "Not looked at: the panel does not answer."),
    "none": ("Cette carte n’en a pas.", "This board has none."),
    "room": ("Non fait : pas assez de place.", "Not done: not enough room."),
    "clock": (
        "Non mesuré : ce bureau n’a pas d’horloge pour cela.",
        "Not measured: this desk has no clock for it.",
    ),
    "stopped": ("Non fait : l’essai s’est arrêté avant.", "Not done: the test stopped before."),
}

NAMES = {
    "micropython": ("MicroPython", "MicroPython"), "firmware": ("Programme", "Program"),
    "boardfile": ("Fichier de carte", "Board file"), "speed": ("Processeur", "Processor"),
    "heap": ("Mémoire", "Memory"), "storage": ("Stockage", "Storage"), "bus": ("Bus", "Bus"),
    "panel": ("Écran", "Panel"), "picture": ("Image", "Picture"), "down": ("Touches", "Keys"),
    "key": ("Touche", "Key"), "battery": ("Pile", "Battery"), "buzzer": ("Sonnerie", "Buzzer"),
    "entropy": ("Hasard", "Entropy"), "pictures": ("Images", "Pictures"), "memory": ("Mémoire", "Memory"),
    "time": ("Temps", "Times"), "cuts": ("Coupures", "Cuts"), "plug": ("Câble", "Cable"),
    "flash": ("Mémoire flash", "Flash"), "clock": ("Horloge", "Clock"), "putback": ("Remise", "Put back"),
}  # fmt: skip

# Questions and messages to the user.
ASKED = {
    "hello": (
        "Essai de Gobelet sur {port}. Vos parties sont d’abord sauvegardées dans {backup}, et remises à la fin.",
        "Self-test of the Gobelet at {port}. Your games are backed up into {backup} first, and put back at the end.",
    ),
    "frame": (
        "L’écran montre-t-il un cadre entier, fermé des quatre côtés, avec une croix au milieu ? [o/n] ",
        "Does the panel show a whole frame, closed on all four sides, with a cross in its middle? [y/n] ",
    ),
    "lines": (
        "Montre-t-il huit bandes égales, la première à gauche allumée, sans trait de plus au bord ? [o/n] ",
        "Does it show eight equal bands, the first one on the left lit, without one more line at the edge? [y/n] ",
    ),
    "lit": (
        "Est-il tout allumé, sans ligne ni point noir ? [o/n] ",
        "Is all of it lit, without a dark line or dot? [y/n] ",
    ),
    "key": (
        "Tenez {key} une seconde, puis lâchez. (Vingt secondes au plus.)",
        "Hold {key} for a second, then let go. (Twenty seconds at most.)",
    ),
    "volts": (
        "Tension de la pile au voltmètre, en volts (rien : non mesurée) : ",
        "Voltage of the battery by a meter, in volts (nothing: not measured): ",
    ),
    "heard": ("Avez-vous entendu ou senti un signal ? [o/n] ", "Did you hear or feel a signal? [y/n] "),
    "plug": (
        "Ôtez le câble (et la pile), rebranchez-le, puis Entrée. ",
        "Pull the cable (and the battery), plug it in again, then Enter. ",
    ),
    "now": ("Maintenant l’appareil essaie seul : quelques minutes.", "Now the device tries by itself: some minutes."),
    "all": ("Les {count} essais sont bons.", "All {count} checks hold."),
    "some": ("{failing} sur {count} à regarder :", "{failing} of {count} to look after:"),
    "skipped": ("Non faits : {count}.", "Not done: {count}."),
    "files": ("Le rapport : {json}, et en clair {text}.", "The report: {json}, and as plain text {text}."),
}  # fmt: skip

# The name, in French and English, of the picture, device key or game that a check tests.
OF = {
    "line": ("Une ligne plus bas", "A line down"), "counter": ("Un compteur +1", "A counter +1"),
    "value": ("OK, puis la valeur d’un jet", "OK to the value of a roll"),
    "frame": ("cadre", "frame"), "lines": ("bandes", "bands"), "lit": ("tout allumé", "all lit"),
    "UP": ("↑", "↑"), "DOWN": ("↓", "↓"), "OK": ("OK", "OK"), "BACK": ("RETOUR", "BACK"),
    "dice": ("Dés libres", "Free dice"), "counters": ("Compteurs", "Counters"), "trinytia": ("Tri’Nytia", "Tri'Nytia"),
    "trireme": ("Trirème", "Trirème"), "trinites": ("Trinités", "Trinités"), "mystria": ("Mystria", "Mystria"),
    "traqueur": ("Traqueur", "Traqueur"),
}  # fmt: skip


def index(language: str) -> int:
    """Return the index of a language in a pair (French, English)."""
    return LANGUAGES.index(language)


def sentence_pair(group: str, finding: str, words: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Return the sentences (finding, remedy) about a check.

    group    the part of the check's name before the dot
    finding  code of the fault, or of the reason to skip; "" for a passed check
    words    values of the placeholders; "of" is the part of the check's name after the dot

    Return the group and the code if there is no sentence for them.
    """
    at = index(language)
    if finding in WHY and (group, finding) not in SENTENCES:
        name = NAMES.get(group, (group, group))[at]
        of = f" {OF.get(str(words['of']), (words['of'],) * 2)[at]}" if words.get("of") else ""
        return f"{name}{of} : {WHY[finding][at]}" if at == 0 else f"{name}{of}: {WHY[finding][at]}", ""
    both = SENTENCES.get((group, finding))
    if both is None:
        return f"{group} {finding}", ""
    filled = Missing(words)
    filled["of"] = OF.get(str(words.get("of")), (words.get("of", ""),) * 2)[at]
    what, remedy = both[at]
    return what.format_map(filled), remedy.format_map(filled)


def user_message(key: str, language: str, /, **words: Any) -> str:
    """Return a message or question to the user.

    key    the key of ASKED
    words  the values of the placeholders, by name
    """
    return ASKED[key][index(language)].format_map(Missing(words))
