import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

useOwner();

const stock = "/api/registers/storeroom";
type Entry = { id: number; label: string; keys: string[] };

/** Posts a scan as a user of an inbox. */
async function scanAs(user: string, inbox: string, ...contents: string[]): Promise<void> {
  for (const content of contents) {
    const scan = { identifier: crypto.randomUUID(), date: new Date().toISOString(), content };
    const authorization = `Basic ${btoa(`${user}:${user}-password`)}`;
    const headers = { "content-type": "application/json", authorization };
    const body = JSON.stringify(scan);
    await fetch(`${hub.base}/in/${inbox}`, { method: "POST", headers, body });
  }
}

const entryOf = (page: Page, name: string) => page.getByTestId("entry").filter({ hasText: name });
const findEntry = async (text: string): Promise<Entry> =>
  (await api<{ entries: Entry[] }>("GET", `${stock}/entries?text=${text}`)).entries[0]!;

test("an owner makes a stock with shelves, cards and an article, with the keyboard alone", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  const { keyboard } = page;
  const press = async (role: "button" | "link" | "radio", name: string, key = "Enter") => {
    await tabTo(page, page.getByRole(role, { name, exact: true }));
    await keyboard.press(key);
  };
  await press("button", "Add a register");
  await tabTo(page, page.getByRole("radio", { name: "Check-in" }));
  await keyboard.press("ArrowDown");
  await expect.poll(() => page.getByRole("radio", { name: "Stock" }).isChecked()).toBe(true);
  await tabTo(page, page.getByLabel("Title"));
  await keyboard.type("Storeroom");
  const action = page.getByLabel("A scan there");
  expect(await action.locator("option").allTextContents()).toEqual([
    ...["counts", "adds", "removes", "moves"],
  ]);
  await tabTo(page, action);
  await keyboard.type("adds");
  await inspect(page, "desktop, light", "new stock");
  await press("button", "Add the register");
  await page.getByText("Phones: Storeroom phones (a scan adds)").waitFor();

  await press("button", "Add entries");
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByRole("radio", { name: "An article" }));
  await keyboard.press("ArrowDown");
  await tabTo(page, dialog.getByLabel("Names of the places"));
  await keyboard.type("Shelf A1 … A8");
  await dialog.getByText("8: Shelf A1, Shelf A2, Shelf A3, …, Shelf A8.").waitFor();
  await inspect(page, "desktop, light", "add places");
  await press("button", "Add");
  await page.getByText("8 entries were added.").first().waitFor();
  await page.getByTestId("filter-place").getByText("8", { exact: true }).waitFor();

  await press("button", "Add entries");
  await tabTo(page, dialog.getByRole("radio", { name: "An article" }));
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await tabTo(page, dialog.getByLabel("Numbers"));
  await keyboard.type("2, 5, 1o");
  await dialog.getByText("“1o” is no number").waitFor();
  await keyboard.press("Backspace");
  await keyboard.type("0, 50");
  await press("button", "Add");
  await page.getByText("4 entries were added.").first().waitFor();

  await press("button", "Add entries");
  await tabTo(page, dialog.getByLabel("Name", { exact: true }));
  await keyboard.type("Screws M4");
  await tabTo(page, dialog.getByLabel("Code"));
  await keyboard.type("4006381333931");
  await tabTo(page, dialog.getByLabel("Minimum"));
  await keyboard.type("many");
  await dialog.getByText("“many” is no quantity").waitFor();
  for (const _ of "many") await keyboard.press("Backspace");
  await keyboard.type("5");
  await press("button", "Add");
  await entryOf(page, "Screws M4").getByText("below minimum (5)").waitFor();
  expect(await findEntry("Screws")).toMatchObject({ keys: ["g:0104006381333931"] });
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner books by hand, is refused in words, edits a minimum and undoes one after another", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/registers/storeroom");
  await page.getByRole("link", { name: "Screws M4" }).click();
  const book = page.getByRole("form", { name: "Book by hand" });
  const total = page.getByTestId("total");
  const submit = async (action: string, quantity: string, place: string) => {
    await book.getByLabel("Action").selectOption(action);
    await book.getByLabel("Quantity").fill(quantity);
    const name = action === "Move" ? "To" : "Place";
    await book.getByRole("combobox", { name, exact: true }).selectOption(place);
    await book.getByRole("button", { name: "Book", exact: true }).click();
  };
  await submit("Add", "1.2345", "Shelf A1");
  await book.getByText("“1.2345” is no quantity").waitFor();
  await submit("Add", "12", "Shelf A1");
  await expect.poll(() => total.textContent()).toBe("12");
  await submit("Move", "2", "Shelf A2");
  const rows = page.getByTestId("stock").locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(2);
  await submit("Remove", "20", "Shelf A1");
  await book.getByText("Screws M4: only 10 at Shelf A1; 2 at Shelf A2.").waitFor();
  await book.getByRole("button", { name: "Book it anyway" }).waitFor();
  await submit("Remove", "4", "Shelf A1");
  await expect.poll(() => total.textContent()).toBe("8");

  const edit = page.getByRole("form", { name: "Edit the entry" });
  await edit.getByLabel("Unit").fill("kg");
  await edit.getByRole("button", { name: "Save the entry" }).click();
  await edit.getByText("There is a quantity of this article").waitFor();
  await edit.getByLabel("Unit").fill("");
  await edit.getByLabel("Minimum").fill("10");
  await edit.getByLabel("Recalled lots").fill("L7\nL8");
  await edit.getByRole("button", { name: "Save the entry" }).click();
  await page.getByText("below minimum, minimum 10").waitFor();
  await page.getByText("L7, L8").first().waitFor();

  const movements = page.getByTestId("movement");
  await movements.first().getByText("4 removed from Shelf A1").waitFor();
  await movements.first().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => total.textContent()).toBe("12");
  await movements.filter({ hasText: "2 moved from" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await movements.first().getByText("2 less at Shelf A2").waitFor();

  await page.getByTestId("stock").getByRole("link", { name: "Shelf A1" }).click();
  await page.getByRole("heading", { name: "Shelf A1" }).waitFor();
  await page.getByTestId("stock").getByRole("link", { name: "Screws M4" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner names a scanned code, sees what is below its minimum, and sets the rules of a stock", async () => {
  const inbox = "storeroom-phones";
  await api("POST", `/api/inboxes/${inbox}/credentials`, { user: "ada", password: "ada-password" });
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await openDashboard(page, "#/registers/storeroom");
  await page.getByTestId("live-state").getByText("Live").waitFor();
  const [shelf] = (await findEntry("Shelf")).keys;
  await scanAs("ada", inbox, shelf!.slice(2), "BOX-77", "BOX-77");
  const movements = page.getByTestId("movement");
  await movements.first().getByText("1 added to Shelf A1").waitFor();
  await page.getByTestId("filter-unnamed").click();
  await page.getByTestId("filter-unnamed").getByText("1", { exact: true }).waitFor();
  await entryOf(page, "BOX-77").getByText("to be named").waitFor();
  await inspect(page, "phone, dark", "to be named");
  await page.getByTestId("entry").getByRole("link", { name: "BOX-77" }).click();
  const naming = page.getByRole("form", { name: "This article has no name yet" });
  await naming.getByLabel("Name").fill("Cable ties");
  await inspect(page, "phone, dark", "unnamed article");
  await naming.getByRole("button", { name: "Save the name" }).click();
  await page.getByRole("heading", { name: "Cable ties" }).waitFor();
  await expect.poll(() => naming.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByRole("link", { name: "Storeroom" }).first().click();

  await page.getByTestId("filter-low").click();
  await expect.poll(() => page.getByTestId("entry").count()).toBe(0);
  await api("PATCH", `${stock}/entries/${(await findEntry("Cable")).id}`, { minimum: 3 });
  await page.reload();
  await page.getByTestId("filter-low").click();
  await entryOf(page, "Cable ties").getByText("below minimum (3)").waitFor();

  await page.getByRole("link", { name: "Set up" }).click();
  const rules = page.getByRole("form", { name: "Rules" });
  expect(await rules.getByLabel("How many may be inside").count()).toBe(0);
  await rules.getByLabel("More is removed than is there").selectOption("Book it with a warning");
  await rules.getByText("How codes are read").click();
  expect(await rules.getByLabel("Read the numbers of products").isChecked()).toBe(true);
  await rules.getByRole("button", { name: "Save the rules" }).click();
  await expect
    .poll(() => api("GET", stock))
    .toMatchObject({ rules: { belowZero: "look" }, stock: { low: 1, unnamed: 0 } });
  await page.getByLabel("Code", { exact: true }).fill("4006381333931");
  await page.getByLabel("A scan there").last().selectOption("removes");
  await page.getByRole("combobox", { name: "Place", exact: true }).selectOption("Shelf A1");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByTestId("tried").getByText("1 removed from Shelf A1").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a double click books once, and a changed booking is not forced past the rules", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, `#/entries/storeroom?id=${(await findEntry("Screws")).id}`);
  const book = page.getByRole("form", { name: "Book by hand" });
  const total = page.getByTestId("total");
  await book.getByLabel("Quantity").fill("1,250");
  await book.getByRole("combobox", { name: "Place", exact: true }).selectOption("Shelf A1");
  await book.getByRole("button", { name: "Book", exact: true }).click();
  await book.getByText("“1,250” may be 1250 or 1.250").waitFor();
  await book.getByLabel("Quantity").fill("3");
  const before = Number(await total.textContent());
  await book.getByRole("button", { name: "Book", exact: true }).dblclick();
  await expect.poll(() => total.textContent()).toBe(String(before + 3));

  const anyway = book.getByRole("button", { name: "Book it anyway" });
  await api("PATCH", stock, { rules: { belowZero: "no" } });
  await book.getByLabel("Action").selectOption("Remove");
  await book.getByLabel("Quantity").fill("90");
  await book.getByRole("button", { name: "Book", exact: true }).click();
  await anyway.waitFor();
  await inspect(page, "desktop, light", "refused booking");
  await book.getByLabel("Quantity").fill("9");
  await expect.poll(() => anyway.count()).toBe(0);

  await book.getByLabel("Action").selectOption("Count");
  await book.getByText("How much is there now.").waitFor();
  expect(await book.getByLabel("Quantity").inputValue()).toBe("");
  await inspect(page, "desktop, light", "count by hand");
  const { stock: places } = await api<{ stock: { quantity: number }[] }>(
    "GET",
    `${stock}/entries/${(await findEntry("Screws")).id}`,
  );
  expect(places.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(before + 3);
  expect(errors).toEqual([]);
  await context.close();
});

test("the page of an article follows phones, and keeps and saves only what is being edited", async () => {
  const inbox = "storeroom-phones";
  const [shelf] = (await findEntry("Shelf")).keys;
  await scanAs("ada", inbox, shelf!.slice(2), "BOX-99");
  const { id } = await findEntry("BOX-99");
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, `#/entries/storeroom?id=${id}`);
  await page.getByTestId("live-state").getByText("Live").waitFor();
  const edit = page.getByRole("form", { name: "Edit the entry" });
  await edit.getByLabel("Minimum").fill("2");
  await api("PATCH", `${stock}/entries/${id}`, { group: "Boxes" });
  await scanAs("ada", inbox, "BOX-99");
  await expect.poll(() => page.getByTestId("total").textContent()).toBe("2");
  await expect.poll(() => edit.getByLabel("Group").inputValue()).toBe("Boxes");
  await page.getByLabel("New code").fill("CODE-99");
  await page.getByRole("button", { name: "Add the code" }).click();
  await page.getByTestId("code").getByText("CODE-99").waitFor();
  expect(await edit.getByLabel("Minimum").inputValue()).toBe("2");
  await edit.getByRole("button", { name: "Save the entry" }).click();
  await page.getByText("· minimum 2").waitFor();
  expect(await findEntry("BOX-99")).toMatchObject({ group: "Boxes", minimum: 2, unnamed: true });

  const naming = page.getByRole("form", { name: "This article has no name yet" });
  await naming.getByLabel("Name").fill("BOX-99");
  await naming.getByRole("button", { name: "Save the name" }).click();
  await expect.poll(() => naming.count()).toBe(0);
  expect(await findEntry("BOX-99")).not.toHaveProperty("unnamed");
  expect(errors).toEqual([]);
  await context.close();
});

test("a list of articles is imported with what is where", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await openDashboard(page, "#/registers");
  await page.getByRole("link", { name: "Storeroom" }).click();
  await page.getByRole("button", { name: "Import a list" }).click();
  const list = page.getByRole("textbox", { name: "The list" });
  const samples = page.getByTestId("samples").locator("tbody");
  await list.fill("SKU\tEAN\tItem\tQty\tBin\nN-1\t0012345678905\tPens\t12\tShelf Z9");
  await expect.poll(() => samples.innerText()).toMatch(/N-1\s+Pens\s+12\s+Shelf Z9/);
  const counts = "Quantities: 1 will be counted by hand, 0 are there already, 1 place is added.";
  await page.getByText(counts).waitFor();
  const chosen = (label: string) => page.getByLabel(label).inputValue();
  expect(await chosen("Column with the code")).toBe("EAN");
  expect(await chosen("Column with further codes")).toBe("SKU");
  await inspect(page, "phone, dark", "import of a stock");
  await page.getByLabel("Column with the place").selectOption("None");
  await page.getByText("line 2 has 12 and no place").waitFor();
  await page.getByLabel("Column with the place").selectOption("Bin");
  await page.getByText(counts).waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("1 row was imported.").first().waitFor();
  const { keys } = await findEntry("Pens");
  expect(keys).toEqual(["g:0100012345678905", "t:N-1"]);
  expect(errors).toEqual([]);
  await context.close();
});

test.each(["phone, light", "desktop, light"] as const)(
  "an import says which quantities it left out, and its undo says that the others stay, on a %s screen",
  async (look) => {
    const code = look === "phone, light" ? "X-1" : "X-2";
    for (const each of [code, `${code}-EAN`])
      await api("POST", `${stock}/entries`, { label: `Tape ${each}`, keys: [`t:${each}`] });
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/registers/storeroom");
    await page.getByRole("button", { name: "Import a list" }).click();
    const rows = [`${code}\t${code}-EAN\tTape\t12\tShelf A1`, `${code}-2\t\tFoil\t3\tShelf A1`];
    await page
      .getByRole("textbox", { name: "The list" })
      .fill(`SKU\tEAN\tItem\tQty\tBin\n${rows.join("\n")}`);
    await page.getByText("so they are left out: 2.").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 quantity was left out:").waitFor();
    await dialog.getByText("Line 2: Its codes belong to several entries.").waitFor();
    await inspect(page, look, "quantities left out");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await entryOf(page, `${code}-2`).getByText("3 at Shelf A1").waitFor();

    await page.getByRole("button", { name: "Undo the last import" }).click();
    await dialog.getByText("so do the quantities that it counted").waitFor();
    await inspect(page, look, "undo of an import");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Add entries" }).click();
    await dialog.getByLabel("Minimum").fill("many");
    await dialog.getByRole("radio", { name: "Places" }).check();
    await dialog.getByLabel("Names of the places").fill("Shelf B1");
    await expect.poll(() => dialog.getByRole("button", { name: "Add" }).isEnabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.goto(`${hub.base}/#/edit-register/storeroom`);
    const saving = page.getByRole("link", { name: "Save the journal as JSON Lines" });
    const path = await saving.getAttribute("href");
    expect(path).toMatch(/\/export\?of=movements&format=jsonl$/);
    await saving.scrollIntoViewIfNeeded();
    await inspect(page, look, "codes and exports of a stock");
    expect(errors).toEqual([]);
    await context.close();
  },
);

test.each(sizes)("the screens of a stock fit a %s screen", async (look) => {
  const { page, context, errors } = await openDevice(browser, look);
  await openDashboard(page, "#/registers");
  await page.getByRole("link", { name: "Storeroom" }).waitFor();
  await inspect(page, look, "registers with a stock");
  await page.getByRole("link", { name: "Storeroom" }).click();
  await entryOf(page, "Screws M4").waitFor();
  await inspect(page, look, "stock");
  await page.getByTestId("entry").first().scrollIntoViewIfNeeded();
  await inspect(page, look, "articles");
  await page.getByTestId("movement").nth(2).scrollIntoViewIfNeeded();
  await inspect(page, look, "journal of a stock");
  await page.getByTestId("filter-place").click();
  await entryOf(page, "Shelf A8").waitFor();
  await inspect(page, look, "places");
  await page.getByTestId("filter-article").click();
  await page.getByTestId("entry").getByRole("link", { name: "Screws M4" }).click();
  const book = page.getByRole("form", { name: "Book by hand" });
  await book.getByLabel("Action").selectOption("Move");
  await inspect(page, look, "article");
  await book.scrollIntoViewIfNeeded();
  await inspect(page, look, "book by hand");
  await page.getByRole("form", { name: "Edit the entry" }).scrollIntoViewIfNeeded();
  await inspect(page, look, "edit an article");
  await page.getByTestId("stock").getByRole("link", { name: "Shelf A1" }).click();
  await page.getByTestId("stock").getByRole("link", { name: "Screws M4" }).waitFor();
  await inspect(page, look, "place");
  await page.goto(`${hub.base}/#/edit-register/storeroom`);
  await page.getByRole("form", { name: "Rules" }).scrollIntoViewIfNeeded();
  await inspect(page, look, "rules of a stock");
  expect(errors).toEqual([]);
  await context.close();
});
