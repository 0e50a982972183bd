// The text of documents is read, shown and selected on the device.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import {
  addPictures,
  errors,
  folder,
  isFocused,
  openDocuments,
  page,
  photo,
  useDocuments,
} from "./document-device.ts";
import { inspect } from "./inspect.ts";

/** Returns whether all of an element is on the screen. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const missingText = isMissing("pdftotext");
useDocuments({ camera: false });

test.skipIf(missingText)(
  "the text of pages is read, also of one that lies on its side, and is found in the PDF file",
  async () => {
    const straight = await drawNotePhoto(join(folder.data, "straight.jpg"), {
      title: "Delivery note 4711",
      degrees: 0,
    });
    const sideways = join(folder.data, "sideways.jpg");
    await sharp(straight).rotate(90).toFile(sideways);
    await openDocuments();
    await addPictures(straight, sideways);
    await page.getByRole("img", { name: "Page 2" }).waitFor();
    await page.getByRole("button", { name: "Read the text" }).click();
    await page.getByText("All pages have their text.").waitFor();
    await page.getByRole("button", { name: "Use “Delivery note 4711”" }).press("Enter");
    await expect.poll(() => isFocused(page.getByLabel("Title"))).toBe(true);
    await page.getByRole("heading", { name: "Delivery note 4711" }).waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save PDF" }).click();
    expect((await saving).suggestedFilename()).toBe("Delivery note 4711.pdf");
    const path = await (await saving).path();
    const text = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
    expect(text.match(/Delivery note 4711/g)).toHaveLength(2);
    expect(text).toContain("Box 20 holds 136 parts");

    // The saved file comes back as pages of a new document.
    await page.getByRole("button", { name: "All documents" }).click();
    const pdf = join(folder.data, "again.pdf");
    await writeFile(pdf, await readFile(path));
    await addPictures(pdf);
    await page.getByRole("img", { name: "Page 2" }).waitFor();
    expect(await page.getByTestId("document-problem").count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

test("reading stops when it is asked to, and a page shows the text it has", async () => {
  await openDocuments();
  await addPictures(photo);
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect
    .poll(() => page.getByRole("button", { name: "Read the text" }).isEnabled())
    .toBe(true);
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByText("All pages have their text.").waitFor();
  await page.getByRole("button", { name: "Correct page 1" }).click();
  await expect
    .poll(() => page.getByTestId("page-text").textContent())
    .toContain("Box 7 holds 45 parts");
  await inspect(page, "phone, light", "document text");
});

test.skipIf(missingText)(
  "a corrected line is kept and is in the PDF file, and reading again asks before it is thrown away",
  async () => {
    await openDocuments();
    await addPictures(photo);
    await page.getByRole("button", { name: "Read the text" }).click();
    await page.getByText("All pages have their text.").waitFor();
    await page.getByRole("button", { name: "Correct page 1" }).click();
    await page.getByRole("button", { name: "Correct the text" }).press("Enter");
    await expect.poll(() => isFocused(page.getByLabel("Line 1", { exact: true }))).toBe(true);
    await page.getByLabel("Line 8", { exact: true }).fill("Crate seven holds 45 parts");
    await page.keyboard.press("Tab");
    const layer = page.getByTestId("text-layer");
    await layer.getByText("Crate seven holds 45 parts").waitFor();
    expect(await isFocused(page.getByLabel("Line 9", { exact: true }))).toBe(true);
    await inspect(page, "phone, light", "document text corrected");
    await page.reload();
    await page.getByLabel("Search documents").fill("seven CRATE");
    const place = page.getByText("Page 1: Crate seven holds 45 parts");
    await place.waitFor();
    await inspect(page, "phone, light", "documents searched");
    await place.click();
    await page.getByRole("heading", { name: "Correct page 1" }).waitFor();
    const marks = layer.locator("mark");
    await expect.poll(async () => (await marks.allTextContents()).join("")).toBe("Crate seven ");
    await expect.poll(() => isInView(marks.first())).toBe(true);
    await inspect(page, "phone, light", "document opened at a word");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "All documents" }).click();
    await place.waitFor();
    await page.getByLabel("Search documents").fill("seven boat");
    await page.getByText("No document has these words.").waitFor();
    await page.getByLabel("Search documents").fill("document");
    await page.getByText("1 page ·").click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save PDF" }).click();
    const path = await (await saving).path();
    const lines = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" }).split(
      "\n",
    );
    const texts = lines.map((line) => line.trim().replaceAll(/ +/g, " ")).filter(Boolean);
    expect(texts.slice(6, 9)).toEqual([
      "Box 6 holds 38 parts",
      "Crate seven holds 45 parts",
      "Box 8 holds 52 parts",
    ]);

    await page.getByRole("button", { name: "Correct page 1" }).click();
    await page.getByRole("button", { name: "Turn left" }).click();
    await page.getByRole("button", { name: "Keep the text" }).click();
    await layer.getByText("Crate seven").waitFor();
    await page.getByRole("button", { name: "Read again" }).click();
    await page.getByRole("button", { name: "Throw away" }).click();
    await layer.getByText("Box 7 holds 45 parts").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await layer.getByText("Crate seven").waitFor();
    expect(errors).toEqual([]);
  },
);

test("the text on the picture of a page is selected where it is printed, with the mouse and with the keys", async () => {
  await openDocuments("desktop, dark");
  await addPictures(photo);
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByText("All pages have their text.").waitFor();
  await page.getByRole("button", { name: "Correct page 1" }).click();
  const layer = page.getByTestId("text-layer");
  const line = layer.getByText("Box 7 holds 45 parts");
  const selected = () => page.evaluate(() => getSelection()?.toString());
  // The line is printed 120 of 1240 pixels from the left and 690 of 1754 from the top of the sheet.
  const [sheet, box] = [await layer.boundingBox(), await line.boundingBox()];
  if (!sheet || !box) throw new Error("The text is not shown.");
  expect((box.x - sheet.x) / sheet.width).toBeCloseTo(120 / 1240, 1);
  expect((box.y + box.height / 2 - sheet.y) / sheet.height).toBeCloseTo(678 / 1754, 1);
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  await page.mouse.up();
  expect((await selected())?.trim()).toBe("Box 7 holds 45 parts");
  await inspect(page, "desktop, dark", "document text selected");
  await page.mouse.click(5, 5);
  await layer.focus();
  await page.keyboard.press("ControlOrMeta+a");
  const all = (await selected())?.split(/\n+/).map((text) => text.trim());
  expect(all?.slice(0, 3)).toEqual([
    "Delivery note 4711",
    "Box 1 holds 3 parts",
    "Box 2 holds 10 parts",
  ]);
  expect(all).toHaveLength(21);
  await page.keyboard.press("ControlOrMeta+c");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Box 20 holds 136");
  expect(errors).toEqual([]);
});
