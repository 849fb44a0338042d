// Checks whether this page is the newest version. The service worker keeps a version until all its tabs are
// closed. If there is a newer one, the player is informed, and gets it by a click.

const OFTEN_MS = 3600000;
const $ = (id) => document.getElementById(id);
const workers = navigator.serviceWorker;

let busy = () => false; // whether a reload would interrupt an action
let kept = Boolean(workers?.controller); // not on a first visit, which has no older version

// Stores the page for offline use, and looks for newer versions.
export async function keep(isBusy) {
    busy = isBusy;
    try {
        const registration = await workers.register(new URL("offline.js", import.meta.url));
        const arrived = async () => {
            const worker = registration.waiting ?? registration.installing;
            if (registration.active && worker && await installed(worker)) {
                $("newer").hidden = false;
            }
        };
        registration.addEventListener("updatefound", arrived);
        arrived();
        const look = () => registration.update().catch(() => {});
        setInterval(look, OFTEN_MS);
        document.addEventListener("visibilitychange", () => document.hidden || look());
    } catch {
        // Storage is forbidden, or there is no network: the page works without.
    }
}

function installed(worker) {
    return new Promise((resolve) => {
        const look = () => worker.state === "installing" || resolve(worker.state === "installed");
        worker.addEventListener("statechange", look);
        look();
    });
}

workers?.addEventListener("controllerchange", () => {
    if (kept && !busy()) {
        location.reload();
    }
    kept = true;
});

$("reload").addEventListener("click", async () => {
    const registration = await workers?.getRegistration();
    await registration?.update().catch(() => {});
    const worker = registration?.waiting ?? registration?.installing;
    if (worker && await installed(worker)) {
        worker.postMessage("take over");
    } else {
        location.reload();
    }
});
