/** The parts of the browser that are needed: given as an argument so that a test can stand in for them. */
export type AwakePlatform = {
  wakeLock?: { request(type: "screen"): Promise<{ release(): Promise<void> }> } | undefined;
  page: Pick<EventTarget, "addEventListener" | "removeEventListener"> & {
    readonly visibilityState: string;
  };
};

/**
 * Keeps the screen on until the returned function is called. Browsers drop the lock whenever the page is hidden, so it
 * is asked for again each time the page is shown. Where there is no wake lock, or the phone saves power and refuses,
 * the screen just turns off as usual.
 */
export function keepAwake(platform: AwakePlatform): () => void {
  const { wakeLock, page } = platform;
  if (!wakeLock) return () => {};
  let lock: Promise<{ release(): Promise<void> } | undefined> | undefined;
  let over = false;

  const acquire = () => {
    if (over || page.visibilityState !== "visible") return;
    const previous = lock;
    lock = (async () => {
      await release(previous);
      return over ? undefined : wakeLock.request("screen").catch(() => undefined);
    })();
  };
  page.addEventListener("visibilitychange", acquire);
  acquire();

  return () => {
    over = true;
    page.removeEventListener("visibilitychange", acquire);
    void release(lock);
  };
}

async function release(lock: Promise<{ release(): Promise<void> } | undefined> | undefined) {
  await (await lock)?.release().catch(() => undefined);
}
