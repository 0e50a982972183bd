/** The parts of the browser that a wake lock needs. Tests and the native shell replace them. */
export type AwakePlatform = {
  wakeLock?: { request(type: "screen"): Promise<{ release(): Promise<void> }> } | undefined;
  page: Pick<EventTarget, "addEventListener" | "removeEventListener"> & {
    readonly visibilityState: string;
  };
};

/**
 * Keeps the screen on until the returned function is called. Browsers release the lock when the
 * page is hidden, so it is requested again each time the page is shown. Where no lock is available,
 * or the phone saves power and refuses it, the screen turns off as usual.
 */
export function keepAwake(platform: AwakePlatform): () => void {
  const { wakeLock, page } = platform;
  if (!wakeLock) return () => {};
  let lock: Promise<{ release(): Promise<void> } | undefined> | undefined;
  let stopped = false;

  const acquire = () => {
    if (stopped || page.visibilityState !== "visible") return;
    const previous = lock;
    lock = (async () => {
      await release(previous);
      return stopped ? undefined : wakeLock.request("screen").catch(() => undefined);
    })();
  };
  page.addEventListener("visibilitychange", acquire);
  acquire();

  return () => {
    stopped = true;
    page.removeEventListener("visibilitychange", acquire);
    void release(lock);
  };
}

async function release(lock: Promise<{ release(): Promise<void> } | undefined> | undefined) {
  await (await lock)?.release().catch(() => undefined);
}
