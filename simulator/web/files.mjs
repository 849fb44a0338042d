// The player's files, kept by the browser in IndexedDB. What one pass of the firmware wrote is one transaction: after
// a reload, at whatever moment, all of it is there or nothing, as after a pulled battery.

const STORE = "files";

function settled(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

function completed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
    });
}

export class Files {
    // Rejects where the browser forbids to keep anything, as some do in private windows.
    static async open() {
        const request = indexedDB.open("gobelet", 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        const files = new Files();
        files.database = await settled(request);
        const store = files.database.transaction(STORE).objectStore(STORE);
        const [names, contents] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
        files.kept = new Map(names.map((name, at) => [name, contents[at]]));
        return files;
    }

    // Keeps nothing: for a game that ends with the page.
    static inMemory() {
        const files = new Files();
        files.kept = new Map();
        return files;
    }

    // From now on nothing is kept; what changes from here on is there as long as the page.
    forget(changes) {
        this.database = null;
        return this.write(changes);
    }

    // Keep changes, bytes by name, null for a file that is gone. They are kept in the order of the calls.
    write(changes) {
        return this.change((store) => {
            for (const [name, bytes] of changes) {
                if (bytes === null) {
                    store.delete(name);
                } else {
                    store.put(bytes, name);
                }
            }
        }, () => {
            for (const [name, bytes] of changes) {
                if (bytes === null) {
                    this.kept.delete(name);
                } else {
                    this.kept.set(name, bytes);
                }
            }
        });
    }

    // Make these the only files.
    replaceAll(files) {
        return this.change((store) => {
            store.clear();
            files.forEach((bytes, name) => store.put(bytes, name));
        }, () => { this.kept = new Map(files); });
    }

    async change(act, then) {
        if (this.database) {
            const transaction = this.database.transaction(STORE, "readwrite");
            act(transaction.objectStore(STORE));
            await completed(transaction);
        }
        then();
    }
}
