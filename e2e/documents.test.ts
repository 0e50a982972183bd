import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readPdfPictures } from "../packages/documents/src/index.ts";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { writeVideo } from "./camera/video.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

// From photos of pages to a PDF file, and what stays on the device.
const missingText = isMissing("pdftotext");
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let context: BrowserContext;
let page: Page;
let errors: string[];
let photo: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  photo = await drawNotePhoto(join(folder.data, "note.jpg"), { title: "Delivery note 4711" });
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

async function openDocuments(look: Look = "phone, light") {
  ({ context, page, errors } = await openDevice(browser, look));
  await page.goto(`${hub.base}/scan/#/document`);
  await page.getByRole("heading", { name: "Documents" }).waitFor();
}

const addPictures = (...files: string[]) =>
  page.getByTestId("document-pictures").setInputFiles(files);

test("photos become a PDF file with a title and pages of paper size", async () => {
  await openDocuments();
  await addPictures(photo, photo);
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
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save PDF" }).click();
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

test("the link of the action starts the camera, which takes a page by itself, once, and others by hand", async () => {
  ({ context, page, errors } = await openDevice(browser));
  await page.goto(`${hub.base}/scan/#/scan-document`);
  await page.getByTestId("outline").waitFor();
  await page.getByText("1 page taken").waitFor();
  await page.getByText("Show the next page.").waitFor();
  await inspect(page, "phone, light", "document camera");
  await page.getByRole("button", { name: "Take the picture" }).click();
  await page.getByText("2 pages taken").waitFor();
  // The drawn camera has few pixels, so the app offers a retake.
  await page.getByText(/The last page has only \d+ dpi/).waitFor();
  await page.getByRole("button", { name: "Take it again" }).click();
  await page.getByText("2 pages taken").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByRole("button", { name: "Correct page 2" }).click();
  await page.getByRole("button", { name: "Take again" }).click();
  await page.getByTestId("document-camera").waitFor();
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  expect(await page.getByRole("img", { name: "Page 3" }).count()).toBe(0);
  expect(errors).toEqual([]);
});

test("corners are set with the keyboard alone, and undo takes the change back", async () => {
  await openDocuments();
  await addPictures(photo);
  const sheet = page.getByRole("button", { name: "Correct page 1" });
  await sheet.focus();
  await page.keyboard.press("Enter");
  const corner = page.getByRole("button", { name: "Top left corner" });
  await corner.focus();
  const readLeft = () => corner.evaluate((element) => Number.parseFloat(element.style.left));
  const before = await readLeft();
  for (let press = 0; press < 3; press++) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(readLeft).toBeGreaterThan(before + 5);
  for (let undo = 0; undo < 3; undo++) await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(readLeft).toBe(before);
});

test("a document outlives a reload, page by page, and is gone once it is deleted", async () => {
  await openDocuments();
  await addPictures(photo, photo);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByRole("button", { name: "Move page 2 forward" }).click();
  await page.getByRole("button", { name: "Delete page 2" }).click();
  await page.getByText("Page 2 deleted").waitFor();
  await page.reload();
  await page.getByText("1 page ·").click();
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete document" }).click();
  await page.getByText("Documents that you scan are listed here").waitFor();
  await page.reload();
  await page.getByText("Documents that you scan are listed here").waitFor();
  const left = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of (await root.getDirectoryHandle("documents")).keys()) names.push(name);
    return names;
  });
  expect(left).toEqual([]);
});

test("a file that is no picture gets one sentence, and the others are added", async () => {
  await openDocuments();
  const [text, empty] = [join(folder.data, "list.jpg"), join(folder.data, "empty.png")];
  await writeFile(text, "no picture");
  await writeFile(empty, "");
  await addPictures(text);
  await page.getByText("“list.jpg” is not a picture that this browser can open").waitFor();
  await addPictures(empty);
  await page.getByText("“empty.png” is an empty file").waitFor();
  await addPictures(text, photo);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.getByText("“list.jpg” is not a picture that this browser can open").waitFor();
});

