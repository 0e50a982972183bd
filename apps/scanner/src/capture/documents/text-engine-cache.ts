const prefix = "text-engine-";

/**
 * Returns a file of the text engine from the cache, or fetches it and keeps it. The folder of the
 * file carries the version of the engine and names the cache, so a new version makes the caches of
 * others obsolete.
 */
export async function respondFromTextEngine(request: Request): Promise<Response> {
  const name = request.url.split("/").find((part) => part.startsWith(prefix))!;
  const cache = await caches.open(name);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // A response to a request for a part has the status 206 and cannot be kept.
  if (response.status === 200) {
    await Promise.all([cache.put(request.url, response.clone()), deleteOthers(name)]).catch(() => {
      // Storage is full. The file is fetched again the next time.
    });
  }
  return response;
}

async function deleteOthers(name: string): Promise<void> {
  const names = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(names.map((other) => caches.delete(other)));
}
