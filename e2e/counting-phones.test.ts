import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import type { PlacedCode } from "./camera/picture.ts";
import { openScene, type Scene } from "./camera/scene.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { pairPhone } from "./phone.ts";

// Two people count a storeroom at the same time, each with the camera of a phone. Shelf 1 has the
// articles 1 to 5, shelf 2 those from 6 to 10 and so on, and there are n pieces of article n.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
const browsers: Browser[] = [];

beforeEach(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
});
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
  await hub?.stop();
  await folder?.remove();
});

const shelves = [1, 2, 3, 4, 5, 6, 7, 8];
const articlesOf = (shelf: number) => [1, 2, 3, 4, 5].map((n) => (shelf - 1) * 5 + n);
const nameOf = (article: number) => `Article ${String(article).padStart(2, "0")}`;
const unknownCode = "9780201379624";

/** Returns the EAN-13 of an article, whose last digit checks the others. */
function eanOf(article: number): string {
  const digits = `4006381${String(article).padStart(5, "0")}`;
  const sum = [...digits].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Makes the stock from a list of its shelves and articles, and an inbox that counts them. */
async function addStoreroom(): Promise<void> {
  await api("POST", "/api/inboxes", { name: "counting", title: "Storeroom: count" });
  await api("POST", "/api/registers", { name: "storeroom", title: "Storeroom", kind: "stock" });
  await api("PUT", "/api/inboxes/counting/register", { register: "storeroom", action: "count" });
  const places = shelves.map((shelf) => `SHELF-${shelf},Shelf ${shelf},place,,`);
  const articles = shelves.flatMap((shelf) =>
    articlesOf(shelf).map((n) => `${eanOf(n)},${nameOf(n)},,${n},Shelf ${shelf}`),
  );
  const text = ["Code,Name,Role,Quantity,Place", ...places, ...articles].join("\n");
  const columns = { key: "Code", label: "Name", role: "Role", quantity: "Quantity" };
  await api("POST", "/api/registers/storeroom/import", { text, ...columns, place: "Place" });
}

type Stock = Record<string, Record<string, number>>;

/** The stock of the list: what is at each shelf. */
const opening = (): Stock =>
  Object.fromEntries(
    shelves.map((shelf) => [
      `Shelf ${shelf}`,
      Object.fromEntries(articlesOf(shelf).map((n) => [nameOf(n), n])),
    ]),
  );

/** Returns what is at each shelf by the hub. */
async function loadStock(): Promise<Stock> {
  type Entry = { label: string; stock?: { label: string; quantity: number }[] };
  const path = "/api/registers/storeroom/entries?limit=100";
  const { entries } = await api<{ entries: Entry[] }>("GET", path);
  const stock: Stock = {};
  for (const { label, stock: places = [] } of entries)
    for (const { label: place, quantity } of places)
      if (quantity !== 0) stock[place] = { ...stock[place], [label]: quantity };
  return stock;
}

type Phone = { page: Page; scene: Scene; look: Look; errors: string[] };

/** Pairs a phone whose camera sees an empty table. */
async function takePhone(user: string, look: Look): Promise<Phone> {
  const scene = await openScene(join(folder.data, `${user}.y4m`));
  const browser = await startBrowser(scene.video);
  browsers.push(browser);
  const { page, errors } = await openDevice(browser, look);
  await pairPhone(page, hub, api, user, "counting");
  await page.getByTestId("camera").waitFor();
  return { page, scene, look, errors };
}

/** Holds the camera of a phone over a code, and leaves the verdict before. */
async function holdOver({ page, scene }: Phone, code: PlacedCode): Promise<void> {
  await scene.show(code);
  const next = page.getByRole("button", { name: "Scan next" });
  if (await next.isVisible()) await next.click();
}

/** Waits until the verdict on the phone has these words. */
const see = ({ page }: Phone, words: string) =>
  expect
    .poll(async () => (await page.getByTestId("verdict").allInnerTexts()).join())
    .toContain(words);

async function scanShelf(phone: Phone, shelf: number): Promise<void> {
  await holdOver(phone, { symbology: "qrcode", text: `SHELF-${shelf}`, turn: 5 });
  await see(phone, `Now counting at Shelf ${shelf}.`);
}

/** Scans an EAN-13 of which there are some, and waits for these words about them. */
type Count = (phone: Phone, ean: string, quantity: number, words: string) => Promise<void>;

const label = (text: string): PlacedCode => ({ symbology: "ean13", text, size: 0.6, turn: -4 });

/** Scans first, then types the right number instead of 1. */
const scanThenType: Count = async (phone, ean, quantity, words) => {
  const { page } = phone;
  await holdOver(phone, label(ean));
  await page.getByRole("button", { name: "Change number" }).click();
  await page.getByRole("dialog", { name: "The right number" }).waitFor();
  await page.keyboard.type(String(quantity));
  await page.keyboard.press("Enter");
  await see(phone, words);
};

/** Taps the number on the keypad, then scans. */
const tapThenScan: Count = async (phone, ean, quantity, words) => {
  const { page } = phone;
  await page.getByTestId("in-hand").getByRole("button", { name: /next/ }).click();
  const keypad = page.getByRole("dialog", { name: "Quantity of the next scan" });
  for (const digit of String(quantity))
    await keypad.getByRole("button", { name: digit, exact: true }).click();
  await keypad.getByRole("button", { name: "OK" }).click();
  await holdOver(phone, label(ean));
  await see(phone, words);
};

/** Counts what is on a shelf. `found` says how many there are of an article, if not as expected. */
async function countShelf(
  phone: Phone,
  shelf: number,
  count: Count,
  found: Record<number, number> = {},
): Promise<void> {
  await scanShelf(phone, shelf);
  for (const n of articlesOf(shelf)) {
    const quantity = found[n] ?? n;
    const words = `${nameOf(n)}: ${quantity} counted at Shelf ${shelf}; ${n} expected.`;
    if (quantity > 0) await count(phone, eanOf(n), quantity, words);
  }
}

/** Inspects a screen of the dashboard on a desktop in light and on a phone in dark. */
async function inspectTwice(page: Page, screen: string): Promise<void> {
  for (const look of ["phone, dark", "desktop, light"] as const) {
    const { viewport, colorScheme } = looks[look];
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await inspect(page, look, screen);
  }
}

test("two phones count a storeroom, and what differs is booked and taken back", async () => {
  await addStoreroom();
  expect(await loadStock()).toEqual(opening());
  const [ada, bob] = await Promise.all([
    takePhone("ada", "phone, light"),
    takePhone("bob", "phone, dark"),
  ]);
  await bob.page.getByRole("button", { name: "Continuous" }).click();
  const { page, errors } = await openDevice(browsers[0]!, "desktop, light");
  await page.goto(`${hub.base}/#/registers/storeroom`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = async (act: string) => {
    await page.getByRole("button", { name: act }).click();
    await dialog.getByRole("button", { name: act }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await confirm("Begin a round");

  const countLikeAda = async () => {
    await countShelf(ada, 1, scanThenType);
    await inspect(ada.page, ada.look, "count of a round");
    await countShelf(ada, 2, scanThenType, { 8: 5 });
    await countShelf(ada, 3, scanThenType, { 12: 0 });
    await countShelf(ada, 4, scanThenType);
  };
  const countLikeBob = async () => {
    await countShelf(bob, 5, tapThenScan);
    await inspect(bob.page, bob.look, "count of a round, continuous");
    await countShelf(bob, 6, tapThenScan, { 27: 0 });
    const elsewhere = "12 counted at Shelf 6; 0 expected. It was elsewhere (12 at Shelf 3).";
    await tapThenScan(bob, eanOf(12), 12, elsewhere);
    await see(bob, "Expected in all: 12");
    await inspect(bob.page, bob.look, "count of an article that was elsewhere");
    await countShelf(bob, 7, tapThenScan);
    await countShelf(bob, 8, tapThenScan);
    await tapThenScan(bob, unknownCode, 2, "New code: 2 counted at Shelf 8; 0 expected.");
    await inspect(bob.page, bob.look, "count of a new code");
    await bob.page.getByRole("button", { name: "Give it a name" }).click();
    await bob.page.getByRole("dialog").getByLabel("Name").fill("Tape");
    await bob.page.keyboard.press("Enter");
    await see(bob, "It has this name from now on. 2 there.");
    await inspect(bob.page, bob.look, "count of a new code, named");
  };
  const watch = async () => {
    const visited = page.getByTestId("round").getByText(/counted at [3-8] of 8 places/);
    await visited.waitFor();
    await inspect(page, "desktop, light", "round of two phones");
  };
  await Promise.all([countLikeAda(), countLikeBob(), watch()]);
  await page.getByTestId("round").getByText("40 articles counted at 8 of 8 places").waitFor();
  // Nothing is booked yet.
  expect(await loadStock()).toEqual(opening());

  await page.getByRole("button", { name: "End the round" }).click();
  await dialog.getByText("8 of 8 places were scanned.").waitFor();
  await dialog.getByRole("button", { name: "End the round" }).click();
  const kinds = "As expected 37 · More or less 1 · Expected elsewhere 1 · New 1 · Missing 2";
  await page.getByTestId("kinds").getByText(kinds, { exact: true }).waitFor();
  const rows = page.getByTestId("difference");
  const listDifferences = async () =>
    (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
  await expect
    .poll(listDifferences)
    .toEqual([
      "Article 08 Shelf 2 · More or less 5 8 -3",
      "Article 12 Shelf 3 · Missing 0 12 -12",
      "Article 12 Shelf 6 · Expected elsewhere 12 0 +12",
      "Article 27 Shelf 6 · Missing 0 27 -27",
      "Tape Shelf 8 · New 2 0 +2",
    ]);
  await inspectTwice(page, "differences of two phones");

  // The counts of the round can no longer be changed.
  await ada.page.getByRole("button", { name: "Undo" }).click();
  await ada.page.getByRole("alert").getByText("That round is over.").waitFor();
  await inspect(ada.page, ada.look, "count of a round that is over");

  await confirm("Apply the differences");
  await page.getByText("5 differences were booked.").first().waitFor();
  const counted = opening();
  counted["Shelf 2"]!["Article 08"] = 5;
  delete counted["Shelf 3"]!["Article 12"];
  counted["Shelf 6"]!["Article 12"] = 12;
  delete counted["Shelf 6"]!["Article 27"];
  counted["Shelf 8"]!.Tape = 2;
  expect(await loadStock()).toEqual(counted);
  await inspectTwice(page, "round that was applied");

  await rows.getByRole("link", { name: "Article 08" }).click();
  const total = page.getByTestId("total");
  await expect.poll(() => total.textContent()).toBe("5");
  await inspectTwice(page, "article of a round");
  const movements = page.getByTestId("movement");
  await movements.filter({ hasText: "1 less counted in a round" }).waitFor();
  await movements.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => total.textContent()).toBe("8");
  counted["Shelf 2"]!["Article 08"] = 8;
  expect(await loadStock()).toEqual(counted);
  await inspectTwice(page, "article whose difference was undone");

  await page.goBack();
  await confirm("Take back");
  await page.getByText("4 movements were taken back.").first().waitFor();
  expect(await loadStock()).toEqual(opening());
  await inspectTwice(page, "round that was taken back");
  expect([errors, ada.errors, bob.errors]).toEqual([[], [], []]);
});
