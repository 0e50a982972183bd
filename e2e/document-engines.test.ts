// From picture files to a searchable PDF in Firefox and WebKit. documents.test.ts has the story in
// Chromium.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { findFirefox, findWebKit } from "../scripts/testing/engines.ts";
import { openDevice } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { startFirefox } from "./engines/firefox.ts";
import { readSavedFile, rememberSavedFile, toBytes } from "./engines/saved-file.ts";
import { startWebKit } from "./engines/webkit.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

const missingText = isMissing("pdftotext");
const firefox = findFirefox();
const webkit = findWebKit();
if (!firefox.ok) console.log(`Skipped: documents in Firefox need ${firefox.missing}.`);
if (!webkit.ok) console.log(`Skipped: documents in WebKit need ${webkit.missing}.`);

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let photo: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  photo = await drawNotePhoto(join(folder.data, "note.jpg"), {
    title: "Delivery note 4711",
    codes: [{ symbology: "qrcode", text: "ORDER-4711" }],
  });
});
afterAll(async () => {
  await hub?.stop();
  await folder?.remove();
});

/** Reads the text of a saved PDF file with another program. */
async function readText(saved: { name: string; dataUrl: string }): Promise<string> {
  expect(saved.name).toMatch(/^Document [A-Z][a-z]+ \d{1,2}, 20\d\d\.pdf$/);
  const path = join(folder.data, "saved.pdf");
  await writeFile(path, toBytes(saved.dataUrl));
  return execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
}

/** Two pages in JBIG2, and one in JPEG 2000, as office scanners write them. */
const scanned = fileURLToPath(
  new URL("../packages/documents/src/pdf/reading/fixtures/mixed.pdf", import.meta.url),
);

const expectedLines = ["Delivery note 4711", "Box 1 holds 3 parts", "Box 20 holds 136 parts"];

describe.skipIf(!firefox.ok || missingText)("in Firefox", () => {
  test("a picture file becomes a PDF with its text, offers its code, and outlives a reload; a scanned PDF comes in", async () => {
    const browser = await startFirefox();
    try {
      const { context, page, errors } = await openDevice(browser);
      await page.goto(`${hub.base}/scan/#/document`);
      await page.getByTestId("document-pictures").setInputFiles(photo);
      await page.getByRole("button", { name: "Send ORDER-4711" }).waitFor();
      await page.getByRole("button", { name: "Read the text" }).click();
      await page.getByText("All pages have their text.").waitFor();
      await page.evaluate(rememberSavedFile);
      await page.getByRole("button", { name: "Save PDF" }).click();
      const saved = await page.evaluate(readSavedFile);
      expect(saved.name).toMatch(/^Document/);
      const text = await readText(saved);
      for (const line of expectedLines) expect(text).toContain(line);
      await page.getByRole("button", { name: "Correct page 1" }).click();
      const layer = page.getByTestId("text-layer");
      await layer.getByText("Box 7 holds 45 parts").waitFor();
      await layer.focus();
      await page.keyboard.press("ControlOrMeta+a");
      const selected = await page.evaluate(() => getSelection()?.toString());
      expect(selected).toMatch(/Delivery note 4711\s*\n\s*Box 1 holds 3 parts\s*\n/);
      await page.reload();
      await page.getByText("1 page ·").click();
      await page.getByRole("img", { name: "Page 1" }).waitFor();
      await page.getByTestId("document-pictures").setInputFiles(scanned);
      await page.getByRole("img", { name: "Page 4" }).waitFor();
      await expect.poll(() => page.locator("ol img").count()).toBe(4);
      expect(await page.getByTestId("document-problem").count()).toBe(0);
      expect(errors).toEqual([]);
      await context.close();
    } finally {
      await browser.close();
    }
  });
});

describe.skipIf(!webkit.ok || missingText)("in WebKit", () => {
  test("a picture file becomes a PDF with its text, the page says that it keeps nothing, and a scanned PDF comes in", async () => {
    if (!webkit.ok) return;
    const browser = await startWebKit(webkit.programs);
    try {
      const page = await browser.openPage();
      await page.goto(`${hub.base}/scan/#/document`);
      await page.choose({ by: "testid", value: "document-pictures" }, photo);
      await page.waitFor({ by: "button", value: "Send ORDER-4711" });
      await page.click({ by: "button", value: "Read the text" });
      await page.waitFor({ by: "text", value: "All pages have their text." });
      await page.evaluate(rememberSavedFile);
      await page.click({ by: "button", value: "Save PDF" });
      const saved = await page.evaluate(readSavedFile);
      expect(saved.name).toMatch(/^Document/);
      const text = await readText(saved);
      for (const line of expectedLines) expect(text).toContain(line);
      await page.click({ by: "button", value: "Correct page 1" });
      await page.waitFor({ by: "text", value: "Box 7 holds 45 parts" });
      const selected = await page.evaluate(() => {
        getSelection()?.selectAllChildren(document.querySelector("[data-testid=text-layer]")!);
        return getSelection()?.toString();
      });
      expect(selected).toMatch(/Delivery note 4711\s*\n\s*Box 1 holds 3 parts\s*\n/);
      // WebKitGTK gives pages no files of their own, as Safari does in private windows.
      await page.evaluate(() => location.reload());
      await page.waitFor({ by: "text", value: "This browser does not let the page store files" });
      await page.choose({ by: "testid", value: "document-pictures" }, scanned);
      await expect
        .poll(() => page.evaluate(() => document.querySelectorAll("ol img").length))
        .toBe(3);
      expect(await page.takeProblems()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
