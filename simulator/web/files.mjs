// The player's files in the browser's IndexedDB. The writes of one firmware pass form one transaction. After
// a reload at any moment, either all of them or none are there, as after a power cut.

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
    kept = new Map(); // the files of the page, by name
    behind = false; // whether the browser's copy is incomplete

    // Rejects if the browser forbids storage, as some do in private windows. name: the name of the database.
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

    // Returns the files that would be lost with the page, or null if the browser has stored all.
    get unkept() {
        return this.database && !this.behind ? null : this.kept;
    }

    // Stores changes in the order of the calls: bytes by name, or null for a deleted file. If the browser
    // fails to store the changes, the promise rejects, but `kept` has them. Each later call then tries to
    // store all files.
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

    // Replaces all files by these; a failure of the browser has the same effect.
    replaceAll(files) {
        this.kept = new Map(files);
        return this.change((store) => {
            store.clear();
            files.forEach((bytes, name) => store.put(bytes, name));
        });
    }

    async change(act) {
        if (this.database) {
            this.behind = true; // resolves at the end of the transaction
            const transaction = this.database.transaction(STORE, "readwrite");
            act(transaction.objectStore(STORE));
            await completed(transaction);
            this.behind = false;
        }
    }
}
