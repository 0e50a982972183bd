/**
 * Keeps the screen on while the page is visible, where the browser can. Returns a function that
 * lets it go.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.visibilityState !== "visible") return;
    // Refused on a low battery and over plain HTTP: then the settings of the device decide.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", request);
  void request();
  return () => {
    document.removeEventListener("visibilitychange", request);
    void lock?.release();
  };
}
