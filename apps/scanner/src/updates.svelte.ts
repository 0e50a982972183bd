const state = $state<{ waiting: ServiceWorker | undefined; stale: boolean }>({
  waiting: undefined,
  stale: false,
});

/** Whether a newer version is ready, or parts of this version are gone because another window updated. */
export function updateReady(): boolean {
  return state.waiting !== undefined || state.stale;
}

/** Keeps the app for offline use and detects new versions, which start when the person agrees or at the next start. */
export function followUpdates(): void {
  addEventListener("vite:preloadError", () => {
    state.stale = true;
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (wasControlled) state.stale = true;
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
    if (registration.waiting && registration.active) state.waiting = registration.waiting;
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
  const { waiting } = state;
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
