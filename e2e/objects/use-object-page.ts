// For the stories of objects: a hub, and a browser whose camera moves around a box.
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type Look, openDevice, startBrowser } from "../browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import { photographBox, toFiles, writeFilm } from "./photograph.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let posted: string[] = [];
export let hub: RunningHub;
/** The device with the page that `openLink` opened last. */
export let device: Awaited<ReturnType<typeof openDevice>>;

type File = Awaited<ReturnType<typeof toFiles>>[number];
/** Twelve pictures of a box of 80 × 55 × 44 mm. */
export let boxFiles: File[];

/** Starts a hub and a browser for the test file. The pages must not throw, and post nothing. */
export function useObjectPage({ hasCamera }: { hasCamera: boolean }): void {
  // Making an object takes a minute on a quiet machine, and several on a shared one.
  vi.setConfig({ testTimeout: 900_000 });
  beforeAll(async () => {
    const pictures = photographBox();
    boxFiles = await toFiles(pictures);
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    // The camera rests for a second at each picture, and jumps to the next.
    const film = hasCamera
      ? await writeFilm(join(folder.data, "film.y4m"), pictures, 5)
      : undefined;
    browser = await startBrowser(film);
  });
  afterEach(async () => {
    await device?.context.close();
    expect(device?.errors).toEqual([]);
    expect(posted).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
}

/** Opens the page of a new object. Calls `prepare` before the page loads. */
export async function openLink(
  look: Look,
  prepare?: (page: Page) => Promise<void>,
  { serviceWorker = false } = {},
): Promise<Page> {
  device = await openDevice(browser, look, { serviceWorker });
  posted = [];
  device.page.on("request", (request) => {
    if (request.method() !== "GET") posted.push(request.url());
  });
  await prepare?.(device.page);
  await device.page.goto(`${hub.base}/scan/#/scan-object`);
  await device.page.getByRole("heading", { name: "1. Print the mat" }).waitFor();
  return device.page;
}

/** The name of the button that skips the second pass. */
export const skip = "Skip this and make the object";
export const choose = (page: Page, photos: readonly File[]) =>
  page.getByTestId("object-pictures").setInputFiles([...photos]);
export const chooseTurned = (page: Page, photos: readonly File[]) =>
  page.getByTestId("turned-pictures").setInputFiles([...photos]);
