import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { writeVideo } from "./camera/video.ts";
import { typeCode, verdictOf } from "./guest-list.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { pairPhone } from "./phone.ts";

// A phone books things into a stock: it has a shelf and a number in hand, and corrects what it
// booked. Everything after the first scan is done with the keyboard.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser(
    await writeVideo(join(folder.data, "shelf.y4m"), [
      { codes: [{ symbology: "qrcode", text: "SHELF-B3" }], frames: 20 },
    ]),
  );
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

let storerooms = 0;

/** Makes a stock of screws with a shelf, and an inbox that adds to it. Returns their name. */
async function addStoreroom(): Promise<string> {
  const name = `storeroom-${++storerooms}`;
  await api("POST", "/api/inboxes", { name, title: name });
  await api("POST", "/api/registers", { name, kind: "stock", rules: {} });
  await api("PUT", `/api/inboxes/${name}/register`, { register: name, action: "add" });
  const text = "code,name\nSHELF-B3,Shelf B3\n4006381333931,Screws M4 x 20\n";
  await api("POST", `/api/registers/${name}/import`, { text, key: "code", label: "name" });
  const { entries } = await listEntries(name);
  const shelf = entries.find(({ label }) => label === "Shelf B3")!;
  await api("PATCH", `/api/registers/${name}/entries/${shelf.id}`, { role: "place" });
  return name;
}

type Entries = { entries: { id: number; label: string; stock?: { quantity: number }[] }[] };
const listEntries = (name: string) => api<Entries>("GET", `/api/registers/${name}/entries`);

/** Returns how much there is of each article. */
async function countStock(name: string): Promise<Record<string, number>> {
  const { entries } = await listEntries(name);
  return Object.fromEntries(
    entries.flatMap(({ label, stock = [] }) => stock.map(({ quantity }) => [label, quantity])),
  );
}

/** Opens a phone that scans the shelf once, which stays in its picture, however slow it is. */
async function openPhone(look?: Look) {
  const device = await openDevice(browser, look);
  await device.page.addInitScript(() => {
    localStorage["scanhook.settings"] ??= JSON.stringify({ repeats: "session" });
  });
  return device;
}

/** Shows the camera a drawn picture of a product. */
async function scanProduct(page: Page, text: string): Promise<void> {
  const { data, width, height } = toFrame(
    await drawPicture([{ symbology: "ean13", text, size: 0.7, turn: -6 }]),
  );
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Scan from a picture")
    .and(page.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
}

/** Records what a page reads aloud. */
async function recordSpeech(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(globalThis, { spoken });
    speechSynthesis.speak = ({ text }) => void spoken.push(text);
  });
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken);
}

