/**
 * The stores of the app's IndexedDB: `history` holds the scans, `secrets` the encrypted password
 * and its key.
 */
type StoreName = "history" | "secrets";

/** The index of the history by the kind of the outcome, for finding the unsent scans. */
export const outcomeIndex = "outcome";

let databasePromise: Promise<IDBDatabase> | undefined;

/**
 * Runs a request on a store in a transaction. Resolves with its result once the transaction is
 * complete.
 */
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
  databasePromise ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("scanhook", 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("history", { keyPath: "id" });
        request.result.createObjectStore("secrets");
      }
      request.transaction?.objectStore("history").createIndex(outcomeIndex, "outcome.kind");
    };
    request.onsuccess = () => {
      const database = request.result;
      // iOS may close the database while the app is in the background, and another window may want
      // to upgrade it.
      database.onclose = forgetDatabase;
      database.onversionchange = () => {
        database.close();
        forgetDatabase();
      };
      resolve(database);
    };
    request.onerror = () => {
      forgetDatabase();
      reject(request.error);
    };
  });
  return databasePromise;
}

function forgetDatabase(): void {
  databasePromise = undefined;
}
