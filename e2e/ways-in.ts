// Every way in from outside, for the stories of them: a phone whose camera sees a code again and again.
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { giveNfc } from "./nfc/fake-tag.ts";

/** What stands in the code. */
export const content = "BIN 0815/ü&=";

let browser: Browser;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
export let api: Awaited<ReturnType<typeof logIn>>;
/** Of the phone that `open` opened last. */
export let context: BrowserContext;
export let page: Page;
export let errors: string[] = [];

/** A hub and a browser for all stories of the file; on the phone of each nothing may go wrong. */
export function usePhones(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
    const camera = await writeVideo(join(folder.data, "camera.y4m"), [
      { codes: [{ symbology: "qrcode", text: content, turn: 12 }], frames: 15 },
      { codes: [], frames: 45 },
    ]);
    browser = await startBrowser(camera, ["WebNFC"]);
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
  afterEach(async () => {
    await context?.close();
    expect(errors).toEqual([]);
  });
}

export async function open(look: Look = "phone, light", phone: { nfc: boolean } = { nfc: true }) {
  ({ context, page, errors } = await openDevice(browser, look));
  if (phone.nfc) await giveNfc(context);
  // The drawn camera shows its code again and again, and each time shall count.
  await context.addInitScript(() => {
    if (location.protocol === "about:") return;
    localStorage["scanhook.settings"] ??= JSON.stringify({ repeats: "never" });
  });
}

export const app = (hash: string) => `${hub.base}/scan/${hash}`;
export const linked = (link: string) => app(`#/link?url=${encodeURIComponent(link)}`);
/** The address changes while the app runs, as when the system hands a running app a link. */
export const follow = (hash: string) => page.evaluate((to) => location.assign(to), hash);
export const refusal = () => page.getByTestId("refused");

export const arrivedAt: Record<string, () => Promise<unknown>> = {
  nfc: () => page.getByTestId("nfc-reading").first().waitFor(),
  qr: () => page.getByTestId("camera").waitFor(),
  document: () => page.getByRole("heading", { level: 1, name: "Documents" }).waitFor(),
  "3d": () => page.getByRole("heading", { level: 1, name: "Objects and rooms" }).waitFor(),
  more: () => page.getByRole("heading", { level: 1, name: "More" }).waitFor(),
  write: () => page.getByRole("heading", { level: 1, name: "Write a tag" }).waitFor(),
};
export const goals: Record<string, string> = {
  "scan-nfc": "nfc",
  "scan-code": "qr",
  "scan-document": "document",
  "scan-object": "3d",
  "scan-room": "3d",
  "open-nfc": "nfc",
  "open-qr": "qr",
  "open-document": "document",
  "open-3d": "3d",
  "open-more": "more",
  "write-nfc": "write",
};
