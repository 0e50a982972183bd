const prefix = "text-engine-";

/**
 * Returns a file of the text engine from the cache, or fetches and caches it. The cache has the
 * name of the folder of the file, which follows the content of the engine. Caches of other names
 * are deleted.
 */
export async function respondFromTextEngine(request: Request): Promise<Response> {
  const name = request.url.split("/").find((part) => part.startsWith(prefix))!;
  const cache = await caches.open(name);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  // Partial responses (206) cannot be cached.
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
