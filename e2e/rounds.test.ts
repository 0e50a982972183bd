import { expect, test } from "vitest";
import { type Look, openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

useOwner();

type Entry = { id: number; label: string; stock?: { label?: string; quantity: number }[] };

/** Makes a stock with 8 shelves and 40 articles, 5 on each shelf, of which 10 pieces are there. */
async function addStoreroom(name: string): Promise<void> {
  const inbox = `${name}-phones`;
  await api("POST", "/api/inboxes", { name: inbox });
  for (const user of ["ada", "bob"])
    await api("POST", `/api/inboxes/${inbox}/credentials`, { user, password: `${user}-password` });
  await api("POST", "/api/registers", { name, kind: "stock" });
  await api("PUT", `/api/inboxes/${inbox}/register`, { register: name, action: "add" });
  const add = (body: object) => api<Entry>("POST", `/api/registers/${name}/entries`, body);
  for (let shelf = 1; shelf <= 8; shelf++)
    await add({ label: `Shelf ${shelf}`, role: "place", keys: [`t:P-${shelf}`] });
  for (let n = 1; n <= 40; n++) await add({ label: `Article ${n}`, keys: [`t:A-${n}`] });
  for (let shelf = 1; shelf <= 8; shelf++) {
    await scan(name, "ada", `P-${shelf}`);
    for (const n of articlesOf(shelf)) await scan(name, "ada", `A-${n}`, 10);
  }
  await api("PUT", `/api/inboxes/${inbox}/register`, { register: name, action: "count" });
}

const articlesOf = (shelf: number) => [1, 2, 3, 4, 5].map((n) => (shelf - 1) * 5 + n);

/** Posts a scan as a sender that sees only a status and a line of text, such as BinaryEye. */
async function scan(name: string, user: string, content: string, quantity?: number) {
  const body = { identifier: crypto.randomUUID(), date: new Date().toISOString(), content };
  const query = quantity === undefined ? "" : `?quantity=${quantity}`;
  const response = await fetch(`${hub.base}/in/${name}-phones${query}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${btoa(`${user}:${user}-password`)}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const totals = async (name: string, article: string) =>
  (await api<{ entries: Entry[] }>("GET", `/api/registers/${name}/entries?text=${article}`)).entries
    .filter(({ label }) => label === article)
    .flatMap(({ stock = [] }) => stock.map(({ label, quantity }) => [label, quantity]));

const stories: [Look, string][] = [
  ["phone, light", "storeroom-1"],
  ["desktop, dark", "storeroom-2"],
];

test.each(stories)(
  "a storeroom of 40 articles is counted by two people, and the differences are booked (%s)",
  async (look, name) => {
    await addStoreroom(name);
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, `#/registers/${name}`);
    await page.getByRole("heading", { name: "Rounds" }).waitFor();
    await page.getByText("No rounds yet.").waitFor();
    await page.getByRole("button", { name: "Begin a round" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await inspect(page, look, "begin a round");
    await page.getByRole("dialog").getByRole("button", { name: "Begin a round" }).focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("round").getByText("going on: 0 articles counted").waitFor();

    // Ada counts the odd shelves, Bob the even ones, and nobody gets to shelf 8.
    for (let shelf = 1; shelf <= 7; shelf++) {
      const user = shelf % 2 === 1 ? "ada" : "bob";
      const place = await scan(name, user, `P-${shelf}`);
      expect(place).toEqual({ status: 200, text: `YES. Now counting at Shelf ${shelf}.` });
      for (const n of articlesOf(shelf)) {
        if (n === 3) continue;
        const counted = n === 12 ? 7 : 10;
        const { text } = await scan(name, user, `A-${n}`, counted);
        expect(text).toBe(`YES. Article ${n}: ${counted} counted at Shelf ${shelf}; 10 expected.`);
      }
    }
    expect((await scan(name, "ada", "A-40", 2)).text).toBe(
      "LOOK. Article 40: 2 counted at Shelf 7; 0 expected. It was elsewhere (10 at Shelf 8).",
    );
    await page.getByTestId("round").getByText("35 articles counted at 7 of 8 places").waitFor();
    await inspect(page, look, "round going on");

    await page.getByRole("button", { name: "End the round" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("7 of 8 places were scanned.").waitFor();
    await dialog.getByRole("button", { name: "End the round" }).click();
    await page
      .getByTestId("kinds")
      .getByText("As expected 33 · More or less 1 · Expected elsewhere 1 · Missing 1")
      .waitFor();
    const rows = page.getByTestId("difference");
    await expect.poll(() => rows.count()).toBe(3);
    expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Article 3 Shelf 1 · Missing 0 10 -10",
      "Article 12 Shelf 3 · More or less 7 10 -3",
      "Article 40 Shelf 7 · Expected elsewhere 2 0 +2",
    ]);
    await inspect(page, look, "differences of a round");
    await page.getByLabel("Show").selectOption({ label: "Missing" });
    await expect.poll(() => rows.count()).toBe(1);

    await page.getByRole("button", { name: "Apply the differences" }).click();
    await dialog.getByRole("button", { name: "Apply the differences" }).click();
    await page.getByText("3 differences were booked.").first().waitFor();
    expect(await totals(name, "Article 12")).toEqual([["Shelf 3", 7]]);
    await page.getByRole("button", { name: "Take back" }).click();
    await inspect(page, look, "take a round back");
    await dialog.getByRole("button", { name: "Take back" }).click();
    await page.getByText("3 movements were taken back.").first().waitFor();
    expect(await totals(name, "Article 12")).toEqual([["Shelf 3", 10]]);
    expect(await totals(name, "Article 40")).toEqual([
      ["Shelf 7", 0],
      ["Shelf 8", 10],
    ]);
    await page.getByRole("link", { name: "Back to the register" }).click();
    await page.getByTestId("movement").filter({ hasText: "Round" }).first().waitFor();
    await inspect(page, look, "journal of a round");
    expect(errors).toEqual([]);
    await context.close();
  },
);
