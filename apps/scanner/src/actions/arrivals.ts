/** What was shared to the app and waits to be looked at. The service worker takes it in, the page takes it out. */
export type Arrival = { id: string } & (
  | { kind: "picture"; name: string; file: Blob }
  | { kind: "text"; text: string }
);

const cacheName = "scanhook-arrivals";
const most = 20;
const longestText = 100_000;
const dayMs = 86_400_000;

/**
 * Keeps what another app shared (the fields of the manifest's `share_target`): the pictures, and the words if there are
 * any. What was left lying for a day is thrown away.
 */
export async function keepArrivals(form: FormData, now = Date.now()): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) {
    if (now - timeOf(idOf(url)) > dayMs) await cache.delete(url);
  }
  const keep = (number: number, body: Blob | string, headers: Record<string, string>) =>
    cache.put(`${address}${now}-${number}`, new Response(body, { headers }));
  const pictures = form
    .getAll("pictures")
    .filter((value): value is File => value instanceof File && value.type.startsWith("image/"));
  for (const [number, picture] of pictures.slice(0, most).entries()) {
    const name = encodeURIComponent(picture.name.toWellFormed());
    await keep(number, picture, { "content-type": picture.type, "x-name": name });
  }
  const words = wordsOf(form).slice(0, longestText);
  if (words !== "") await keep(most, words, { "content-type": "text/plain;charset=utf-8" });
}

/** All that waits, the oldest first. */
export async function listArrivals(): Promise<Arrival[]> {
  const cache = await caches.open(cacheName);
  const found: Arrival[] = [];
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url);
    if (!kept) continue;
    const id = idOf(url);
    if (kept.headers.get("content-type")?.startsWith("image/")) {
      const name = decodeURIComponent(kept.headers.get("x-name") ?? "");
      found.push({ id, kind: "picture", name, file: await kept.blob() });
    } else found.push({ id, kind: "text", text: await kept.text() });
  }
  return found.sort((a, b) => timeOf(a.id) - timeOf(b.id));
}

/** It was dealt with. */
export async function forgetArrival(id: string): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(address + id);
}

/** An address that is never fetched: a cache wants one for each thing. */
const address = "/scan/shared/";

function idOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function timeOf(id: string): number {
  return Number.parseInt(id, 10);
}

/** Text and address; the title only when it is all there is, for it mostly says the same. */
function wordsOf(form: FormData): string {
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const [text, url] = [field("text"), field("url")];
  const parts = text.includes(url) ? [text] : [text, url];
  return parts.filter(Boolean).join("\n") || field("title");
}