test("a picture of 100 megapixels becomes a page, and one that cannot be opened is called too large", async () => {
  const large = join(folder.data, "large.jpg");
  await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#4a3423" } })
    .composite([{ input: await sharp(photo).resize(6000).toBuffer(), left: 1000, top: 1000 }])
    .jpeg()
    .toFile(large);
  const cutOff = join(folder.data, "cut-off.jpg");
  await writeFile(cutOff, (await readFile(large)).subarray(0, 700));
  await openDocuments();
  await addPictures(large, cutOff);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.getByText("“cut-off.jpg” has more pixels than this device can open").waitFor();
  await expect.poll(() => page.locator("ol img").count()).toBe(1);
  expect(errors).toEqual([]);
});

test("a photo without a page is taken as a whole, which the app says until the corners are moved", async () => {
  const empty = join(folder.data, "table.jpg");
  await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#4a3423" } })
    .jpeg()
    .toFile(empty);
  await openDocuments();
  await addPictures(empty);
  await page.getByRole("button", { name: "Correct page 1" }).click();
  const sentence = page.getByText("All of the picture is taken for the page.");
  await sentence.waitFor();
  // The longest side of a page of unknown shape is taken for that of A4.
  await page.getByText("Guessed size, 297 × 223 mm").waitFor();
  await inspect(page, "phone, light", "document without a page");
  await page.getByRole("button", { name: "Top left corner" }).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => sentence.count()).toBe(0);
  expect(errors).toEqual([]);
});

test.each(Object.keys(looks) as Look[])(
  "the screens of a document look right: %s",
  async (look) => {
    await openDocuments(look);
    await inspect(page, look, "documents empty");
    await addPictures(photo, photo);
    await page.getByRole("img", { name: "Page 2" }).waitFor();
    await expect.poll(() => page.locator("ol img").count()).toBe(2);
    await inspect(page, look, "document");
    await page.getByRole("button", { name: "Correct page 1" }).click();
    await page.getByRole("img", { name: "Result" }).waitFor();
    await page.getByRole("button", { name: "Top left corner" }).focus();
    await page.keyboard.down("ArrowRight");
    await inspect(page, look, "document page");
    await page.keyboard.up("ArrowRight");
    expect(errors).toEqual([]);
  },
);

test("a device without space says so, keeps what it has, and takes pages again once a document is deleted", async () => {
  await openDocuments();
  await addPictures(photo);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  // The service worker stores the app first, for which it needs space as well.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const tools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const limit = (quotaSize?: number) =>
    tools.send("Storage.overrideQuotaForOrigin", {
      origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  await limit(1);
  await addPictures(photo, photo);
  await page.getByText("This device has no space left").waitFor();
  expect(await page.getByRole("img", { name: "Page 2" }).count()).toBe(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  // Not even the lists of the pages find room.
  await page.getByRole("radio", { name: "Gray" }).check();
  await page.getByText("This device has no space left").waitFor();
  await page.reload();
  await page.getByText("1 page ·").click();
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await limit();
  await addPictures(photo);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  expect(await page.getByTestId("document-problem").count()).toBe(0);
});

test("a document is printed from a frame with its PDF file, or the page says that this browser cannot", async () => {
  await openDocuments();
  await context.addInitScript(() => {
    // The dialog of the browser would wait for a person.
    Object.assign(globalThis, {
      print: () => {
        top!.document.title = `printed from ${location.protocol}`;
      },
    });
  });
  await page.reload();
  await addPictures(photo);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: false, configurable: true });
  });
  await page.getByRole("button", { name: "Print" }).click();
  await page.getByText("This browser cannot print a PDF from a page.").waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: true });
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.title()).toBe("printed from blob:");
  expect(errors).toEqual([]);
});
