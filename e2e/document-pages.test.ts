// The pages of a document: how they are corrected, kept and deleted, and which pictures become
// none.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sizes } from "./browser.ts";
import {
  addPictures,
  context,
  errors,
  folder,
  isFocused,
  openDocuments,
  page,
  photo,
  smallPhoto,
  useDocuments,
} from "./document-device.ts";
import { inspect } from "./inspect.ts";

useDocuments({ camera: false });

test("corners are set with the keyboard alone, and undo takes the change back", async () => {
  await openDocuments();
  await addPictures(smallPhoto);
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
  await addPictures(smallPhoto, smallPhoto);
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

test("documents are put in folders, which are shown, renamed and removed without losing a document", async () => {
  await openDocuments();
  for (const title of ["Bill", "Letter"]) {
    await addPictures(smallPhoto);
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Title").press("Tab");
    await page.getByRole("heading", { name: title }).waitFor();
    if (title === "Bill") {
      await page.getByLabel("Folder").fill(" Tax ");
      await page.getByLabel("Folder").press("Tab");
      expect(await page.getByLabel("Folder").inputValue()).toBe("Tax");
    }
    await page.getByRole("button", { name: "All documents" }).click();
  }
  await page.reload();
  const rows = page.getByRole("button", { name: "1 page ·" });
  const listed = async () => (await rows.locator("strong").allTextContents()).sort();
  await expect.poll(listed).toEqual(["Bill", "Letter"]);
  await page.getByRole("radio", { name: "All" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(listed).toEqual(["Bill"]);
  // A new document goes into the folder that is shown.
  await addPictures(smallPhoto);
  await expect.poll(() => page.getByLabel("Folder").inputValue()).toBe("Tax");
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete document" }).click();
  await expect.poll(listed).toEqual(["Bill"]);
  await page.getByText("Rename or remove “Tax”").click();
  await page.getByLabel("Name of this folder").fill("Tax 2026");
  await page.getByLabel("Name of this folder").press("Tab");
  await page.getByRole("radio", { name: "Tax 2026", checked: true }).waitFor();
  await inspect(page, "phone, light", "documents in a folder");
  await page.reload();
  await page.getByRole("radio", { name: "Tax 2026" }).check();
  await expect.poll(listed).toEqual(["Bill"]);
  await page.getByText("Rename or remove “Tax 2026”").click();
  await page.getByRole("button", { name: "Remove this folder" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(listed).toEqual(["Bill", "Letter"]);
  await expect.poll(() => isFocused(page.getByLabel("Search documents"))).toBe(true);
  await page.reload();
  await expect.poll(listed).toEqual(["Bill", "Letter"]);
  expect(await page.getByRole("radio").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("an open book becomes two pages at its gutter, and undo joins them", async () => {
  const book = join(folder.data, "book.jpg");
  const halves = ["left", "right"].map(
    (name, index) =>
      `<text x="${120 + index * 700}" y="200" font-size="60">The ${name} page</text>`,
  );
  const spread = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1000" font-family="sans-serif">
    <rect width="100%" height="100%" fill="#fbfaf5"/><rect x="696" width="8" height="1000" fill="#8a8578"/>${halves.join("")}</svg>`;
  await sharp({ create: { width: 1700, height: 1300, channels: 3, background: "#4a3423" } })
    .composite([{ input: Buffer.from(spread) }])
    .jpeg()
    .toFile(book);
  await openDocuments();
  await addPictures(book);
  await page.getByRole("button", { name: "Correct page 1" }).click();
  await page.getByRole("button", { name: "Two pages" }).click();
  const right = page.getByRole("button", { name: "Correct page 2" });
  await right.click();
  // The book lies in the middle of the picture, so its right page begins there.
  const corner = page.getByRole("button", { name: "Top left corner" });
  const left = await corner.evaluate((element) => Number.parseFloat(element.style.left));
  expect(Math.abs(left - 50)).toBeLessThan(2);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => right.count()).toBe(0);
  expect(errors).toEqual([]);
});

/** Runs in the page: keeps documents of one page whose text names their number. */
async function keepDocuments(count: number) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("documents", { create: true });
  for (let number = 1; number <= count; number++) {
    const [id, pageId, textId] = [0, 1, 2].map(() => crypto.randomUUID()) as [
      string,
      string,
      string,
    ];
    const kept = await folder.getDirectoryHandle(id, { create: true });
    const write = async (name: string, value: object) => {
      const file = await (await kept.getFileHandle(name, { create: true })).createWritable();
      await file.write(JSON.stringify(value));
      await file.close();
    };
    const corners = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ].map(([x, y]) => ({ x, y }));
    const kind = { quarterTurns: 0, style: "grey", textId };
    const document = { id, title: `Bill ${number}`, createdAt: number, filter: "clean" };
    const pages = [{ id: pageId, width: 9, height: 9, corners, ...kind }];
    const text = `Customer ${number}`;
    const box = { x: 1, y: 1, width: 5, height: 2 };
    const words = [{ text, line: 0, box }];
    await write(textId, { width: 9, height: 9, text, words });
    await write("pages-1.json", { revision: 1, document: { ...document, pages } });
  }
}

test("many documents are listed in parts, and the search finds them all", async () => {
  await openDocuments();
  await page.evaluate(keepDocuments, 120);
  await page.reload();
  const rows = page.getByRole("button", { name: "1 page ·" });
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole("button", { name: "Show more (70)" }).click();
  await expect.poll(() => rows.count()).toBe(100);
  // The oldest one is the last.
  const field = page.getByLabel("Search documents");
  await field.fill("customer 1");
  await page.getByText("32 documents found").waitFor({ state: "attached" });
  await field.fill("customer");
  await page.getByText("120 documents found").waitFor({ state: "attached" });
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole("button", { name: "Show more (70)" }).waitFor();
  expect(errors).toEqual([]);
});

test("a file that is no picture gets one sentence, and the others are added", async () => {
  await openDocuments();
  const [text, empty] = [join(folder.data, "list.jpg"), join(folder.data, "empty.png")];
  await writeFile(text, "no picture");
  await writeFile(empty, "");
  await addPictures(text);
  await page.getByText("“list.jpg” is not a picture that this browser can open").waitFor();
  expect(await page.getByRole("alert").getByText("list.jpg").count()).toBe(1);
  await addPictures(empty);
  await page.getByText("“empty.png” is an empty file").waitFor();
  expect(await page.getByText("list.jpg").count()).toBe(0);
  await addPictures(text, empty, smallPhoto);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.getByText("“list.jpg” is not a picture that this browser can open").waitFor();
  await page.getByText("“empty.png” is an empty file").waitFor();
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

const coveredPage = fileURLToPath(
  import.meta.resolve("../packages/documents/src/corners/testing/desks/objects-on-cloth.jpg"),
);

test("a photo without a page opens its corners at once, or is marked beside others, until a person has looked", async () => {
  const empty = join(folder.data, "table.jpg");
  await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#4a3423" } })
    .jpeg()
    .toFile(empty);
  await openDocuments();
  // The corners of a single picture are open at once.
  await addPictures(empty);
  const sentence = page.getByText("No page was found on this picture");
  await sentence.waitFor();
  // The longest side of a page of unknown shape is taken for that of A4.
  await page.getByText("Guessed size, 297 × 223 mm").waitFor();
  await inspect(page, "phone, light", "document without a page");
  await page.getByRole("button", { name: "Top left corner" }).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => sentence.count()).toBe(0);

  // Several pictures are not interrupted; those that need a look are named and marked.
  await page.getByRole("button", { name: "Done" }).click();
  await addPictures(empty, smallPhoto, empty);
  await page.getByRole("img", { name: "Page 4" }).waitFor();
  await page.getByText("not sure where pages 2 and 4 lie").waitFor();
  await inspect(page, "phone, light", "document with pages to look at");
  expect(await page.getByText("Check corners").count()).toBe(2);
  await page.reload();
  await page.getByText("4 pages ·").click();
  await page.getByRole("button", { name: "Set the corners of page 2" }).click();
  await sentence.waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("not sure where page 4 lies").waitFor();
  expect(await page.getByText("Check corners").count()).toBe(1);

  // A page whose sides are covered is found, but a person has to look at its corners.
  await addPictures(coveredPage);
  await page.getByText("The sides of this page are partly covered.").waitFor();
  await inspect(page, "phone, light", "document with a covered page");
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.getByText("Check corners").count()).toBe(1);
  expect(errors).toEqual([]);
});

test.each(sizes)("the screens of a document look right: %s", async (look) => {
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
  await page.getByRole("group", { name: "Look of this page" }).getByLabel("Gray").check();
  await page.getByRole("button", { name: "For all pages" }).waitFor();
  await inspect(page, look, "document page with its own look");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Page 1 has a look of its own.").waitFor();
  await inspect(page, look, "document with a look of a page");
  await page.getByRole("button", { name: "Same look for all pages" }).click();
  await expect.poll(() => page.getByText("has a look of its own").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("a device without space says so, keeps what it has, and takes pages again once a document is deleted", async () => {
  await openDocuments();
  await addPictures(smallPhoto);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  const tools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const limit = (quotaSize?: number) =>
    tools.send("Storage.overrideQuotaForOrigin", {
      origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  await limit(1);
  await addPictures(smallPhoto, smallPhoto);
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
  await addPictures(smallPhoto);
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  expect(await page.getByTestId("document-problem").count()).toBe(0);
});
