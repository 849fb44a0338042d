// Whether this page is the newest that its address has. The service worker keeps a page until all its tabs are closed;
// here the player is told of another one, and gets it with a click.

const OFTEN_MS = 3600000;
const $ = (id) => document.getElementById(id);
const workers = navigator.serviceWorker;

let busy = () => false; // whether a reload would break something off
let kept = Boolean(workers?.controller); // not on a first visit, when there is nothing that could be replaced

// Keep the page for times without a network, and look for newer ones.
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
        // Forbidden, or no network: the page works without.
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
