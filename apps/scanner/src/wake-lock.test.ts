import { describe, expect, it } from "vitest";
import { keepAwake } from "./wake-lock.ts";

/**
 * A browser that releases the lock when the page is hidden, as the Screen Wake Lock API requires.
 */
function setUpBrowser({ refuses = false } = {}) {
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
  it("holds one lock until it is stopped", async () => {
    const { page, wakeLock, held } = setUpBrowser();
    const stop = keepAwake({ wakeLock, page });
    await settled();
    expect(held.size).toBe(1);
    stop();
    await settled();
    expect(held.size).toBe(0);
  });

  it("requests the lock again whenever the page is shown again, and holds only one", async () => {
    const { page, wakeLock, held, show } = setUpBrowser();
    keepAwake({ wakeLock, page });
    await settled();
    await show("hidden");
    expect(held.size).toBe(0);
    await show("visible");
    expect(held.size).toBe(1);
    await show("visible");
    expect(held.size).toBe(1);
  });

  it("releases the lock if it is stopped while the request is pending", async () => {
    const { page, wakeLock, held, show } = setUpBrowser();
    keepAwake({ wakeLock, page })();
    await settled();
    await show("visible");
    expect(held.size).toBe(0);
  });

  it("does nothing if the phone refuses the lock or the browser has none", async () => {
    const { page, wakeLock } = setUpBrowser({ refuses: true });
    keepAwake({ wakeLock, page })();
    keepAwake({ wakeLock: undefined, page })();
    await settled();
  });
});
