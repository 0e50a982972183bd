/**
 * A picture, PDF file or text that another app shared. The service worker stores it, and the page
 * shows and deletes it.
 */
export type Arrival = FileArrival | { id: string; kind: "text"; text: string };
export type FileArrival = { id: string; kind: "picture" | "pdf"; name: string; file: Blob };

const cacheName = "scanhook-arrivals";
const maxFiles = 20;
const maxTextLength = 100_000;
const dayMs = 86_400_000;

/**
 * Stores the files and the text of a form that another app shared; its fields are those of
 * `share_target` in the manifest. Deletes arrivals that are older than a day.
 */
export async function keepArrivals(form: FormData, now = Date.now()): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) {
    if (now - parseTime(toId(url)) > dayMs) await cache.delete(url);
  }
  const store = (number: number, body: Blob | string, headers: Record<string, string>) =>
    cache.put(`${cachePath}${now}-${number}`, new Response(body, { headers }));
  const files = form
    .getAll("pictures")
    .filter(
      (value): value is File => value instanceof File && toFileKind(value.type) !== undefined,
    );
  for (const [number, file] of files.slice(0, maxFiles).entries()) {
    const name = encodeURIComponent(file.name.toWellFormed());
    await store(number, file, { "content-type": file.type, "x-name": name });
  }
  const text = readText(form).slice(0, maxTextLength);
  if (text !== "") await store(maxFiles, text, { "content-type": "text/plain;charset=utf-8" });
}

/** Lists the stored arrivals, oldest first. */
export async function listArrivals(): Promise<Arrival[]> {
  const cache = await caches.open(cacheName);
  const arrivals: Arrival[] = [];
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url);
    if (!response) continue;
    const id = toId(url);
    const kind = toFileKind(response.headers.get("content-type") ?? "");
    if (kind) {
      const name = decodeURIComponent(response.headers.get("x-name") ?? "");
      arrivals.push({ id, kind, name, file: await response.blob() });
    } else arrivals.push({ id, kind: "text", text: await response.text() });
  }
  return arrivals.sort((a, b) => parseTime(a.id) - parseTime(b.id));
}

/** Returns the kind of arrival for a MIME type; undefined for files that the app cannot use. */
export function toFileKind(type: string): FileArrival["kind"] | undefined {
  if (type === "application/pdf") return "pdf";
  return type.startsWith("image/") ? "picture" : undefined;
}

/** Deletes an arrival that was scanned, added, written or discarded. */
export async function deleteArrival(id: string): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(cachePath + id);
}

/** The start of the cache keys, which must be URLs. Nothing is fetched from them. */
const cachePath = "/scan/shared/";

function toId(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function parseTime(id: string): number {
  return Number.parseInt(id, 10);
}

/** Returns the text and the URL. Falls back to the title, which mostly repeats the text. */
function readText(form: FormData): string {
  const readField = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const [text, url] = [readField("text"), readField("url")];
  const lines = text.includes(url) ? [text] : [text, url];
  return lines.filter(Boolean).join("\n") || readField("title");
}
