// From a page on a patterned cloth to a searchable PDF, through the camera, and the pictures of the
// whole sensor, which the drawn camera does not have.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { writeVideo } from "./camera/video.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

/** A white cloth with a colored print, drawn by POV-Ray. */
const cloth = join(
  import.meta.dirname,
  "../packages/documents/src/corners/testing/desks/cloth.jpg",
);

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
  const photo = await drawNotePhoto(join(folder.data, "note.jpg"), {
    title: "Delivery note 4711",
    table: cloth,
  });
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

test.skipIf(isMissing("pdftotext") || isMissing("qpdf"))(
  "a page on a printed cloth is cut out, and its PDF holds its text and satisfies other programs",
  async () => {
    const { width, height } = await takePage("all");
    expect(height / width).toBeCloseTo(297 / 210, 2);
    await page.getByRole("button", { name: "Correct page 1" }).click();
    await page.getByRole("img", { name: "Result" }).waitFor();
    // The sheet was drawn 6° askew in the middle of 1700 × 2200 pixels.
    const handles = ["Top left corner", "Bottom right corner"].map((name) =>
      page.getByRole("button", { name }).evaluate(({ style }) => ({
        x: (Number.parseFloat(style.left) / 100) * 1700,
        y: (Number.parseFloat(style.top) / 100) * 2200,
      })),
    );
    const drawn = [
      [325, 163],
      [1375, 2037],
    ];
    for (const [index, { x, y }] of (await Promise.all(handles)).entries())
      expect(Math.hypot(x - drawn[index]![0]!, y - drawn[index]![1]!)).toBeLessThan(20);
    await inspect(page, "phone, light", "document on a cloth");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Read the text" }).click();
    await page.getByText("All pages have their text.").waitFor();
    await inspect(page, "phone, light", "document with a suggested title");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save PDF" }).click();
    const path = await (await saving).path();
    const run = (program: string, ...rest: string[]) =>
      execFileSync(program, rest, { encoding: "utf8" });
    const text = run("pdftotext", "-layout", path, "-");
    for (const line of ["Delivery note 4711", "Box 1 holds 3 parts", "Box 20 holds 136 parts"])
      expect(text).toContain(line);
    expect(run("qpdf", "--check", path)).toContain("No syntax or stream encoding errors found");
    expect(errors).toEqual([]);
  },
);

test("a camera that refuses its largest size is asked for its usual one", async () => {
  const taken = await takePage("default");
  expect(taken).toMatchObject({ width: 1654, height: 2339, asked: [largest, "default"] });
});

test("a camera that takes no stills gives a frame of the video, with a retake because it has few pixels", async () => {
  const taken = await takePage("nothing");
  expect(taken).toMatchObject({ asked: [largest, "default"], isDoubted: true });
  expect(taken.height).toBeLessThan(960);
});

test("a picture without a page is not taken without a word: its corners are a tap away", async () => {
  const table = { width: 1600, height: 1200, channels: 3, background: "#4a3423" } as const;
  const bare = (await sharp({ create: table }).jpeg().toBuffer()).toString("base64");
  ({ context, page, errors } = await openDevice(browser));
  await context.addInitScript(giveSensor, { sensor: bare, gives: "all" as const });
  await page.goto(`${hub.base}/scan/#/scan-document`);
  await page.getByText("No page was found in the last picture").waitFor();
  await inspect(page, "phone, light", "document camera without a page");
  await page.getByRole("button", { name: "Set its corners" }).click();
  await page.getByText("No page was found on this picture").waitFor();
  await page.getByRole("button", { name: "Top left corner" }).waitFor();
  expect(errors).toEqual([]);
});
