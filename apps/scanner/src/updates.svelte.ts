const state = $state<{ waiting: ServiceWorker | undefined; stale: boolean }>({
  waiting: undefined,
  stale: false,
});

/** Whether a newer version lies ready, or this page's own parts are gone because another window updated. */
export function updateReady(): boolean {
  return state.waiting !== undefined || state.stale;
}

/** Keeps the app for offline use, and notices new versions. They take over when the person says so, or at the next start. */
export function followUpdates(): void {
  addEventListener("vite:preloadError", () => {
    state.stale = true;
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) state.stale = true;
  });
  navigator.serviceWorker
    .register(`${import.meta.env.BASE_URL}sw.js`, { scope: import.meta.env.BASE_URL })
    .then(watch, () => {
      // Without it (a certificate that is not trusted, a private window) the app works, only not offline.
    });
}

function watch(registration: ServiceWorkerRegistration): void {
  const note = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      state.waiting = registration.waiting;
    }
  };
  note();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", note);
  });
  // An installed app stays open for days: ask again when it comes back to the front.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/** Starts the new version. */
export function reloadToUpdate(): void {
  const { waiting } = state;
  if (waiting) {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
      once: true,
    });
    waiting.postMessage({ type: "SKIP_WAITING" });
  } else {
    location.reload();
  }
}
