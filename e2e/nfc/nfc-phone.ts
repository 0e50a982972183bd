// A hub, and phones whose Chromium has NFC with virtual tags, for the stories of reading and of writing.
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "../browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import { type FakePhone, giveNfc } from "./fake-tag.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let errors: string[] = [];

export let hub: RunningHub;
export let browser: Browser;
/** The page that was opened last. */
export let phone: Page;

/** A hub and a browser for all stories of the file; each has a phone of its own, on which nothing may go wrong. */
export function usePhones(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    browser = await startBrowser(undefined, ["WebNFC"]);
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
  afterEach(async () => {
    await phone?.context().close();
    expect(errors).toEqual([]);
  });
}

/** A phone with NFC and an empty page. */
export async function openNfcPhone(look: Look, given: Partial<FakePhone>): Promise<void> {
  const device = await openDevice(browser, look);
  ({ page: phone, errors } = device);
  await giveNfc(device.context, given);
}
