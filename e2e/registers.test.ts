import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, folder, hub, openDashboard, postScan, startHub, useOwner } from "./owner.ts";

useOwner();

test("an owner pastes a spreadsheet, sees the door let guests in, and takes one back", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("heading", { name: "No registers yet" }).waitFor();
  await page.getByRole("button", { name: "Add a register" }).click();
  await page.getByLabel("Title").fill("Gala");
  await page.getByLabel("Doors").selectOption("scans");
  await page.getByText("Details", { exact: true }).click();
  await page.getByLabel("How many may be inside").fill("1");
  await page.getByRole("button", { name: "Add the register" }).click();

  await page.getByRole("button", { name: "Import guests" }).click();
  await page
    .getByLabel("The list")
    .fill("name\tticket\nAda Lovelace\tT-0001\nGrace Hopper\tT-0002");
  await page.getByText("2 rows: 2 new, 0 changed, 0 the same.").waitFor();
  await page.getByText("Somebody could find 2 of the codes by trying.").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const guest = (name: string) => page.getByTestId("entry").filter({ hasText: name });
  await guest("Grace Hopper").waitFor();

  const scanned = await postScan("T-0001");
  expect(scanned.status).toBe(200);
  const movements = page.getByTestId("movement");
  await movements.filter({ hasText: "Ada Lovelace" }).waitFor();
  const inside = page.getByTestId("inside");
  await expect.poll(() => inside.textContent()).toBe("1");

  await guest("Grace Hopper").getByRole("button", { name: "Check in" }).click();
  await page.getByRole("alert").waitFor();
  await guest("Grace Hopper").getByRole("button", { name: "Let in anyway" }).click();
  await expect.poll(() => inside.textContent()).toBe("2");
  await page.getByRole("button", { name: "Undo Ada Lovelace" }).click();
  await expect.poll(() => inside.textContent()).toBe("1");

  await page.getByLabel("Search guests").fill("T-0002");
  await expect.poll(() => page.getByTestId("entry").count()).toBe(1);

  // Acts by hand count neither as received nor as stored.
  await page.goto(`${hub.base}/#/`);
  const count = (name: string) => page.getByTestId(name).textContent();
  await expect.poll(() => count("received")).toBe("1");
  expect(await count("stored")).toBe("1");
  expect(errors).toEqual([]);
  await context.close();
});

