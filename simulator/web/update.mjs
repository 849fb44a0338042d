// Looks for a newer version of the page. The browser uses a version until all its tabs are closed. If a newer version
// exists, the page shows a message, whose button loads the newer version.

const OFTEN_MS = 3600000;
const $ = (id) => document.getElementById(id);
const workers = navigator.serviceWorker;

let busy = () => false; // returns whether a reload would interrupt an action on a device
let kept = Boolean(workers?.controller); // whether a service worker controls this page

// Stores the page for offline use, and looks for newer versions each hour and whenever the tab becomes visible.
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
        // If the browser forbids storage, or if there is no network, the page works without a service worker.
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
