const cacheName = "parts";

/**
 * Returns a part of the app from the cache, or fetches it and adds it to the cache. Parts are
 * scripts and styles that few people need, so they are not installed with the app. Their names
 * contain a hash.
 */
export async function respondFromParts(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) {
    await cache.put(request.url, response.clone()).catch(() => {
      // Storage is full. The part is fetched again the next time.
    });
  }
  return response;
}

/** Adds the parts at `addresses` to the cache, except those that it has. */
export async function keepParts(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const address of addresses) {
    // A part that cannot be fetched now is fetched when the app is opened again, or used.
    if (!(await cache.match(address))) await cache.add(address).catch(() => {});
  }
}

/** Removes all parts but those at `addresses`: the parts of other versions of the app. */
export async function removeOtherParts(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const requests = await cache.keys();
  const others = requests.filter(({ url }) => !addresses.includes(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}
