// The service worker. At the first visit the browser caches every file of the page. The name of the cache contains the
// page's address and version. A newer version is downloaded completely before it replaces this version. The browser
// rejects a file whose checksum differs from the one in SUMS.
const OURS = `gobelet ${self.registration.scope} `;
const CACHE = OURS + VERSION;

// Returns whether a cache belongs to this page. Earlier versions of this page used the version alone as a cache's name,
// and so may another page of the same host. Such a cache belongs to this page if it has an entry for the page's
// address.
async function isOurs(name) {
    return name.startsWith(OURS)
        || /^[0-9a-f]{16}$/.test(name) && await (await caches.open(name)).match(self.registration.scope);
}

self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(CACHE);
        await cache.addAll(Object.entries({ "./": SUMS["index.html"], ...SUMS })
            .map(([path, sum]) => new Request(path, { cache: "no-cache", integrity: sum })));
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name !== CACHE && await isOurs(name)) {
                await caches.delete(name);
            }
        }
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
        event.respondWith((async () => {
            const kept = await (await caches.open(CACHE)).match(event.request, { ignoreSearch: true });
            return kept ?? fetch(event.request);
        })());
    }
});

// The page sends "take over" when the player presses the button for the newer version, which this service worker
// serves.
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
