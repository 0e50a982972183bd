// A hub with its owner's API and a browser, for the stories of a file.
import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

export let hub: RunningHub;
export let api: Awaited<ReturnType<typeof logIn>>;
export let browser: Browser;

/** Starts both before the first test of this file, and ends them after the last one. */
export function useHubAndBrowser(): void {
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
}
