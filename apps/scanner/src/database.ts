/** The app's IndexedDB: `history` holds the scans, `secrets` the encrypted password and its key. */
type StoreName = "history" | "secrets";

let opening: Promise<IDBDatabase> | undefined;

/** Runs requests on one store in one transaction; resolves with the result once the transaction is complete. */
export async function inStore<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = run(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("scanhook", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("history", { keyPath: "id" });
      request.result.createObjectStore("secrets");
    };
    request.onsuccess = () => {
      const database = request.result;
      // The system may close it behind our back (iOS, in the background); another window may want to upgrade it.
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    request.onerror = () => {
      forget();
      reject(request.error);
    };
  });
  return opening;
}

function forget(): void {
  opening = undefined;
}
