import { describe, expect, it } from "vitest";
import { keepAwake } from "./wake-lock.ts";

/** A browser that drops the lock when the page is hidden, as the Screen Wake Lock API says. */
function browser({ refuses = false } = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const held = new Set<object>();
  const wakeLock = {
    async request() {
      if (refuses || page.visibilityState === "hidden")
        throw new DOMException("low battery", "NotAllowedError");
      const lock = { release: async () => void held.delete(lock) };
      held.add(lock);
      return lock;
    },
  };
  const show = async (visibilityState: "visible" | "hidden") => {
    page.visibilityState = visibilityState;
    if (visibilityState === "hidden") held.clear();
    page.dispatchEvent(new Event("visibilitychange"));
    await settled();
  };
  return { page, wakeLock, held, show };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("keepAwake", () => {
  it("holds one lock until it is told to stop", async () => {
    const { page, wakeLock, held } = browser();
    const stop = keepAwake({ wakeLock, page });
    await settled();
    expect(held.size).toBe(1);
    stop();
    await settled();
    expect(held.size).toBe(0);
  });

  it("takes the lock again whenever the page is shown again, and never two", async () => {
    const { page, wakeLock, held, show } = browser();
    keepAwake({ wakeLock, page });
    await settled();
    await show("hidden");
    expect(held.size).toBe(0);
    await show("visible");
    expect(held.size).toBe(1);
    await show("visible");
    expect(held.size).toBe(1);
  });

  it("lets go even when it is told to stop while it still waits for the lock", async () => {
    const { page, wakeLock, held, show } = browser();
    keepAwake({ wakeLock, page })();
    await settled();
    await show("visible");
    expect(held.size).toBe(0);
  });

  it("does without where the phone refuses or the browser has no lock", async () => {
    const { page, wakeLock } = browser({ refuses: true });
    keepAwake({ wakeLock, page })();
    keepAwake({ wakeLock: undefined, page })();
    await settled();
  });
});
