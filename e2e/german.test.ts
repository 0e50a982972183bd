import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { addGuestList, verdictOf } from "./guest-list.ts";
import { ownerPassword } from "./hub.ts";
import { api, browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";

// A desk in Graz: devices that speak German, with the keyboard alone.
useHubAndBrowser();

const openGerman = (look: "phone" | "desktop") => openDevice(browser, look, { locale: "de-AT" });

/** Moves the focus to a part of the page with the key Tab, and presses Enter there. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Moves the focus to a field with the key Tab, and types over what it has. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Pairs a phone that then sends to the inbox. */
async function pair(page: Page, inbox: string): Promise<void> {
  const { link } = await api<{ link: string }>("POST", `/api/inboxes/${inbox}/pair`, {});
  await page.goto(`${hub.base}/scan/${new URL(link).hash}`);
  await type(page, page.getByLabel("Name dieses Geräts"), "nord");
  await enter(page, page.getByRole("button", { name: "Koppeln" }));
  await page.getByText("Gekoppelt.").waitFor();
}

/** Types a code into the page that scans. */
async function scan(page: Page, code: string): Promise<void> {
  await enter(page, page.getByRole("button", { name: "Code eintippen" }));
  await page.getByRole("dialog").getByRole("textbox").waitFor();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("the owner logs in, and finds the way to the settings", async () => {
  const { page, context, errors } = await openGerman("desktop");
  await page.goto(hub.base);
  await type(page, page.getByLabel("Passwort", { exact: true }), "falsch geraten");
  await page.keyboard.press("Enter");
  const problem = page.getByRole("alert");
  await problem.waitFor();
  expect(await problem.innerText()).toMatch(/Passwort/);
  expect(await problem.innerText()).not.toMatch(/password/);
  await type(page, page.getByLabel("Passwort", { exact: true }), ownerPassword);
  await page.keyboard.press("Enter");
  await enter(page, page.getByRole("link", { name: "Einstellungen" }));
  await page.getByRole("heading", { name: "Einstellungen", level: 1 }).waitFor();
  // A choice holds from the next page on, and is that of this browser alone.
  const choice = page.getByLabel("Sprache");
  await tabTo(page, choice);
  expect(await choice.locator("option").allInnerTexts()).toEqual(
    expect.arrayContaining(["Deutsch", "English", "Español", "Français"]),
  );
  await inspect(page, "desktop", "German settings");
  await choice.selectOption({ label: "Français" });
  await page.getByRole("heading", { name: "Réglages", level: 1 }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  expect(errors).toEqual([]);
  await context.close();
});

test("a scan is sent, and stands in the history with its day and time", async () => {
  const { page, context, errors } = await openGerman("phone");
  await pair(page, "scans");
  await scan(page, "4006381333931");
  await page.getByText("Gesendet", { exact: true }).first().waitFor();
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByRole("heading", { name: "Verlauf" }).waitFor();
  const row = page.getByTestId("history-row").first();
  expect(await row.innerText()).toMatch(/4006381333931[\s\S]*\d\d:\d\d/);
  expect(await row.innerText()).not.toMatch(/[AP]M/);
  await inspect(page, "phone", "German history");
  expect(errors).toEqual([]);
  await context.close();
});

test("a door lets a guest in once, and its display says so in its own language", async () => {
  await addGuestList(api, "gala");
  const { link } = await api<{ link: string }>("POST", "/api/registers/gala/displays", {});
  const display = await openDevice(browser, "desktop", { locale: "fr-FR" });
  await display.page.goto(hub.base + new URL(link).pathname);
  const { page, context, errors } = await openGerman("phone");
  await pair(page, "gala");
  await scan(page, "T-0001");
  await verdictOf(page, "yes").waitFor();
  expect(await verdictOf(page, "yes").innerText()).toMatch(
    /EINLASS[\s\S]*Ada Lovelace[\s\S]*1 von 900 drin/,
  );
  await inspect(page, "phone", "German verdict");
  await display.page.locator("#display.yes").waitFor();
  expect(await display.page.locator("#word").innerText()).toMatch(/^ENTR/);
  await enter(page, page.getByRole("button", { name: "Zurück zur Kamera" }));
  await scan(page, "T-0001");
  await verdictOf(page, "look").or(verdictOf(page, "no")).waitFor();
  await enter(page, page.getByRole("button", { name: "Zurück zur Kamera" }));
  await scan(page, "T-9999");
  await verdictOf(page, "no").waitFor();
  expect(await verdictOf(page, "no").innerText()).toMatch(/UNBEKANNT[\s\S]*Liste/);
  // Another phone at the same door speaks English.
  const english = await openDevice(browser, "phone");
  const { user, password } = await api<{ user: string; password: string }>(
    "POST",
    "/api/inboxes/gala/credentials",
    { user: "south" },
  );
  const response = await fetch(`${hub.base}/in/gala`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": "en-GB, de;q=0.5",
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: new Date().toISOString(),
      content: "T-9999",
    }),
  });
  expect(await response.text()).toBe("NO. This code is not on the list.");
  expect([...errors, ...display.errors]).toEqual([]);
  for (const device of [context, display.context, english.context]) await device.close();
});

test("a stock books what is scanned at the place in hand, with a comma in its numbers", async () => {
  await api("POST", "/api/inboxes", { name: "lager" });
  await api("POST", "/api/registers", { name: "lager", kind: "stock", rules: {} });
  await api("PUT", "/api/inboxes/lager/register", { register: "lager", action: "add" });
  const text = "code,name\nREGAL-B3,Regal B3\n4006381333931,Kabel\n";
  await api("POST", "/api/registers/lager/import", { text, key: "code", label: "name" });
  const { entries } = await api<{ entries: { id: number; label: string }[] }>(
    "GET",
    "/api/registers/lager/entries",
  );
  const shelf = entries.find(({ label }) => label === "Regal B3")!;
  await api("PATCH", `/api/registers/lager/entries/${shelf.id}`, { role: "place" });
  const { page, context, errors } = await openGerman("phone");
  await pair(page, "lager");
  await scan(page, "REGAL-B3");
  const bar = page.getByTestId("in-hand");
  await bar.getByText("Einlagern").waitFor();
  await enter(page, bar.getByRole("button", { name: /Menge des nächsten Scans/ }));
  const keypad = page.getByRole("dialog", { name: "Menge des nächsten Scans" });
  await keypad.getByRole("textbox", { name: "Zahl" }).waitFor();
  await page.keyboard.type("1,5");
  await inspect(page, "phone", "German keypad");
  await page.keyboard.press("Enter");
  await bar.getByText("× 1,5").waitFor();
  await enter(page, page.getByRole("button", { name: /Zurück zur Kamera|Nächster/ }).first());
  await scan(page, "4006381333931");
  await expect
    .poll(() => page.getByTestId("verdict").innerText())
    .toMatch(/EINGELAGERT 1,5\s+Kabel[\s\S]*1,5 eingelagert in Regal B3/);
  await inspect(page, "phone", "German booking");
  await enter(page, page.getByRole("button", { name: "Rückgängig" }));
  await verdictOf(page, "undone").waitFor();
  await enter(page, bar.getByRole("button", { name: "Fertig" }));
  await bar.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});