test("a new user gets from a title and a pasted list to a phone at a door of its own", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("button", { name: "Add a register" }).click();
  await page.getByLabel("Title").fill("Frühlingsfest");
  await page.getByRole("button", { name: "Add the register" }).click();
  await page.getByRole("heading", { name: "Frühlingsfest" }).waitFor();
  await page.getByText("No guests yet.").waitFor();
  await page.getByText("Doors: Frühlingsfest doors (a scan checks in)").waitFor();
  const { inboxes } = await api<{ inboxes: object[] }>("GET", "/api/inboxes");
  expect(inboxes).toContainEqual(
    expect.objectContaining({
      name: "fruhlingsfest-doors",
      title: "Frühlingsfest doors",
      open: false,
      credentials: [],
    }),
  );
  await page.getByRole("button", { name: "Import guests" }).click();
  const samples = page.getByTestId("samples").locator("tbody");
  const list = page.getByRole("textbox", { name: "The list" });
  await list.fill("Ann\nBob\nCem");
  await expect.poll(() => samples.innerText()).toMatch(/random code\s+Ann\s+random code\s+Bob/);
  await page.getByText("3 rows: 3 new").waitFor();
  await page.getByLabel("The first line has the names of the columns").check();
  await page.getByText("2 rows: 2 new").waitFor();
  await list.fill("Name\tE-Mail\tTable\tCompany\nAda King\tada@example.org\t7\tACM");
  await expect.poll(() => samples.innerText()).toMatch(/random code\s+Ada King\s+7/);
  const isShown = (name: string) => page.getByLabel(name, { exact: true }).isChecked();
  expect([await isShown("E-Mail"), await isShown("Company")]).toEqual([false, true]);
  await page.getByLabel("Column with the code").selectOption("Name");
  await page.getByText("1 code looks like a name.").waitFor();
  await page.getByLabel("Column with the code").selectOption("None: random codes");
  await page.getByLabel("Company", { exact: true }).uncheck();
  await page.getByText("1 guest gets a random code.").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByTestId("entry").filter({ hasText: "Ada King" }).waitFor();
  expect(await api("GET", "/api/registers/fruhlingsfest")).toMatchObject({ rules: { shows: [] } });
  await page.getByRole("button", { name: "Import guests" }).click();
  const file = page.getByLabel("Or an XLSX or CSV file");
  await file.setInputFiles("apps/hub/src/spreadsheets/fixtures/openpyxl.xlsx");
  await page.getByText("C2 (a formula without a result), D2 (#REF!)").waitFor();
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("Two");
  await expect.poll(() => samples.innerText()).toContain("Grace");
  await file.setInputFiles({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("sep=;\r\nGast;Tisch\r\nDvo\xf8\xe1k;3\r\n", "latin1"),
  });
  await page.getByLabel("Characters").selectOption("Central European (windows-1250)");
  await expect.poll(() => samples.innerText()).toContain("Dvořák");
  await page.getByLabel("Block guests that the list lacks").check();
  await page.getByText("1 guest whom the list lacks will be blocked.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Pair a phone" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  await api("POST", "/api/inboxes/fruhlingsfest-doors/credentials", { user: "door" });
  await page.getByText("as “door”. Scan a ticket, and its verdict appears here.").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Add a display" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add a display" }).click();
  await page.getByRole("img", { name: "QR code of the link of the display" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("verdicts that were given while the connection was lost appear in order, each once", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await openDashboard(page, "#/registers/gala");
  const live = page.getByTestId("live-state");
  await expect.poll(() => live.textContent()).toBe("Live");
  const movements = page.getByTestId("movement");
  const before = await movements.count();
  await hub.stop();
  await expect.poll(() => live.textContent()).not.toBe("Live");
  await startHub();
  const codes = ["X-1", "T-0001", "X-2"];
  for (const code of codes) await postScan(code);
  await expect.poll(() => live.textContent()).toBe("Live");
  await expect.poll(() => movements.count()).toBe(before + codes.length);
  const names = await movements.locator(".what").allTextContents();
  expect(names.slice(0, 3).map((name) => name.includes("Ada Lovelace"))).toEqual([
    false,
    true,
    false,
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner binds two doors, tries a code, and edits the rules that another page has changed", async () => {
  for (const name of ["exit", "answered"])
    await api("POST", "/api/inboxes", { name, title: `The ${name}`, open: true });
  const settings = { url: "http://localhost:9/" };
  await api("POST", "/api/destinations", { name: "checker", kind: "http", settings });
  const route = { name: "ask", inbox: "answered", destination: "checker", mode: "through" };
  await api("POST", "/api/routes", route);
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/registers/gala");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByRole("combobox", { name: "Inbox", exact: true }).selectOption("answered");
  await page.getByRole("button", { name: "Bind the inbox" }).click();
  await page.getByText("The route ask already answers the senders of answered").waitFor();
  await page.getByRole("combobox", { name: "Inbox", exact: true }).selectOption("exit");
  await page.getByLabel("A scan there").first().selectOption("out");
  await page.getByRole("button", { name: "Bind the inbox" }).click();
  const bindings = page.getByTestId("binding");
  await bindings.filter({ hasText: "exit" }).getByText("A scan checks out").waitFor();
  expect((await postScan("T-0002", "exit")).status).toBe(200);

  await page.getByLabel("Code", { exact: true }).fill("T-0404");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page
    .getByTestId("tried")
    .getByText("Decided by the rule “not on the list” (unknown).")
    .waitFor();

  await page.getByLabel("How many may be inside").fill("2");
  await page.getByLabel("Opens").fill("2026-11-22T18:00");
  await page.getByLabel("Closes").fill("2026-11-22T17:00");
  const save = page.getByRole("button", { name: "Save the rules" });
  await save.click();
  await page
    .getByText("The window ends before it begins; closes must be later than opens.")
    .waitFor();
  await page.getByLabel("Opens").fill("");
  await page.getByLabel("Closes").fill("");
  await api("PATCH", "/api/registers/gala", { rules: { capacity: 3 } });
  await save.click();
  const stale = page.getByRole("dialog");
  await stale.getByText("How many may be inside").waitFor();
  await stale.getByRole("button").last().click();
  await expect.poll(() => stale.count()).toBe(0);
  await expect
    .poll(() => api("GET", "/api/registers/gala"))
    .toMatchObject({ rules: { capacity: 2, reentry: "after-exit" } });

  await page.getByRole("button", { name: "Unbind The exit" }).click();
  await expect.poll(() => bindings.count()).toBe(1);
  await page.getByRole("link", { name: "Gala" }).first().click();
  await page.getByTestId("door").filter({ hasText: "exit" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the page of a guest edits, blocks and lets in anyway, and has a journal", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/registers/gala");
  await page.getByTestId("entry").getByRole("link", { name: "Ada Lovelace" }).click();
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByLabel("Note for the door").fill("Bring the badge");
  await page.getByRole("button", { name: "Add a detail" }).click();
  await page.getByLabel("Name of detail 1").fill("Table");
  await page.getByLabel("Detail 1", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Save the guest" }).click();
  await page.getByRole("heading", { name: "Ada King" }).waitFor();
  await page.getByText("Bring the badge").first().waitFor();
  const [ada] = (await api<{ entries: object[] }>("GET", "/api/registers/gala/entries")).entries;
  expect(Object.keys(ada!)).not.toContain("group");
  expect(Object.keys(ada!)).not.toContain("validUntil");

  const codes = page.getByRole("form", { name: "Codes" });
  await codes.getByLabel("New code").fill("T-0002");
  await codes.getByRole("button", { name: "Add the code" }).click();
  await codes.getByText("is a code of Grace Hopper, so nothing was changed").waitFor();
  await codes.getByLabel("Kind of code").selectOption("UID of a tag");
  await codes.getByLabel("New code").fill("04 a2 b3 c4 d5 e6 f7");
  await codes.getByRole("button", { name: "Add the code" }).click();
  await codes.getByTestId("code").getByText("04:A2:B3:C4:D5:E6:F7").waitFor();
  await codes.getByRole("button", { name: "Remove 04:A2:B3:C4:D5:E6:F7" }).click();
  await expect.poll(() => codes.getByTestId("code").count()).toBe(1);

  await page.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByRole("button", { name: "Unblock" }).waitFor();
  const presence = page.getByTestId("presence");
  if ((await presence.textContent())?.includes("inside,"))
    await page.getByRole("button", { name: "Check out" }).click();
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("alert").getByText("blocked").waitFor();
  await page.getByRole("button", { name: "Let in anyway" }).click();
  const movements = page.getByTestId("movement");
  await movements.first().getByText("checked in, against the rules").waitFor();
  await movements.first().getByRole("button", { name: "Undo" }).click();
  // Neither the act nor its undoing stands as a yes.
  for (const line of [movements.first(), movements.nth(1)])
    await line.getByText("Undone", { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner makes a check-in with the keyboard alone", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  const { keyboard } = page;
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    for (let n = 0; n < 80; n++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${target}`);
  };
  const press = async (role: "button" | "link", name: string) => {
    await tabTo(page.getByRole(role, { name, exact: true }));
    await keyboard.press("Enter");
  };
  await press("button", "Add a register");
  await tabTo(page.getByRole("dialog").getByLabel("Title"));
  await keyboard.type("lunch");
  await press("button", "Add the register");
  await press("button", "Import guests");
  await tabTo(page.getByLabel("The list"));
  await keyboard.insertText("name\nAda Lovelace");
  await page.getByText("1 new, 0 changed").waitFor();
  await page.getByText("1 guest gets a random code.").waitFor();
  await press("button", "Import");
  await page.getByTestId("entry").waitFor();
  await press("link", "Set up");
  const inbox = page.getByRole("combobox", { name: "Inbox", exact: true });
  await inbox.getByText("The exit").waitFor({ state: "attached" });
  await tabTo(inbox);
  await keyboard.type("The exit");
  await press("button", "Bind the inbox");
  await page.getByTestId("binding").filter({ hasText: "exit" }).waitFor();
  await press("button", "Make missing codes");
  await page.getByText("0 codes were made.").first().waitFor();
  const sheets = await page.getByRole("link", { name: "Open the PDF" }).getAttribute("href");
  const printed = await page.request.get(hub.base + sheets);
  expect(printed.headers()["content-type"]).toBe("application/pdf");
  await tabTo(page.getByLabel("Code", { exact: true }));
  const [ada] = (
    await api<{ entries: { keys: string[] }[] }>("GET", "/api/registers/lunch/entries")
  ).entries;
  await keyboard.type(ada!.keys[0]!.slice(2));
  await keyboard.press("Enter");
  await page.getByTestId("tried").getByText("Ada Lovelace is checked in.").waitFor();
  await press("link", "Phones and users The exit");
  await page.getByRole("heading", { name: "The exit" }).waitFor();
  await page.goBack();
  await press("link", "lunch");
  await press("link", "Ada Lovelace");
  await press("button", "Check in Ada Lovelace");
  await page.getByTestId("presence").getByText("inside, by hand").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test.each(sizes)("the screens of registers fit a %s screen", async (look) => {
  const { page, context, errors } = await openDevice(browser, look);
  await openDashboard(page, "#/registers");
  await page.getByRole("link", { name: "Gala" }).waitFor();
  await inspect(page, look, "registers");
  await page.getByRole("link", { name: "Gala" }).click();
  await page.getByTestId("entry").first().waitFor();
  await inspect(page, look, "register");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByTestId("binding").waitFor();
  await page.getByLabel("Code", { exact: true }).fill("T-0001");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByTestId("tried").waitFor();
  await inspect(page, look, "set up a register");
  await page.getByRole("form", { name: "Rules" }).scrollIntoViewIfNeeded();
  await inspect(page, look, "rules of a register");
  await page.goBack();
  await page.getByTestId("entry").first().getByRole("link").click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await inspect(page, look, "guest");
  await page.goBack();
  await page.getByRole("button", { name: "Import guests" }).click();
  await page.getByLabel("The list").fill("name\tticket\nAda Lovelace\tT-0001");
  await page.getByTestId("samples").waitFor();
  await inspect(page, look, "import guests");
  expect(errors).toEqual([]);
  await context.close();
});

test("a register of the settings file is shown, and its rules and inboxes cannot be changed", async () => {
  await writeFile(
    join(folder.data, "scanhook.yaml"),
    `registers:
  banquet:
    title: Banquet
    kind: check-in
    rules: { capacity: 40 }
    bindings: [{ inbox: banquet-door }]
changes: { keepDays: 400 }
`,
  );
  await api("POST", "/api/inboxes", { name: "banquet-door", open: true });
  const readBindings = async () =>
    (await api<{ registers: { name: string; bindings: object[] }[] }>("GET", "/api/registers"))
      .registers;
  await expect.poll(readBindings).toContainEqual(
    expect.objectContaining({
      name: "banquet",
      bindings: [expect.objectContaining({ inbox: "banquet-door" })],
    }),
  );
  for (const look of ["desktop, light", "phone, dark"] as const) {
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/registers");
    const banquet = page.getByRole("link", { name: "Banquet" });
    await banquet.getByText("from the settings file").waitFor();
    await banquet.click();
    await page.getByRole("button", { name: "Import guests" }).waitFor();
    await page.getByRole("link", { name: "Set up" }).click();
    await page
      .getByText("Defined in the hub's settings file. Change its rules and inboxes there.")
      .waitFor();
    const capacity = page.getByLabel("How many may be inside");
    expect([await capacity.inputValue(), await capacity.isDisabled()]).toEqual(["40", true]);
    await page.getByTestId("binding").filter({ hasText: "banquet-door" }).waitFor();
    const buttons = await page.getByRole("button").allTextContents();
    expect(buttons.map((text) => text.trim())).toEqual([
      "Make missing codes",
      "Try",
      "Delete all guests",
    ]);
    await inspect(page, look, "a register of the settings file");
    await page.getByRole("form", { name: "Rules" }).scrollIntoViewIfNeeded();
    await inspect(page, look, "rules of the settings file");
    await page.goto(`${hub.base}/#/settings/changes`);
    await page.getByText("This is set in the settings file of the hub.").waitFor();
    const days = page.getByLabel("Days to keep");
    expect([await days.inputValue(), await days.isDisabled()]).toEqual(["400", true]);
    await inspect(page, look, "days of the settings file");
    expect(errors).toEqual([]);
    await context.close();
  }
  await writeFile(join(folder.data, "scanhook.yaml"), "registers: { banquet: 7 }\n");
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByText("The settings file was not applied: registers.banquet in").waitFor();
  await page.getByRole("link", { name: "Banquet" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
