// Waits for, saves and reads what the page of an object shows.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import sharp from "sharp";

/**
 * Waits until the object is shown. The work may take long on a busy machine, but it has to go on.
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

/** Returns how many pixels of the viewer have the color of the mark. */
export async function countOrange(page: Page): Promise<number> {
  const { data } = await sharp(await page.getByTestId("object-viewer").screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    if (data[at]! - data[at + 2]! > 60) count++;
  }
  return count;
}
