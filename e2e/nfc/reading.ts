// A phone that reads tags and posts them to a hub, for the stories of reading.
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "../browser.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import { connectPhone } from "../phone.ts";
import { type FakePhone, giveNfc } from "./fake-tag.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let api: Awaited<ReturnType<typeof logIn>>;
let errors: string[] = [];

export let hub: RunningHub;
export let browser: Browser;
/** The page that `openPhone` opened last. */
export let phone: Page;

/** A hub and a browser for all stories of the file; each has a phone of its own, on which nothing may go wrong. */
export function usePhones(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
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

let users = 0;
/** A phone with NFC, its receiver set to the hub, reading. */
export async function openPhone(
  given: Partial<FakePhone> = {},
  address = "scan-nfc",
  look: Look = "phone, light",
): Promise<void> {
  const device = await openDevice(browser, look);
  ({ page: phone, errors } = device);
  await giveNfc(device.context, given);
  users += 1;
  await connectPhone(phone, hub, api, `nfc-${users}`);
  await phone.goto(`${hub.base}/scan/#/${address}`);
}

export const reads = () => phone.getByTestId("nfc-reading").waitFor();

type Row = { identifier: string; content: string; source: string; repeats: number };
export const scans = async () =>
  (await api<{ scans: (Row & { user: string })[] }>("GET", "/api/scans?limit=200")).scans.filter(
    ({ user }) => user === `nfc-${users}`,
  );

export const url = (data: string) => ({ recordType: "url", data });
export const encode = (data: string) => new TextEncoder().encode(data);
export const text = (data: string, lang = "en") => ({ recordType: "text", data, lang });
export const uid = "04:a2:7f:1b:5e:80:00";
