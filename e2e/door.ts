// For the stories at a door: a hub, its owner, and a browser whose camera sees one ticket at a
// time.
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
/** The owner's client of the API. */
export let api: Awaited<ReturnType<typeof logIn>>;
export let browser: Browser;

/** Starts a hub and a browser for the test file. */
export function useDoor(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
    browser = await startBrowser(
      await writeVideo(join(folder.data, "ticket.y4m"), [
        { codes: [{ symbology: "qrcode", text: "T-0001" }], frames: 20 },
      ]),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
}

/** Lets the hub answer the next scan of this page, and drops its answer. */
export async function cutNextReply(page: Page): Promise<void> {
  let isCut = false;
  await page.route("**/in/*", async (route) => {
    const isScan =
      route.request().method() === "POST" && (await route.request().headerValue("authorization"));
    if (isCut || !isScan) return route.continue();
    isCut = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}
