// The messages of the page in French and in English, in which {0}, {1}... are placeholders. index.html has the fixed
// texts of the page.

export const MESSAGES = {
    asleep: ["L’écran est en veille : une touche le réveille.", "The screen is asleep: any key wakes it."],
    elsewhere: [
        "Gobelet est ouvert dans un autre onglet, qui a la partie.", "Gobelet is open in another tab, which has the game.",
    ],
    forbidden: [
        "Ce navigateur ne permet rien de garder ici (navigation privée ?) : vous pouvez jouer, mais la partie finira avec la page.",
        "This browser lets nothing be kept here (a private window?): you can play, but the game ends with the page.",
    ],
    emptied: [
        "Le navigateur ne garde plus rien de cette page. La partie continue, mais elle finira avec la page : copiez-la dans un fichier.",
        "The browser keeps nothing of this page any more. The game goes on, but it ends with the page: save it to a file.",
    ],
    persists: [
        "Le navigateur a promis de ne pas effacer vos parties.", "The browser has promised not to erase your games.",
    ],
    persistsNot: [
        "Le navigateur peut effacer vos parties s’il manque de place : copiez-les de temps en temps dans un fichier.",
        "The browser may erase your games when it lacks room: save them to a file now and then.",
    ],
    full: [
        "Le navigateur n’a pas de place pour garder la partie. Elle continue, mais ce qui se joue maintenant finira avec la page : copiez-la dans un fichier, puis libérez de la place.",
        "The browser has no room to keep the game. It goes on, but what is played now ends with the page: save it to a file, then make room.",
    ],
    keptAgain: ["Le navigateur garde de nouveau la partie.", "The browser keeps the game again."],
    fault: [
        "Gobelet s’est arrêté. Rechargez la page : la partie continue où elle en était.",
        "Gobelet has stopped. Reload the page: the game goes on where it was.",
    ],
    noLink: ["« {0} » : il n’y a rien de ce nom ici.", "“{0}”: there is nothing of this name here."],
    noDice: ["« {0} » : ce ne sont pas des dés ; écrivez 3d8+2, par exemple.", "“{0}”: these are no dice; write 3d8+2, say."],
    saved: ["Partie enregistrée dans {0}.", "Game saved to {0}."],
    nothingToSave: ["Il n’y a encore rien à enregistrer.", "There is nothing to save yet."],
    oneGame: ["un jeu, {0}", "one game, {0}"],
    someGames: ["{0} jeux, {1}", "{0} games, {1}"],
    noGames: ["aucun jeu commencé", "no game begun"],
    replace: [
        "{0}, du {1} : {2}. Remplacer les parties de cette page ? Celles qui y sont seront copiées dans un fichier.",
        "{0}, of {1}: {2}. Replace the games of this page? Those that are here will be saved to a file.",
    ],
    replaceYes: ["Remplacer", "Replace"],
    cancel: ["Annuler", "Cancel"],
    loaded: ["Les parties de {0} sont là.", "The games of {0} are here."],
    keptBefore: ["Celles d’avant sont dans {0}.", "Those from before are in {0}."],
    tooMuch: [
        "Trop pour un Gobelet : {0} Ko de parties, et {1} Ko dans un fichier ; il en a la mémoire pour {2} Ko, et {3} Ko dans un fichier. Rien n’a été changé.",
        "Too much for a Gobelet: {0} KB of games, and {1} KB in one file; it has memory for {2} KB, and {3} KB in one file. Nothing was changed.",
    ],
    noBackup: [
        "{0} n’est pas une sauvegarde de Gobelet, ou est abîmé.", "{0} is no backup of Gobelet, or it is damaged.",
    ],
    newerBackup: [
        "{0} vient d’un Gobelet plus récent que cette page.",
        "{0} was made by a newer Gobelet than this page.",
    ],
    damagedBackup: [
        "{0} est abîmé : {1} n’est pas comme il était.", "{0} is damaged: {1} is not as it was.",
    ],
    needsHttps: [
        "Pour enregistrer les parties dans un fichier, l’adresse doit commencer par https. Jouer est possible ici aussi, et la partie reste dans ce navigateur.",
        "To save games to a file, the address must begin with https. Playing works here too, and the game stays in this browser.",
    ],

    notFetched: ["{0} n’arrive pas ; y a-t-il un réseau ?", "{0} does not arrive; is there a network?"],

    ownGame: ["Votre jeu.", "Your game."],
    ownDraft: ["Votre jeu, pas encore dans ce Gobelet.", "Your game, not in this Gobelet yet."],
    editOwn: ["Modifier", "Change it"],

    // Actions on a Pico at a USB cable
    broke: [
        "La liaison s’est rompue, ou rien ne répond : débranchez le Pico, rebranchez-le, et recommencez.",
        "The connection broke, or nothing answers: unplug the Pico, plug it in again, and retry.",
    ],
    portBusy: [
        "Un autre programme ou un autre onglet parle déjà à ce Pico (Thonny, un terminal…). Fermez-le, et recommencez.",
        "Another program or tab talks to this Pico already (Thonny, a terminal…). Close it there and retry.",
    ],
    portForbidden: [
        "Le système ne laisse pas ouvrir ce port. Sous Linux, donnez-vous le droit avec « sudo usermod -a -G dialout $USER », puis fermez la session et rouvrez-la. Si ce n’est pas cela, un autre programme parle déjà au Pico : fermez-le.",
        "The system does not let this port be opened. On Linux, take the right to with “sudo usermod -a -G dialout $USER”, then log out and in again. If it is not that, another program talks to the Pico already: close it.",
    ],
    browserRefused: [
        "Le navigateur ne le permet pas ({0}). Rechargez la page, et recommencez.",
        "The browser does not permit it ({0}). Reload the page, and retry.",
    ],
    noPort: [
        "Aucun Pico n’a été choisi. S’il n’est pas dans la liste, regardez ci-dessous.",
        "No Pico was chosen. If it is not in the list, look below.",
    ],
    silent: [
        "Le Pico ne répond pas encore. S’il n’a pas MicroPython, regardez ci-dessous.",
        "The Pico does not answer yet. If it has no MicroPython, look below.",
    ],
    nothingChanged: ["Rien n’a été changé.", "Nothing was changed."],
    savedBefore: ["Ses parties ({0}) sont copiées dans {1}.", "Its games ({0}) are saved to {1}."],
    choosePico: ["Choisir le Pico", "Choose the Pico"],
    restoreThese: [
        "{0}, du {1} : {2}. Le Pico est branché ? Choisissez-le.", "{0}, of {1}: {2}. Is the Pico plugged in? Choose it.",
    ],
    giveThese: [
        "Mettre sur le Pico les parties de cette page : {0}. Il est branché ? Choisissez-le.",
        "Put the games of this page on the Pico: {0}. Is it plugged in? Choose it.",
    ],
    takeThese: [
        "Le Pico a : {0}. Remplacer les parties de cette page ? Celles qui y sont seront copiées dans un fichier.",
        "The Pico has: {0}. Replace the games of this page? Those that are here will be saved to a file.",
    ],
    taken: ["Les parties du Pico sont dans cette page : {0}.", "The games of the Pico are in this page: {0}."],
    copied: ["Copié.", "Copied."],
    kilobytes: ["{0} Ko", "{0} KB"],
    storageFull: ["La mémoire du Pico est pleine.", "The storage of the board is full."],
    garbled: [
        "La carte a répondu autre chose que ce qui lui était demandé : débranchez-la, rebranchez-la, et recommencez.",
        "The board answered something else than it was asked; unplug it, plug it in again, and retry.",
    ],
    boardRefused: ["Le Pico refuse : {0}", "The board refused: {0}"],
    noMicroPythonThere: [
        "Il n’y a pas de MicroPython sur ce Pico. Tenez son bouton BOOTSEL en le branchant, et copiez le fichier .uf2 sur le disque qui apparaît.",
        "There is no MicroPython on this Pico. Hold its BOOTSEL button while you plug it in, and copy the .uf2 file onto the drive that appears.",
    ],
    runsOther: [
        "La carte a {0} ; installez MicroPython {1} ou plus récent.",
        "The board runs {0}; install MicroPython {1} or newer.",
    ],
    runsOld: [
        "La carte a MicroPython {0} ; installez {1} ou plus récent.",
        "The board runs MicroPython {0}; install {1} or newer.",
    ],
    wrongBoard: [
        "La liste « Votre carte et votre écran » dit {0}, mais cette carte est : {1}. Choisissez la vôtre dans cette liste.",
        "The list “Your board and screen” says {0}, but this board is a {1}. Choose yours in that list.",
    ],
    arrivedWrong: [
        "{0} n’est pas arrivé tel qu’il est sur la carte ; recommencez.",
        "{0} did not arrive as it is on the device; repeat it.",
    ],
    unreadable: ["{0} n’a pas pu être lu.", "{0} could not be read and is not in it."],
    notOurs: ["Le dossier {0} n’est pas de Gobelet et n’y est pas.", "The folder {0} is not Gobelet’s and is not in it."],
    foreignFolder: [
        "À côté des parties du Pico il y a un dossier « {0} » ; déplacez-le d’abord.",
        "Beside the data of the device lies a folder “{0}”; move it elsewhere first.",
    ],
    nothingThere: ["Il n’y a encore rien à garder.", "There is nothing to keep: the device has no data yet."],
    backedUp: ["Ses parties ({0}) sont dans {1}.", "Its games ({0}) are in {1}."],
    replaceThere: [
        "Il y a des parties sur ce Pico : {0}. Les remplacer ? Elles seront d’abord copiées dans un fichier.",
        "There are games on this Pico: {0}. Replace them? They will be saved to a file first.",
    ],
    notWhole: [
        "Les fichiers ne sont pas arrivés entiers, rien n’a été remplacé ; recommencez.",
        "The files did not arrive whole, so nothing was replaced; repeat it.",
    ],
    restored: ["Les parties sont sur le Pico : {0}.", "The games are on the Pico: {0}."],
    pictured: ["L’écran est dans {0}.", "The screen is in {0}."],
    notPictured: [
        "Gobelet ne tournait pas sur cette carte, ou était occupé ; il redémarre. Recommencez.",
        "The board was not running Gobelet, or was busy; it starts again. Retry.",
    ],

    // The drive of a Pico's bootloader
    driveOpens: [
        "Son disque va s’ouvrir : passez à l’étape 3. Si rien ne s’ouvre, faites l’étape 2 à la main.",
        "Its drive opens now: go on with step 3. If none opens, do step 2 by hand.",
    ],
    driveWritten: [
        "C’est écrit. Le disque disparaît et le Pico redémarre avec Gobelet ; si le système dit que le disque n’a pas été éjecté, ce n’est rien.",
        "It is written. The drive goes away and the Pico starts with Gobelet; if the system says that the drive was not ejected, that is nothing.",
    ],
    noDrive: [
        "« {0} » n’est pas le disque d’un Pico. Choisissez le disque RPI-RP2 ou RP2350 lui-même.",
        "“{0}” is no drive of a Pico. Choose the drive RPI-RP2 or RP2350 itself.",
    ],
    strangeDrive: ["« {0} » est le disque d’une autre carte ({1}).", "“{0}” is the drive of another board ({1})."],
    otherChip: [
        "Ce disque est celui d’un {0}, et « {1} » est choisi : choisissez votre carte à l’étape 1. Rien n’a été écrit.",
        "This drive is of an {0}, and “{1}” is chosen: choose your board in step 1. Nothing was written.",
    ],
    noUf2: ["{0} n’est pas arrivé entier du site ; recommencez.", "{0} did not arrive whole from the site; retry."],
    driveFull: ["« {0} » n’a pas de place : débranchez le Pico, et refaites l’étape 2.", "“{0}” has no room: unplug the Pico, and do step 2 again."],
    driveGone: [
        "Le disque a disparu avant la fin : refaites l’étape 2, puis recommencez, ou copiez le fichier vous-même.",
        "The drive went away before the end: do step 2 again, then retry, or copy the file yourself.",
    ],

    // The state of the device
    isMicroPython: ["MicroPython {0} sur {1}.", "MicroPython {0} on a {1}."],
    isGobelet: ["MicroPython {0} avec Gobelet dedans, sur {1}.", "MicroPython {0} with Gobelet inside, on a {1}."],
    firmwareInside: [
        "Programme : dans MicroPython ; un .uf2 plus récent, glissé, garde les parties.",
        "Firmware: inside MicroPython; a newer .uf2 file that is dragged onto it keeps the data.",
    ],
    boardFault: [
        "Fichier de la carte : il ne peut servir : {0}.", "Board file: it cannot be used: {0}.",
    ],
    memory: ["Mémoire : {0} Ko libres avant Gobelet.", "Memory: {0} KB free before Gobelet starts."],
    needsMemory: [
        "Il faut {0} Ko : videz le boot.py de la carte, ou réinstallez MicroPython.",
        "Gobelet needs {0} KB: empty the board’s boot.py, or install MicroPython anew.",
    ],
    storage: ["Stockage : {0} Ko libres sur {1} Ko.", "Storage: {0} KB free of {1} KB."],
    removeStrange: ["Enlevez ce qui n’est pas de Gobelet : {0}.", "Remove what is not Gobelet’s: {0}."],
    startAnew: ["Sauvegardez, puis commencez de nouvelles parties.", "Back up, then start new games."],
    pad: ["broche {0}", "pad {0}"],
    wires: [
        "SDA sur {0}, SCL sur {1}, VCC sur 3V3, GND sur GND", "SDA to {0}, SCL to {1}, VCC to 3V3, GND to GND",
    ],
    panel: ["Écran : répond à {0}.", "Panel: answers at {0}."],
    alsoThere: ["Il y a aussi là : {0}.", "Also there: {0}."],
    noPanel: ["Écran : rien ne répond sur le bus I²C.", "Panel: nothing answers on the I2C bus."],
    checkWires: ["Vérifiez ses quatre fils : {0}.", "Check its four wires: {0}."],
    yes: ["Oui", "Yes"],
    no: ["Non", "No"],
    reported: [
        "Le rapport est {0}. Au bureau, l’essai entier joue aussi tous les jeux.",
        "The report is {0}. At the desk, the whole test plays all games too.",
    ],
    busLow: ["Écran : pas interrogé, {0} est tenu bas.", "Panel: not asked, {0} is held low."],
    checkPower: [
        "Vérifiez qu’il est alimenté et qu’aucun fil n’en touche un autre : {0}.",
        "Check that it has power and that no wires touch: {0}.",
    ],
    otherAddress: ["Écran : {0} répond, mais on l’attend à {1}.", "Panel: {0} answers, but it is expected at {1}."],
    otherDevices: [
        "Écran : rien de ce qui répond n’en est un ({0}).", "Panel: none of what answers is one ({0}).",
    ],
    changeAddress: [
        "Écrivez ADDRESS = {0} dans gobelet_board.py sur la carte ; ou soudez le pont d’adresse de l’écran.",
        "Write ADDRESS = {0} into gobelet_board.py on the board; or change the address bridge of the panel.",
    ],
    keysUp: ["Touches : aucune n’est enfoncée.", "Keys: none is held down."],
    keysDown: ["Touches : enfoncées : {0}.", "Keys: held down: {0}."],
    keysRemedy: [
        "Si personne n’appuie : le bouton est coincé, tourné d’un quart, ou son fil touche la masse.",
        "If nobody presses: the button is stuck, turned by a quarter, or its wire touches ground.",
    ],
    noData: ["Parties : aucune encore.", "Data: none yet."],
    data: ["Parties : {0} fichiers, {1}.", "Data: {0} files, {1}."],
    damagedData: [
        "Des dégâts ont été trouvés et mis de côté : {0}.", "Damage was met and set aside: {0}.",
    ],
    crashed: ["Panne notée : {0}, version {1} : {2}.", "Crash report: {0} in version {1}: {2}."],
    sendCrash: [
        "Envoyez-la à qui fait Gobelet, avec une sauvegarde. La partie a été gardée.",
        "Send it to who makes Gobelet, with a backup. The game was kept.",
    ],
    keepCopy: [
        "Le jeu continue avec ce qui a pu être lu. Gardez-en une sauvegarde.",
        "The game goes on with what could be read. Keep a backup.",
    ],
    restoreCut: ["Parties : une remise a été interrompue.", "Data: a restore was interrupted."],
    restoreAgain: ["Recommencez-la avec le même fichier.", "Repeat it with the same file."],
    noGobelet: ["Programme : pas encore ce Gobelet.", "Firmware: not this Gobelet yet."],
    installNow: [
        "Copiez-y le fichier .uf2 de cette page, ou « gobelet flash --plain ».",
        "Copy the .uf2 file of this page onto it, or “gobelet flash --plain”.",
    ],
    installAgain: ["Recommencez la copie : « gobelet flash --plain ».", "Copy it again: “gobelet flash --plain”."],
    copyCut: ["Programme : sa copie a été interrompue.", "Firmware: its copy was interrupted."],
    plainFirmware: ["Programme : version {0}, copie {1}.", "Firmware: version {0}, build {1}."],
    doesNotStart: ["Programme : il ne démarre pas : {0}.", "Firmware: it does not start: {0}."],
    allWell: ["Tout est en ordre.", "Everything is as it should be."],
    troubles: ["{0} à regarder.", "{0} to look after."],
};

// Returns a function say(name, ...values), which returns a message. language() returns the language, "fr" or "en".
export function speaker(language, messages = MESSAGES) {
    return (name, ...values) =>
        messages[name][language() === "fr" ? 0 : 1].replace(/\{(\d)\}/g, (_, at) => values[at]);
}
