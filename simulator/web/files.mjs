// The player's files in the browser's database (IndexedDB). The writes of one pass of the firmware form one
// transaction. So after a reload of the page, the database has either all writes of the last pass or none of them.

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
    kept = new Map(); // the bytes of the player's files, by name
    behind = false; // whether the browser's database differs from `kept`

    // Opens the database `name` and reads its files. Rejects if the browser forbids storage, as some browsers do in
    // private windows.
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

    // Returns null if the database has all files, otherwise all files. A reload of the page would then lose some.
    get unkept() {
        return this.database && !this.behind ? null : this.kept;
    }

    // Stores changes: `changes` maps a file name to its new bytes, or to null for a deleted file. If the browser fails
    // to store the changes, the promise rejects, but `kept` has the changes. The next call then tries to store all
    // files.
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

    // Replaces all files by `files`. If the browser fails to store `files`, the promise rejects, but `kept` has them.
    replaceAll(files) {
        this.kept = new Map(files);
        return this.change((store) => {
            store.clear();
            files.forEach((bytes, name) => store.put(bytes, name));
        });
    }

    async change(act) {
        if (this.database) {
            this.behind = true; // stays true if the transaction fails
            const transaction = this.database.transaction(STORE, "readwrite");
            act(transaction.objectStore(STORE));
            await completed(transaction);
            this.behind = false;
        }
    }
}
