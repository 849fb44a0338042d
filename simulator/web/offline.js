// The service worker: every file of the page is kept by the browser with the first visit, under the name of this
// version. Another version is fetched whole before it takes its place.
self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(VERSION);
        await cache.addAll(["./", ...FILES].map((path) => new Request(path, { cache: "no-cache" })));
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name !== VERSION) {
                await caches.delete(name);
            }
        }
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
        event.respondWith((async () => {
            const kept = await (await caches.open(VERSION)).match(event.request, { ignoreSearch: true });
            return kept ?? fetch(event.request);
        })());
    }
});

// The player asked for this version.
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
