// For the stories of documents: a device with the tab Document, and photos of a page.
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { writeVideo } from "./camera/video.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

let browser: Browser;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
/** A photo of a page with 20 lines of print, and one of a quarter of its pixels. */
export let photo: string;
export let smallPhoto: string;
/** Belong to the device that was opened most recently. */
export let context: BrowserContext;
export let page: Page;
export let errors: string[];

/** Starts a hub and a browser for the test file. Its camera sees the photo, if it has one. */
export function useDocuments({ camera }: { camera: boolean }): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    const title = "Delivery note 4711";
    photo = await drawNotePhoto(join(folder.data, "note.jpg"), { title });
    smallPhoto = join(folder.data, "small-note.jpg");
    await sharp(photo).resize(850).jpeg({ quality: 90 }).toFile(smallPhoto);
    browser = await startBrowser(camera ? await filmPhoto() : undefined);
  });
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
}

const filmPhoto = () =>
  writeVideo(join(folder.data, "camera.y4m"), [{ photo, frames: 10 }], {
    width: 1280,
    height: 960,
    framesPerSecond: 10,
  });

/** Opens the app at an address in a fresh profile. */
export async function openAt(hash: string, look?: Look, device?: { serviceWorker: boolean }) {
  ({ context, page, errors } = await openDevice(browser, look, device));
  await page.goto(`${hub.base}/scan/${hash}`);
}

export async function openDocuments(look?: Look, device?: { serviceWorker: boolean }) {
  await openAt("#/document", look, device);
  await page.getByRole("heading", { name: "Documents" }).waitFor();
}

export const addPictures = (...files: string[]) =>
  page.getByTestId("document-pictures").setInputFiles(files);

/** Returns whether an element has the focus of the keyboard. */
export const isFocused = (element: Locator) =>
  element.evaluate((node) => node === document.activeElement);
