// The photo of a curled page, which comes out flat.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { drawCurledPhoto } from "./camera/curled-photo.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { measureTableAtEdges } from "./camera/table-at-edges.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test("a curled page comes out without the table beside it, unless a person wants it as it lies", async () => {
  const curled = join(folder.data, "curled.jpg");
  await drawCurledPhoto(curled, 5);
  const flat = await drawNotePhoto(join(folder.data, "flat.jpg"), { title: "Delivery note 4711" });
  const { context, page, errors } = await openDevice(browser);
  await page.goto(`${hub.base}/scan/#/document`);
  await page.getByTestId("document-pictures").setInputFiles([curled, flat]);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByRole("radio", { name: "Original" }).check();
  const flatten = page.getByRole("checkbox", { name: "Flatten the curl of the page" });

  await page.getByRole("button", { name: "Correct page 2" }).click();
  await flatten.waitFor();
  expect(await flatten.isChecked()).toBe(false);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Delete page 2" }).click();

  const measureSaved = async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save PNG" }).click();
    return measureTableAtEdges(await readFile(await (await saving).path()));
  };
  expect(await measureSaved()).toBeLessThan(0.005);

  await page.getByRole("button", { name: "Correct page 1" }).click();
  await expect.poll(() => flatten.isChecked()).toBe(true);
  await page.getByRole("img", { name: "Result" }).waitFor();
  await inspect(page, "phone, light", "document curled");
  await flatten.uncheck();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await measureSaved()).toBeGreaterThan(0.1);

  await page.reload();
  await page.getByText("1 page ·").click();
  await page.getByRole("button", { name: "Correct page 1" }).click();
  await flatten.waitFor();
  expect(await flatten.isChecked()).toBe(false);
  await flatten.check();
  // Corners that a person sets are those of the page, not a start for the search of its edges.
  await page.getByRole("button", { name: "Top left corner" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => flatten.isChecked()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});
