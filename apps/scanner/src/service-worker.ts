import { pageLanguage } from "@scanhook/texts/reader";
import { updates } from "./updates.svelte.ts";

/**
 * Makes the app work without its hub: with a service worker, or by loading all tabs now if the page
 * may not have one.
 */
export async function keepApp(): Promise<void> {
  if ("serviceWorker" in navigator && (await registerServiceWorker())) return;
  const { loadAhead } = await import("./ahead/load-ahead.ts");
  await loadAhead();
}

/**
 * Registers the service worker and detects new versions of it. Returns false if the browser refuses
 * it, as for an untrusted certificate or in a private window.
 */
async function registerServiceWorker(): Promise<boolean> {
  const wasControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (wasControlled) updates.stale = true;
  });
  const scope = import.meta.env.BASE_URL;
  try {
    watch(await navigator.serviceWorker.register(`${scope}sw.js`, { scope }));
    void keepTexts();
    return true;
  } catch {
    return false;
  }
}

/** Makes the service worker keep all texts of the language of this page. */
async function keepTexts(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "KEEP_TEXTS", language: pageLanguage() });
}

function watch(registration: ServiceWorkerRegistration): void {
  const checkWaiting = () => {
    // The first version that is installed replaces no active one, although WebKit may already show
    // it as the controller.
    if (registration.waiting && registration.active) updates.waiting = registration.waiting;
  };
  checkWaiting();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", checkWaiting);
  });
  // An installed app stays open for days, so it checks again whenever it returns to the foreground.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/** Starts the waiting version, or reloads if another window has already started it. */
export function reloadToUpdate(): void {
  const { waiting } = updates;
  if (waiting?.state === "installed") {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
      once: true,
    });
    waiting.postMessage({ type: "SKIP_WAITING" });
  } else {
    location.reload();
  }
}
