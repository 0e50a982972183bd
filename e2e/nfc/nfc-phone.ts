// A hub, and phones in Chromium with virtual NFC tags, for the stories of reading and writing.
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "../browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import type { FakePhone } from "./fake-nfc.ts";
import { giveNfc } from "./fake-tag.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let errors: string[] = [];

export let hub: RunningHub;
export let browser: Browser;
/** The most recently opened page. */
export let phone: Page;

/**
 * Starts a hub and a browser for the test file. Each test has its own phone, whose pages must not
 * throw.
 */
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

/** Opens a phone with NFC and an empty page. */
export async function openNfcPhone(look: Look, fakePhone: Partial<FakePhone>): Promise<void> {
  const device = await openDevice(browser, look);
  ({ page: phone, errors } = device);
  await giveNfc(device.context, fakePhone);
}