/** Moves the focus to a button with the key Tab, and presses it. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.waitFor();
  const hasFocus = () => button.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < 60 && !(await hasFocus()); tabs++) await page.keyboard.press("Tab");
  expect(await hasFocus(), `Tab leads to ${name}`).toBe(true);
  await page.keyboard.press("Enter");
}

test("a phone has a shelf and a number in hand, and changes, takes back and names what it booked", async () => {
  const look = "phone";
  const name = await addStoreroom();
  const { page, context, errors } = await openPhone(look);
  const posted: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "POST" && request.headers().authorization)
      posted.push(decodeURIComponent(pathname + search).replace(/\/\d+\b/, "/N"));
  });
  const readSpoken = await recordSpeech(page);
  await page.goto(`${hub.base}/scan/#/more/settings`);
  await page.getByRole("switch", { name: "Read results aloud" }).click();
  await pairPhone(page, hub, api, "ada", name);
  const bar = page.getByTestId("in-hand");
  const panel = page.getByTestId("verdict");
  const see = async (result: string, words: RegExp) => {
    await expect.poll(() => panel.innerText()).toMatch(words);
    expect(await verdictOf(page, result).count()).toBe(1);
  };

  await see("yes", /PLACE\s+Shelf B3\s+Now adding to Shelf B3\./);
  await expect.poll(() => bar.innerText()).toMatch(/Adding\s+Shelf B3\s+next:\s+× 1\s[^0-9]*Done/);
  await inspect(page, look, "stock place in hand");

  // The number stays in the bar until a thing is scanned, also over a reload.
  await press(page, "next: × 1 (quantity of the next scan)");
  const keypad = page.getByRole("dialog", { name: "Quantity of the next scan" });
  await keypad.getByRole("textbox", { name: "Number" }).waitFor();
  await page.keyboard.type("1.2345");
  expect(await keypad.getByRole("textbox").inputValue()).toBe("1.234");
  await press(page, "Clear");
  await page.keyboard.type("1.");
  await page.keyboard.press("Tab");
  await press(page, "OK");
  expect(await keypad.getByRole("alert").textContent()).toMatch(/^Enter a number such as 12/);
  await press(page, "Clear");
  await inspect(page, look, "stock keypad refuses");
  await press(page, "1");
  await press(page, "2");
  await inspect(page, look, "stock keypad");
  await press(page, "OK");
  await bar.getByText("× 12").waitFor();
  await page.reload();
  // The camera sees the shelf again, which takes no number.
  await see("yes", /Now adding to Shelf B3/);
  await bar.getByText("× 12").waitFor();
  await press(page, "Scan next");
  await inspect(page, look, "stock number in hand");

  await scanProduct(page, "4006381333931");
  await see("yes", /ADDED 12\s+Screws M4 x 20\s+Screws M4 x 20: 12 added to Shelf B3; 12 there\./);
  await bar.getByText(/× 1\b(?!2)/).waitFor();
  await inspect(page, look, "stock added");

  await press(page, "Change number");
  await page.getByRole("dialog", { name: "The right number" }).waitFor();
  await page.keyboard.type("7");
  await inspect(page, look, "stock change number");
  await page.keyboard.press("Enter");
  await see("yes", /ADDED 7[\s\S]*7 added to Shelf B3; 7 there/);
  expect(await countStock(name)).toEqual({ "Screws M4 x 20": 7 });
  await press(page, "Undo");
  await see("undone", /UNDONE[\s\S]*0 at Shelf B3/);
  expect(await countStock(name)).toEqual({ "Screws M4 x 20": 0 });
  await inspect(page, look, "stock undone");
  await press(page, "Back to the camera");

  await scanProduct(page, "9780201379624");
  await see("look", /NEW CODE[\s\S]*1 added to Shelf B3; 1 there\. Give it a name\./);
  await inspect(page, look, "stock new code");
  await press(page, "Give it a name");
  const naming = page.getByRole("dialog", { name: "Give it a name" });
  await naming.waitFor();
  await page.keyboard.press("Enter");
  expect(await naming.getByRole("alert").textContent()).toBe("Enter a name.");
  await page.keyboard.type("Design Patterns");
  await inspect(page, look, "stock name");
  await page.keyboard.press("Enter");
  await see("yes", /NAMED\s+Design Patterns[\s\S]*from now on\. 1 there\./);
  await inspect(page, look, "stock named");
  // The name led back to scanning: the next key press leaves the verdict.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe("Back to the camera");
  await page.keyboard.press("Enter");
  await scanProduct(page, "9780201379624");
  await see("yes", /ADDED 1\s+Design Patterns[\s\S]*2 there/);

  await press(page, "Done");
  await bar.waitFor({ state: "detached" });
  await page.getByText("Put down: Adding · Shelf B3.").waitFor({ state: "attached" });
  await press(page, "Back to the camera");
  await scanProduct(page, "4006381333931");
  await see("no", /NO PLACE[\s\S]*Scan the code of a place first\./);
  await inspect(page, look, "stock no place");

  const inbox = `/in/${name}`;
  expect(posted).toEqual([
    ...[inbox, `${inbox}?quantity=12`, `${inbox}?quantity=12`],
    ...[`${inbox}/correct/N?quantity=7`, `${inbox}/undo/N`],
    ...[inbox, `${inbox}/name/N?label=Design Patterns`, inbox, `${inbox}/put-down`, inbox],
  ]);
  expect((await readSpoken()).slice(1)).toEqual([
    ...["added 12. Screws M4 x 20. 12 there", "new code. 9780201379624. 1 there"],
    ...["added 1. Design Patterns. 2 there", "no place. Screws M4 x 20"],
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

test("what becomes of an act is kept with its scan and said, although another was scanned meanwhile", async () => {
  const name = await addStoreroom();
  const { page, context } = await openPhone();
  await pairPhone(page, hub, api, "ada", name);
  await page.getByTestId("in-hand").waitFor();
  await page.getByRole("button", { name: "Scan next" }).click();
  // The panel then stays over the camera, and shows the next scan in place of the one before.
  await page.getByRole("button", { name: "Continuous" }).click();
  await typeCode(page, "4006381333931");
  await page.keyboard.press("Escape");
  const undo = page.getByRole("button", { name: "Undo" });
  const hold = async (end: "continue" | "abort") => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/undo/*", async (route) => {
      await promise;
      await route[end]();
    });
    await undo.click();
    return resolve;
  };
  const goOn = await hold("continue");
  await typeCode(page, "9780201379624");
  await page.keyboard.press("Escape");
  await page.getByTestId("verdict-word").getByText("NEW CODE").waitFor();
  goOn();
  await expect.poll(() => countStock(name)).toMatchObject({ "Screws M4 x 20": 0 });
  await page.unroute("**/undo/*");
  await expect.poll(() => undo.isEnabled()).toBe(true);
  const fail = await hold("abort");
  await typeCode(page, "4006381333931");
  await page.keyboard.press("Escape");
  await page.getByTestId("verdict-word").getByText("ADDED 1").waitFor();
  fail();
  await page.getByText("The hub did not answer, so nobody knows").waitFor();
  await page.goto(`${hub.base}/scan/#/more/history`);
  const rows = page.getByTestId("history-row");
  await rows.nth(3).waitFor();
  const words = await rows.allInnerTexts();
  const expected = [/4006381333931[\s\S]*ADDED 1/, /9780201379624[\s\S]*NEW CODE/];
  expected.push(/4006381333931[\s\S]*UNDONE/, /SHELF-B3[\s\S]*PLACE/);
  for (const [index, pattern] of expected.entries()) expect(words[index]).toMatch(pattern);
  await context.close();
});

test("after two minutes without a scan nothing is in hand, and the bar is gone", async () => {
  const name = await addStoreroom();
  const { page, context } = await openPhone();
  await page.clock.install();
  await page.goto(`${hub.base}/scan/#/more/settings`);
  await page.getByRole("switch", { name: "Keep scanning" }).click();
  await pairPhone(page, hub, api, "ada", name);
  const bar = page.getByTestId("in-hand");
  await bar.getByText("Shelf B3").waitFor();
  await inspect(page, "phone, light", "stock in hand over the camera");
  // The camera would scan the shelf, which stays in its picture, again after so long a pause.
  await page.goto(`${hub.base}/scan/#/nfc`);
  await page.clock.fastForward(110_000);
  await bar.getByText("Shelf B3").waitFor();
  await page.clock.fastForward(10_000);
  await bar.waitFor({ state: "detached" });
  await page
    .getByText("Two minutes without a scan. Put down: Adding · Shelf B3.")
    .waitFor({ state: "attached" });
  await context.close();
});

test("the bar and the keypad fit on a desktop, on small phones and beside tags", async () => {
  const name = await addStoreroom();
  const { page, context } = await openPhone("desktop, light");
  await pairPhone(page, hub, api, "ada", name);
  await page.getByTestId("in-hand").waitFor();
  await inspect(page, "desktop, light", "stock place in hand");
  await page.goto(`${hub.base}/scan/#/nfc`);
  await page.getByTestId("in-hand").getByText("Shelf B3").waitFor();
  await inspect(page, "desktop, light", "stock in hand beside tags");
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, "phone, light", "stock in hand beside tags");
  await page.goto(`${hub.base}/scan/#/scan-code`);
  await page.getByTestId("camera").waitFor();
  await page.route("**/in/*", (route) => route.abort("connectionreset"));
  await typeCode(page, "SHELF-B3");
  await verdictOf(page, "unchecked").waitFor();
  await page.getByTestId("in-hand").getByText("Last scan had no answer.").waitFor();
  await inspect(page, "phone, light", "stock not checked");
  await page.unroute("**/in/*");
  await page.getByRole("button", { name: "Ask again" }).click();
  await verdictOf(page, "yes").waitFor();
  await page.getByText("Last scan had no answer.").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 740, height: 360 });
  await inspect(page, "phone, light", "stock on its side");
  await page.getByTestId("in-hand").getByRole("button", { name: /next/ }).click();
  await page.getByRole("dialog").waitFor();
  await inspect(page, "phone, light", "stock keypad on its side");
  await page.setViewportSize({ width: 320, height: 568 });
  await inspect(page, "phone, light", "stock keypad small");
  await page.getByRole("button", { name: "1", exact: true }).click();
  await page.keyboard.type("234567.891");
  await inspect(page, "phone, light", "stock keypad small, long number");
  await page.keyboard.press("Enter");
  await page.getByTestId("in-hand").getByText("× 1234567.891").waitFor();
  await page.getByTestId("in-hand").getByRole("button", { name: /next/ }).click();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await inspect(page, "phone, light", "stock small");
  await context.close();
});
