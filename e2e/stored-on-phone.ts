// The data that the scanner stores on a phone, for stories that read it or begin with it.

/** Runs in the page: stores what version 0.2.0 stored, with a scan that was not sent. */
export async function storeAsVersion020({
  url,
  user,
  password,
}: {
  url: string;
  user: string;
  password: string;
}): Promise<void> {
  localStorage["scanhook.settings"] = JSON.stringify({ receiverUrl: url, user, sound: false });
  const encode = (text: string) => new TextEncoder().encode(text);
  const { origin } = new URL(url);
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encode(origin) },
    key,
    encode(password),
  );
  const scan = { identifier: "old-1", date: "2026-05-12T14:23:01Z", content: "OLD-1" };
  const entry = {
    id: "0mi2k1q3a0010abc",
    source: "code",
    scan,
    body: JSON.stringify(scan),
    at: Date.parse(scan.date),
    sentAt: Date.parse(scan.date),
    sentTo: url,
    outcome: { kind: "unreachable", cause: "network", reason: "No network." },
    resends: 0,
  };
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("scanhook", 2);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("history", { keyPath: "id" });
      request.result.createObjectStore("secrets");
      request.transaction!.objectStore("history").createIndex("outcome", "outcome.kind");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = database.transaction(["history", "secrets"], "readwrite");
  transaction.objectStore("history").put(entry);
  transaction.objectStore("secrets").put(key, "password-key");
  transaction.objectStore("secrets").put({ origin, iv, sealed }, "password");
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

/**
 * Runs in the page: counts the stored passwords, whose key is stored beside each. The users of all
 * jobs are stored in the same way, as one.
 */
export async function countPasswords(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("scanhook");
    request.onsuccess = () => resolve(request.result);
  });
  const keys = await new Promise<IDBValidKey[]>((resolve) => {
    const request = database.transaction("secrets").objectStore("secrets").getAllKeys();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return keys.filter((key) => !String(key).startsWith("users")).length / 2;
}
