// Waits for the parts of the page of an object, and reads and saves them.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import sharp from "sharp";

/**
 * Waits until the object is shown. The work may take long on a busy machine, so its time has no
 * limit as long as its progress changes.
 */
export async function waitForViewer(page: Page) {
  const readState = (last: string | false) => {
    const progress = document.querySelector("progress");
    const viewer = document.querySelector<HTMLElement>("[data-testid=object-viewer]");
    const state = progress ? `${progress.value}` : (viewer?.dataset.phase ?? "none");
    return state !== last && state;
  };
  let state: string | false = "";
  while (state !== "shown")
    state = await (await page.waitForFunction(readState, state)).jsonValue();
}

/** Presses a button that saves a file, and returns the file. */
export async function save(page: Page, name: string) {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

/** Returns the shown sizes in millimeters, and the volume in cubic centimeters. */
export async function readSizes(page: Page) {
  const values = await page.getByTestId("object-sizes").locator("dd").allTextContents();
  const [length, width, height, volume] = values.map(Number.parseFloat);
  return { length: length!, width: width!, height: height!, volume: volume! };
}

/** The minimum excess of red over blue in a pixel of the mark, which is orange. */
const minRedExcess = 60;

/** Counts the pixels of the viewer that have the color of the mark. */
export async function countOrange(page: Page): Promise<number> {
  const { data } = await sharp(await page.getByTestId("object-viewer").screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let red = 0; red < data.length; red += 3) {
    if (data[red]! - data[red + 2]! > minRedExcess) count++;
  }
  return count;
}
