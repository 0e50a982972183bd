// For the stories of links, shortcuts and shares: a phone whose camera sees a code again and again.
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { giveNfc } from "./nfc/fake-tag.ts";

/** The content of the code. */
export const content = "BIN 0815/ü&=";

let browser: Browser;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
export let api: Awaited<ReturnType<typeof logIn>>;
/** Belongs to the phone that `open` opened most recently. */
export let context: BrowserContext;
export let page: Page;
export let errors: string[] = [];

/** Starts a hub and a browser for the test file. The pages of each test must not throw. */
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

export async function openPhone(
  look: Look = "phone, light",
  { nfc = true, serviceWorker = false } = {},
) {
  ({ context, page, errors } = await openDevice(browser, look, { serviceWorker }));
  if (nfc) await giveNfc(context);
  // The drawn camera shows its code repeatedly, and each time has to count.
  await context.addInitScript(() => {
    if (location.protocol === "about:") return;
    localStorage["scanhook.settings"] ??= JSON.stringify({ repeats: "never" });
  });
}

export const appUrl = (hash: string) => `${hub.base}/scan/${hash}`;
export const linkUrl = (link: string) => appUrl(`#/link?url=${encodeURIComponent(link)}`);
/**
 * Changes the address while the app runs, as the system does when it passes a link to a running
 * app.
 */
export const followLink = (hash: string) => page.evaluate((to) => location.assign(to), hash);
export const refusal = () => page.getByTestId("refused");

export const waitForScreen: Record<string, () => Promise<unknown>> = {
  nfc: () => page.getByTestId("nfc-reading").first().waitFor(),
  qr: () => page.getByTestId("camera").waitFor(),
  document: () => page.getByRole("heading", { level: 1, name: "Documents" }).waitFor(),
  "document camera": () => page.getByTestId("document-camera").waitFor(),
  "3d": () => page.getByRole("heading", { level: 1, name: "3D" }).waitFor(),
  object: () => page.getByRole("heading", { name: "1. Print the mat" }).waitFor(),
  "room drawing": () => page.getByTestId("scan-refusal").waitFor(),
  more: () => page.getByRole("heading", { level: 1, name: "More" }).waitFor(),
  write: () => page.getByRole("heading", { level: 1, name: "Write a tag" }).waitFor(),
};
export const screenOfAction: Record<string, string> = {
  "scan-nfc": "nfc",
  "scan-code": "qr",
  "scan-document": "document camera",
  "scan-object": "object",
  "scan-room": "room drawing",
  "open-nfc": "nfc",
  "open-qr": "qr",
  "open-document": "document",
  "open-3d": "3d",
  "open-more": "more",
  "write-nfc": "write",
};
