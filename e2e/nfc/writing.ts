// A phone that writes tags, for the stories of writing: the real page, on tags that behave as Chrome's on Android do.
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "../browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import { type FakePhone, type FakeTag, giveNfc } from "./fake-tag.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let browser: Browser;
let errors: string[] = [];

export let hub: RunningHub;
/** The page that `openPhone` opened last. */
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

export async function openPhone(
  screen: string,
  look: Look = "phone, light",
  given: Partial<FakePhone> = {},
): Promise<void> {
  const device = await openDevice(browser, look);
  ({ page: phone, errors } = device);
  await giveNfc(device.context, given);
  await phone.goto(`${hub.base}/scan/#/nfc/${screen}`);
  await phone.getByRole("heading", { level: 1 }).waitFor();
}

const uid = (number: number) => `04:a2:7f:1b:5e:80:${number.toString(16).padStart(2, "0")}`;
export const blank = (number = 0, rest: FakeTag = {}): FakeTag => ({
  serialNumber: uid(number),
  ...rest,
});
export const fill = (field: string, value: string) =>
  phone.locator(`[data-field="${field}"]`).fill(value);
export const press = (name: string | RegExp) => phone.getByRole("button", { name }).click();
export const write = () => phone.getByTestId("write").click();
export const says = (title: string) =>
  phone.getByRole("heading", { name: title, exact: true }).waitFor();
export const size = () => phone.getByTestId("size").innerText();
