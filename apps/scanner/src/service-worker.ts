import { updates } from "./updates.svelte.ts";

/** Registers the service worker and detects new versions of it. */
export function registerServiceWorker(): void {
  const wasControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (wasControlled) updates.stale = true;
  });
  navigator.serviceWorker
    .register(`${import.meta.env.BASE_URL}sw.js`, { scope: import.meta.env.BASE_URL })
    .then(watch, () => {
      // Registration fails for an untrusted certificate or in a private window. The app then works, but not offline.
    });
}

function watch(registration: ServiceWorkerRegistration): void {
  const checkWaiting = () => {
    // The first version that is installed has none before it. WebKit may already show it as the controller.
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

/** Starts the new version. */
export function reloadToUpdate(): void {
  const { waiting } = updates;
  if (waiting?.state === "installed") {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
      once: true,
    });
    waiting.postMessage({ type: "SKIP_WAITING" });
  } else {
    // The new version already runs, started by another window.
    location.reload();
  }
}
