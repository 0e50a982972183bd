// A page from the camera as a picture of the whole sensor, which the drawn camera does not have.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { writeVideo } from "./camera/video.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let context: BrowserContext;
let page: Page;
let errors: string[];
/** What the sensor sees, with 12 megapixels in Base64. */
let sensor: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  const photo = await drawNotePhoto(join(folder.data, "note.jpg"), { title: "Delivery note 4711" });
  const full = await sharp(photo).resize(3045).jpeg().toBuffer();
  sensor = full.toString("base64");
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [{ photo, frames: 10 }], {
    width: 1280,
    height: 960,
    framesPerSecond: 10,
  });
  browser = await startBrowser(camera);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

type Asked = { asked: unknown[] };

/**
 * Runs in the page: stands in for the sensor of a phone, which gives pictures of all sizes, of its
 * usual one only, or none.
 */
function giveSensor({ sensor, gives }: { sensor: string; gives: "all" | "default" | "nothing" }) {
  const asked: unknown[] = [];
  Object.assign(globalThis, {
    asked,
    ImageCapture: class {
      async getPhotoCapabilities() {
        return { imageWidth: { max: 3045 }, imageHeight: { max: 3941 } };
      }
      async takePhoto(size?: object) {
        asked.push(size ?? "default");
        if (gives === "nothing" || (gives === "default" && size))
          throw new Error("setPhotoOptions failed");
        const bytes = Uint8Array.from(atob(sensor), (byte) => byte.charCodeAt(0));
        return new Blob([bytes], { type: "image/jpeg" });
      }
    },
  });
}

/** Takes a page, and returns the pixels of its saved picture and what the sensor was asked for. */
async function takePage(gives: "all" | "default" | "nothing") {
  ({ context, page, errors } = await openDevice(browser));
  await context.addInitScript(giveSensor, { sensor, gives });
  await page.goto(`${hub.base}/scan/#/scan-document`);
  await page.getByText("1 page taken").waitFor();
  const isDoubted = (await page.getByText(/The last page has only \d+ dpi/).count()) > 0;
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Paper").selectOption("A4");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save JPEG" }).click();
  const { width, height } = await sharp(await readFile(await (await saving).path())).metadata();
  const asked = await page.evaluate(() => (globalThis as unknown as Asked).asked);
  expect(errors).toEqual([]);
  return { width, height, asked, isDoubted };
}

const largest = { imageWidth: 3045, imageHeight: 3941 };

test("the picture is taken with all pixels of the sensor, so that the page has 200 dpi", async () => {
  const taken = await takePage("all");
  // A4 at 200 dpi; the video has less than half of it.
  expect(taken).toEqual({ width: 1654, height: 2339, asked: [largest], isDoubted: false });
});

test("a camera that refuses its largest size is asked for its usual one", async () => {
  const taken = await takePage("default");
  expect(taken).toMatchObject({ width: 1654, height: 2339, asked: [largest, "default"] });
});

test("a camera that takes no stills gives a frame of the video, with a retake because it has few pixels", async () => {
  const taken = await takePage("nothing");
  expect(taken).toMatchObject({ asked: [largest, "default"], isDoubted: true });
  expect(taken.height).toBeLessThan(960);
});
