/**
 * Keeps the screen on while the page is visible, if the browser supports it. Returns a function
 * that stops this.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.visibilityState !== "visible") return;
    // The browser refuses on a low battery and over plain HTTP. Then the screen may turn off.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", request);
  void request();
  return () => {
    document.removeEventListener("visibilitychange", request);
    void lock?.release();
  };
}
