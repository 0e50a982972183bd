// The ways out of a document besides saved PDF files, and what the app says about how long it keeps
// documents.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Download, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTextReader } from "../packages/documents/src/node.ts";
import { toPicture } from "../packages/documents/src/ocr/testing/printed-page.ts";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { toBytes } from "./engines/saved-file.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let context: BrowserContext;
let page: Page;
let errors: string[];
let photos: string[];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  photos = await Promise.all(
    ["Delivery note 4711", "Delivery note 4712"].map((title) =>
      drawNotePhoto(join(folder.data, `${title}.jpg`), { title }),
    ),
  );
  browser = await startBrowser();
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function openDocument(prepare?: () => Promise<unknown>) {
  ({ context, page, errors } = await openDevice(browser));
  await prepare?.();
  await page.goto(`${hub.base}/scan/#/document`);
  await page.getByTestId("document-pictures").setInputFiles(photos);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByLabel("Title").fill("Delivery 4711");
  await page.getByLabel("Paper").selectOption("A4");
}

/** Presses a button that saves files, and returns them in the order of their names. */
async function save(button: string, count: number) {
  const files: Promise<{ name: string; bytes: Buffer }>[] = [];
  const take = async (download: Download) => ({
    name: download.suggestedFilename(),
    bytes: await readFile(await download.path()),
  });
  page.on("download", (download) => files.push(take(download)));
  await page.getByRole("button", { name: button }).click();
  await expect.poll(() => files.length).toBe(count);
  page.removeAllListeners("download");
  return (await Promise.all(files)).sort((a, b) => a.name.localeCompare(b.name));
}

async function readText(picture: Buffer): Promise<string> {
  const opened = await openTextReader({ languages: ["eng"] });
  if (!opened.ok) throw new Error(opened.failure);
  const read = await opened.value.read(await toPicture(sharp(picture)));
  await opened.value.close();
  if (!read.ok) throw new Error(read.failure);
  return read.value.text;
}

test.each([
  { button: "Save JPEG", format: "jpeg", names: ["Delivery 4711-1.jpg", "Delivery 4711-2.jpg"] },
  { button: "Save PNG", format: "png", names: ["Delivery 4711-1.png", "Delivery 4711-2.png"] },
])(
  "$button writes a picture of each page with the pixels of the photo",
  async ({ button, format, names }) => {
    await openDocument();
    const saved = await save(button, 2);
    expect(saved.map(({ name }) => name)).toEqual(names);
    for (const { bytes } of saved) {
      const read = await sharp(bytes).metadata();
      expect(read.format).toBe(format);
      // The sheet was drawn with 1240 × 1754 pixels.
      expect(Math.abs(read.width - 1240)).toBeLessThan(0.03 * 1240);
      expect(Math.abs(read.height - 1754)).toBeLessThan(0.03 * 1754);
    }
    const text = await readText(saved[1]!.bytes);
    expect(text).toContain("Delivery note 4712");
    expect(text).toContain("Box 20 holds 136 parts");
    expect(errors).toEqual([]);
  },
);

test("the text of all pages is saved as a plain text in their order", async () => {
  await openDocument();
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByText("All pages have their text.").waitFor();
  // The title that was typed is not questioned.
  expect(await page.getByRole("button", { name: /^Use “/ }).count()).toBe(0);
  const [saved] = await save("Save text", 1);
  expect(saved?.name).toBe("Delivery 4711.txt");
  const lines = saved!.bytes.toString("utf8").split("\n");
  const titles = lines.filter((line) => line.startsWith("Delivery note"));
  expect(titles).toEqual(["Delivery note 4711", "Delivery note 4712"]);
  expect(lines.filter((line) => line === "Box 7 holds 45 parts")).toHaveLength(2);
  expect(errors).toEqual([]);
});

type Shared = { title: string; names: string[]; pdf: string };
type Sheet = { shared?: Shared; refusal?: string; refusals?: string[] };

/**
 * Runs in the page: stands in for the sheet of the system, which Chromium has only on some systems.
 */
function giveShareSheet(): void {
  const sheet = globalThis as Sheet;
  sheet.refusals = [];
  const isPdf = ({ type, name }: File) => type === "application/pdf" && name.endsWith(".pdf");
  Object.assign(navigator, {
    canShare: ({ files }: { files: File[] }) => files.every(isPdf),
    share: async ({ files, title }: { files: File[]; title: string }) => {
      if (sheet.refusal) {
        sheet.refusals?.push(sheet.refusal);
        throw new DOMException("no", sheet.refusal);
      }
      const reader = new FileReader();
      await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(files[0]!);
      });
      sheet.shared = { title, names: files.map(({ name }) => name), pdf: String(reader.result) };
    },
  });
}

test.skipIf(isMissing("pdfinfo"))(
  "the PDF is shared with its name; a closed sheet is no error, and a refused one saves the PDF",
  async () => {
    await openDocument(() => context.addInitScript(giveShareSheet));
    const readShared = () => page.evaluate(() => (globalThis as Sheet).shared);
    const refuse = (name: string) =>
      page.evaluate((refusal) => void Object.assign(globalThis, { refusal }), name);
    const refusals = () => page.evaluate(() => (globalThis as Sheet).refusals);
    await page.getByRole("button", { name: "Share PDF" }).click();
    await expect.poll(readShared).toMatchObject({
      title: "Delivery 4711",
      names: ["Delivery 4711.pdf"],
    });
    const path = join(folder.data, "shared.pdf");
    await writeFile(path, toBytes((await readShared())!.pdf));
    const info = execFileSync("pdfinfo", [path], { encoding: "utf8" });
    expect(info).toMatch(/Title: +Delivery 4711\n/);
    expect(info).toMatch(/Pages: +2\n/);

    await refuse("AbortError");
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    await page.getByRole("button", { name: "Share PDF" }).click();
    await expect.poll(refusals).toEqual(["AbortError"]);
    await refuse("NotAllowedError");
    await page.getByRole("button", { name: "Share PDF" }).click();
    await expect.poll(() => downloads).toEqual(["Delivery 4711.pdf"]);
    expect(await page.getByTestId("document-problem").count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

const warning = "This browser may delete documents when space runs low";

test("the browser is asked to keep documents, and where it does not agree, the app says so beside the export", async () => {
  await openDocument();
  await page.getByText(warning).waitFor();
  await page.getByRole("button", { name: "Save PDF" }).scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "document may be deleted");
  await page.getByRole("button", { name: "All documents" }).click();
  await page.getByText(warning).waitFor();

  // Chromium agrees without a question once the person allows it for the site.
  const tools = await browser.newBrowserCDPSession();
  const session = await context.newCDPSession(page);
  const { browserContextId } = (await session.send("Target.getTargetInfo")).targetInfo;
  await tools.send("Browser.grantPermissions", {
    permissions: ["durableStorage"],
    origin: new URL(hub.base).origin,
    ...(browserContextId && { browserContextId }),
  });
  const isPersistent = () => page.evaluate(() => navigator.storage.persisted());
  await page.getByTestId("document-pictures").setInputFiles(photos);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await expect.poll(isPersistent).toBe(true);
  await expect.poll(() => page.getByText(warning).count()).toBe(0);
  await page.reload();
  await page.getByText("2 pages ·").first().waitFor();
  expect(await page.getByText(warning).count()).toBe(0);
  expect(errors).toEqual([]);
});
