// Codes are made on the phone, and what it saves is read back by the reader of codes.
import { readFile } from "node:fs/promises";
import { type CodeFormat, createCodeReader } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import { readPdfPictures } from "@scanhook/documents";
import type { Browser, Page } from "playwright";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, sizes, startBrowser } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;

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

async function openMaker(look?: Look) {
  const device = await openDevice(browser, look);
  await device.page.goto(`${hub.base}/scan/#/more/code`);
  await device.page.getByRole("group", { name: "Content" }).waitFor();
  return device;
}

const choose = (page: Page, label: string, option: string) =>
  page.getByRole("combobox", { name: label, exact: true }).selectOption(option);
const status = (page: Page) => page.getByRole("main").getByRole("status");

async function save(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function read(picture: Sharp, format: CodeFormat): Promise<string[]> {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: [format] });
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const frame = { ...info, data: new Uint8ClampedArray(data) };
  return (await reader.still(frame, { all: true })).map(({ content }) => content);
}

/** Returns the pages of a PDF whose pictures have one bit for each pixel. */
async function readSheet(bytes: Buffer): Promise<Sharp[]> {
  const pdf = await readPdfPictures(bytes);
  if (!pdf.ok) throw new Error(pdf.problem);
  return Promise.all(
    pdf.pages.map(async (page) => {
      const image = await page.load();
      if (image.kind !== "bits") throw new Error(`the page is ${image.kind}`);
      const { width, height } = image;
      const stride = Math.ceil(width / 8);
      const isBlack = (x: number, y: number) =>
        (image.bytes[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
      const gray = Buffer.alloc(width * height);
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) gray[y * width + x] = isBlack(x, y) ? 0 : 255;
      return sharp(gray, { raw: { width, height, channels: 1 } });
    }),
  );
}

// Costs 3 s for each look.
test.each(sizes)(
  "a Wi-Fi network becomes a code that is saved as PNG, SVG and a sheet, by keyboard on a %s screen",
  async (look) => {
    const { context, page, errors } = await openDevice(browser, look);
    await page.goto(`${hub.base}/scan/#/more`);
    const entry = page.getByRole("link", { name: /^Make a code/ });
    await tabTo(page, entry);
    await inspect(page, look, "code menu");
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("radio", { name: "Link" }));
    await inspect(page, look, "code link empty");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Guests; free");
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type("tall");
    await page.keyboard.press("Tab");
    await page.getByText("A WPA password has 8 to 63").waitFor();
    await status(page).getByText("Correct the marked field").waitFor();
    await inspect(page, look, "code wifi problem");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("End");
    await page.keyboard.type(":heron");
    await page.getByRole("img", { name: "QR code: Guests; free" }).waitFor();
    await inspect(page, look, "code wifi");
    await page.getByTestId("made-code").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Save PDF" }).scrollIntoViewIfNeeded();
    await inspect(page, look, "code wifi made");

    const content = "WIFI:T:WPA;S:Guests\\; free;P:tall\\:heron;;";
    const saving = page.waitForEvent("download");
    await tabTo(page, page.getByRole("button", { name: "Save PNG" }));
    await page.keyboard.press("Enter");
    const file = await saving;
    expect(file.suggestedFilename()).toBe("Guests; free.png");
    const png = sharp(await readFile(await file.path()));
    expect(await read(png, "qr")).toEqual([content]);
    // 29 modules of version 3 and the light margin of 4 on each side, of 9 pixels.
    expect(await png.metadata()).toMatchObject({ density: 300, width: 37 * 9, height: 37 * 9 });
    expect(new Set((await png.extractChannel(0).raw().toBuffer()).values())).toEqual(
      new Set([0, 255]),
    );
    const svg = await save(page, "Save SVG");
    expect(svg.name).toBe("Guests; free.svg");
    expect(await read(sharp(svg.bytes).resize(600), "qr")).toEqual([content]);

    await choose(page, "Copies", "3");
    const sheet = await save(page, "Save PDF");
    expect(sheet.name).toBe("sheet Guests; free.pdf");
    const pages = await readSheet(sheet.bytes);
    expect(pages).toHaveLength(1);
    expect(await read(pages[0]!, "qr")).toEqual([content, content, content]);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test("a text becomes a barcode whose check digit is added, and a sentence says what is wrong", async () => {
  const { context, page, errors } = await openMaker();
  await page.getByRole("radio", { name: "Text" }).check();
  await status(page).getByText("Enter a text.").waitFor();
  const field = page.getByLabel("Text", { exact: true }).and(page.locator("textarea"));
  await field.fill("Café 1");
  await page.getByRole("img", { name: "QR code: Café 1" }).waitFor();
  await choose(page, "Format", "code128");
  await status(page).getByText("only letters without accents").waitFor();
  expect(await page.getByRole("button", { name: /^Save/ }).count()).toBe(0);
  await choose(page, "Format", "ean13");
  await status(page).getByText("EAN-13 holds only digits.").waitFor();
  await field.fill("4006381333932");
  await status(page).getByText("should be 1.").waitFor();
  await inspect(page, "phone, light", "code ean problem");
  await field.fill("400638133393");
  await page.getByRole("img", { name: "EAN-13: 400638133393" }).waitFor();
  await page.getByRole("button", { name: "Save PDF" }).scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "code ean");
  const png = await save(page, "Save PNG");
  expect(await read(sharp(png.bytes), "ean13")).toEqual(["4006381333931"]);

  // A full page of US Letter has four codes in a row.
  await choose(page, "Paper", "letter");
  const [sheet] = await readSheet((await save(page, "Save PDF")).bytes);
  expect(await sheet!.metadata()).toMatchObject({ width: 2550, height: 3300 });
  const row = sheet!.clone().extract({ left: 0, top: 0, width: 2550, height: 450 });
  expect(await read(row, "ean13")).toEqual(new Array(4).fill("4006381333931"));

  // A full page holds as many codes as the choice says.
  await choose(page, "Format", "qr");
  const copies = page.getByRole("combobox", { name: "Copies", exact: true });
  const full = Number(/\d+/.exec((await copies.locator("option").first().textContent())!));
  expect(full).toBeGreaterThan(30);
  const [squares] = await readSheet((await save(page, "Save PDF")).bytes);
  expect(await read(squares!, "qr")).toEqual(new Array(full).fill("400638133393"));

  // A code that fills a page has a page for each copy.
  await field.fill("x".repeat(2300));
  await copies.getByText("Page of 1", { exact: true }).waitFor({ state: "attached" });
  await choose(page, "Copies", "2");
  const pages = await readSheet((await save(page, "Save PDF")).bytes);
  expect(pages).toHaveLength(2);
  await choose(page, "Format", "code128");
  await field.fill("x".repeat(79));
  await page.getByText("The code is too big for the page.").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a link and a contact become codes, and what was typed is there after a reload", async () => {
  const { context, page, errors } = await openMaker("phone, dark");
  await page.getByLabel("Address", { exact: true }).fill("example.org/drill-7");
  await choose(page, "Format", "Data Matrix");
  const link = await save(page, "Save PNG");
  expect(await read(sharp(link.bytes), "datamatrix")).toEqual(["https://example.org/drill-7"]);
  await page.getByRole("radio", { name: "Contact" }).check();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  const contact = await save(page, "Save PNG");
  expect(contact.name).toBe("Grace Hopper.png");
  expect(await read(sharp(contact.bytes), "datamatrix")).toEqual([
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Hopper;Grace;;;\r\nFN:Grace Hopper\r\nEND:VCARD\r\n",
  ]);
  await page.getByTestId("made-code").scrollIntoViewIfNeeded();
  await inspect(page, "phone, dark", "code contact");
  await page.reload();
  await page.getByRole("img", { name: "QR code: example.org/drill-7" }).waitFor();
  await page.getByTestId("restored").waitFor();
  await inspect(page, "phone, dark", "code restored");
  expect(errors).toEqual([]);
  await context.close();
});
