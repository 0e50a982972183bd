import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { keepArrivals } from "./actions/arrivals.ts";
import { respondFromTextEngine } from "./capture/documents/text-engine-cache.ts";
import { keepParts, removeOtherParts, respondFromParts } from "./parts-cache.ts";

// The service worker serves the app without a network and takes what other apps share with it.
declare const self: ServiceWorkerGlobalScope;
/** The files of the app, from installable.ts. */
declare const __PRECACHED__: PrecacheEntry[];
declare const __PARTS__: string[];

const { scope } = self.registration;

clientsClaim();
precacheAndRoute(__PRECACHED__);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL(new URL("index.html", scope).pathname)));

// The files of the text engine are not precached. Each is kept once it was used.
registerRoute(
  ({ url }) => url.href.startsWith(new URL("assets/text-engine-", scope).href),
  ({ request }) => respondFromTextEngine(request),
);

// The parts that few people need are not precached either.
const parts = __PARTS__.map((part) => new URL(part, scope).href);
registerRoute(
  ({ url }) => parts.includes(url.href),
  ({ request }) => respondFromParts(request),
);
self.addEventListener("activate", (event) => event.waitUntil(removeOtherParts(parts)));

// The share_target of the manifest. The shared content is stored first, so that it is not lost if
// the page does not load.
registerRoute(
  ({ url }) => url.href === new URL("share", scope).href,
  async ({ request }) => {
    try {
      await keepArrivals(await request.formData());
    } catch {
      // Storage is full or the request is no form. The page then finds nothing and says so.
    }
    return Response.redirect(new URL("#/shared", scope).href, 303);
  },
  "POST",
);

// The page names its language, whose texts are parts unless it is English.
self.addEventListener("message", (event) => {
  const { type, language } = event.data ?? {};
  if (type !== "KEEP_TEXTS") return;
  event.waitUntil(keepParts(parts.filter((part) => part.includes(`/texts/${language}/`))));
});

// A new version waits until the person agrees to start it: src/service-worker.ts.
self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});
