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
    kept = new Map(); // what the page has, by name
    behind = false; // whether the browser lacks some of it

    // Rejects where the browser forbids to keep anything, as some do in private windows. name: of the database.
    static async open(name = "gobelet") {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        const files = new Files();
        files.database = await settled(request);
        const store = files.database.transaction(STORE).objectStore(STORE);
        const [names, contents] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
        files.kept = new Map(names.map((name, at) => [name, contents[at]]));
        return files;
    }

    // What ends with the page: all or nothing of it is kept, and it is null if the browser has it.
    get unkept() {
        return this.database && !this.behind ? null : this.kept;
    }

    // Take changes, bytes by name, null for a file that is gone, in the order of the calls. If the browser does not keep
    // them, this rejects; they are in `kept` all the same, and each later call tries to keep everything.
    write(changes) {
        for (const [name, bytes] of changes) {
            if (bytes === null) {
                this.kept.delete(name);
            } else {
                this.kept.set(name, bytes);
            }
        }
        return this.behind ? this.replaceAll(this.kept) : this.change((store) => {
            for (const [name, bytes] of changes) {
                if (bytes === null) {
                    store.delete(name);
                } else {
                    store.put(bytes, name);
                }
            }
        });
    }

    // Make these the only files; the same if the browser does not keep them.
    replaceAll(files) {
        this.kept = new Map(files);
        return this.change((store) => {
            store.clear();
            files.forEach((bytes, name) => store.put(bytes, name));
        });
    }

    async change(act) {
        if (this.database) {
            this.behind = true; // until it is done
            const transaction = this.database.transaction(STORE, "readwrite");
            act(transaction.objectStore(STORE));
            await completed(transaction);
            this.behind = false;
        }
    }
}
