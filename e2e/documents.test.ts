// From photos of pages to one PDF file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readPdfPictures } from "../packages/documents/src/index.ts";
import { drawPhotographedPage } from "./camera/photographed-page.ts";
import {
  addPictures,
  errors,
  folder,
  hub,
  openDocuments,
  page,
  smallPhoto,
  useDocuments,
} from "./document-device.ts";

useDocuments({ camera: false });

test("photos become a PDF file with a title and pages of paper size", async () => {
  await openDocuments();
  await addPictures(smallPhoto, smallPhoto);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByLabel("Title").fill("Delivery 4711");
  await page.getByLabel("Paper").selectOption("A4");
  await page.getByRole("radio", { name: "Black and white" }).check();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PDF" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Delivery 4711.pdf");
  const bytes = await readFile(await saved.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const read = await readPdfPictures(bytes);
  if (!read.ok) throw new Error(read.problem);
  expect(read.pages.map(({ size }) => [Math.round(size.width), Math.round(size.height)])).toEqual([
    [210, 297],
    [210, 297],
  ]);
  expect((await read.pages[0]!.load()).kind).toBe("bits");
  expect(errors).toEqual([]);
});

test("a photo taken askew and half in the shade becomes a straight, evenly lit page, and stays on the device", async () => {
  const lines = Array.from({ length: 30 }, (_, line) => `${line + 1} boxes of parts `.repeat(5));
  const askew = join(folder.data, "askew.jpg");
  const drawn = await drawPhotographedPage({
    lines,
    askew: 6,
    shadow: 0.4,
    width: 1131,
    height: 1508,
  });
  await drawn.image.jpeg().toFile(askew);
  await openDocuments();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  await addPictures(askew, smallPhoto);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PDF" }).click();
  const read = await readPdfPictures(await readFile(await (await saving).path()));
  if (!read.ok) throw new Error(read.problem);
  expect(read.pages).toHaveLength(2);
  const picture = await read.pages[0]!.load();
  if (picture.kind !== "jpeg") throw new Error(`The page has ${picture.kind}.`);
  const gray = await sharp(picture.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = gray.info;
  expect(height / width).toBeCloseTo(297 / 210, 1);

  // The paper is as bright in the shade, on the right, as on the left. No corner shows the table.
  const brightness = (x: number, y: number) =>
    median(takePatch(gray.data, width, x * width, y * height, 0.03 * width));
  const left = brightness(0.05, 0.5);
  expect(left).toBeGreaterThan(200);
  for (const [x, y] of [
    [0.92, 0.5],
    [0.01, 0.01],
    [0.96, 0.01],
    [0.01, 0.97],
    [0.96, 0.97],
  ] as const)
    expect(Math.abs(brightness(x, y) - left), `at ${x}, ${y}`).toBeLessThan(0.06 * left);

  // The first line of print starts 26 mm below the upper edge and lies level.
  const findPrint = (x: number) => {
    for (let row = Math.round(0.02 * height); row < height; row++) {
      const patch = takePatch(gray.data, width, x * width, row, 0.1 * width, 1);
      if (Math.min(...patch) < 0.6 * left) return row / height;
    }
    throw new Error("The page has no print.");
  };
  expect(findPrint(0.15)).toBeCloseTo(26 / 297, 1);
  expect(Math.abs(findPrint(0.15) - findPrint(0.7))).toBeLessThan(0.01);
  expect(requests.filter((request) => !/^GET (blob:|data:)/.test(request))).toEqual(
    requests.filter((request) => request.startsWith(`GET ${hub.base}/scan/`)),
  );
  expect(errors).toEqual([]);
});

/** Returns the brightness of the pixels of a patch, a square if it has no height of its own. */
function takePatch(
  pixels: Uint8Array,
  stride: number,
  x: number,
  y: number,
  width: number,
  height = width,
): number[] {
  const rows = Array.from({ length: Math.ceil(height) }, (_, row) => Math.floor(y) + row);
  return rows.flatMap((row) => {
    const start = row * stride + Math.floor(x);
    return [...pixels.subarray(start, start + Math.ceil(width))];
  });
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
