import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { type Look, looks, openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

useOwner();

type Entry = { id: number; label: string };
type Rules = { every?: string; loanFor?: string; questions?: { key: string; label: string }[] };

const entryOf = (page: Page, name: string) => page.getByTestId("entry").filter({ hasText: name });
const findEntry = async (text: string, register = "tool-room"): Promise<Entry> =>
  (await api<{ entries: Entry[] }>("GET", `/api/registers/${register}/entries?text=${text}`))
    .entries[0]!;
const rulesOf = async (name: string) =>
  (await api<{ rules: Rules }>("GET", `/api/registers/${name}`)).rules;

/** Returns acts with the keyboard alone. */
function withKeyboard(page: Page) {
  const press = async (target: Locator, key = "Enter") => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  return {
    press,
    click: (name: string) => press(page.getByRole("button", { name, exact: true })),
    follow: (name: string) => press(page.getByRole("link", { name, exact: true }).first()),
    async type(target: Locator, text: string) {
      await tabTo(page, target);
      await page.keyboard.type(text);
    },
  };
}

test("an owner sets up loans and an inspection of the same things, with the keyboard alone", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  const { press, click, type } = withKeyboard(page);
  const dialog = page.getByRole("dialog");
  await click("Add a register");
  await press(dialog.getByRole("radio", { name: "Check-in" }), "ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => dialog.getByRole("radio", { name: "Loans" }).isChecked()).toBe(true);
  await type(dialog.getByLabel("Title"), "Tool room");
  await type(dialog.getByLabel("Things are lent for", { exact: true }), "7");
  await inspect(page, "desktop, light", "new loans");
  await click("Add the register");
  await page.getByRole("heading", { name: "Tool room" }).waitFor();
  expect(await rulesOf("tool-room")).toEqual({ loanFor: "7 days" });

  for (const [role, name, code] of [
    ["A thing", "Drill 1", "DRILL-1"],
    ["A thing", "Ladder 3", "LADDER-3"],
    ["A person", "Ada Lovelace", "ADA"],
  ] as const) {
    await click("Add things or people");
    if (role === "A person") {
      await press(dialog.getByRole("radio", { name: "A thing" }), "ArrowDown");
      await inspect(page, "desktop, light", "add a person");
    }
    await type(dialog.getByLabel("Name", { exact: true }), name);
    await type(dialog.getByLabel("Code"), code);
    await click("Add");
    await expect.poll(() => dialog.count()).toBe(0);
  }
  await page.getByTestId("count-free").getByText("2", { exact: true }).waitFor();

  await page.goto(`${hub.base}/#/registers`);
  await click("Add a register");
  await press(dialog.getByRole("radio", { name: "Check-in" }), "ArrowUp");
  await expect.poll(() => dialog.getByRole("radio", { name: "Inspection" }).isChecked()).toBe(true);
  await type(dialog.getByLabel("Title"), "Safety");
  await type(dialog.getByLabel("Inspect every", { exact: true }), "6");
  await type(dialog.getByRole("textbox", { name: /^Checklist/ }), "Cable whole?\nGuard in place?");
  await type(dialog.getByLabel("Where the things come from"), "Things from Tool room");
  await inspect(page, "desktop, light", "new inspection");
  await click("Add the register");
  await page.getByTestId("count-never").getByText("2", { exact: true }).waitFor();
  await page.getByText("Things from tool-room").waitFor();
  expect(await rulesOf("safety")).toMatchObject({
    every: "6 months",
    questions: [{ key: "cable-whole" }, { key: "guard-in-place" }],
  });
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner edits a checklist with the keyboard, and sees a mistake at its question", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/edit-register/safety");
  const { press, click, type } = withKeyboard(page);
  const rules = page.getByRole("form", { name: "Rules" });
  const card = (number: number) => rules.getByRole("group", { name: `Question ${number}` });
  await click("Add a question");
  await expect.poll(() => card(3).count()).toBe(1);
  await page.keyboard.type("Pressure");
  await type(card(3).getByRole("combobox", { name: "Answer" }), "Number");
  await type(card(3).getByLabel("Good from"), "12");
  await type(card(3).getByLabel("Good up to"), "x");
  await type(card(3).getByLabel("Unit"), "bar");
  await click("Save the rules");
  await card(3).getByText("“Pressure” has a min or max that is no number.").waitFor();
  await expect
    .poll(() =>
      card(3)
        .getByLabel("Question", { exact: true })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await card(3).scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "wrong question");
  await tabTo(page, card(3).getByLabel("Good up to"));
  await page.keyboard.press("Backspace");
  await page.keyboard.type("15");

  await click("Up: question 3");
  await expect
    .poll(() => card(2).getByLabel("Question", { exact: true }).inputValue())
    .toBe("Pressure");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => card(1).getByLabel("Question", { exact: true }).inputValue())
    .toBe("Pressure");
  await click("Remove: question 3");
  await expect.poll(() => card(3).count()).toBe(0);

  await click("Add a question");
  await page.keyboard.type("Seal");
  await type(card(3).getByRole("combobox", { name: "Answer" }), "Choice");
  await type(card(3).getByLabel("Option 1", { exact: true }), "intact");
  await type(card(3).getByLabel("Option 2", { exact: true }), "broken");
  await press(card(3).getByLabel("“broken” fails"), "Space");
  await press(card(3).getByLabel("Must be answered"), "Space");
  await press(card(3).getByText("Hint and groups"));
  await type(card(3).getByLabel("Hint"), "Look below the handle.");
  await card(3).scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "question with options");
  await click("Add a group");
  await type(rules.getByLabel("Group 1", { exact: true }), "Ladders");
  await type(rules.getByLabel("Interval 1", { exact: true }), "1");
  await click("Save the rules");
  const checklist = [
    {
      key: "pressure",
      label: "Pressure",
      type: "number",
      required: true,
      unit: "bar",
      min: 12,
      max: 15,
    },
    { key: "cable-whole", label: "Cable whole?", type: "pass-fail", required: true },
    {
      ...{ key: "seal", label: "Seal", type: "choice", hint: "Look below the handle." },
      ...{ options: ["intact", "broken"], fails: ["broken"] },
    },
  ];
  await expect
    .poll(() => rulesOf("safety"))
    .toEqual({ every: "6 months", everyByGroup: { Ladders: "1 month" }, questions: checklist });

  await tabTo(page, card(2).getByLabel("Question", { exact: true }));
  await page.keyboard.press("End");
  await page.keyboard.type(" And dry?");
  await click("Save the rules");
  await expect
    .poll(async () => (await rulesOf("safety")).questions?.[1])
    .toMatchObject({ key: "cable-whole", label: "Cable whole? And dry?" });
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner lends a thing, extends the loan and takes it back, with the keyboard alone", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, dark");
  await openDashboard(page, "#/registers/tool-room");
  const { press, click, follow, type } = withKeyboard(page);
  await follow("Drill 1");
  const acts = page.getByRole("region", { name: "By hand" });
  const status = page.getByTestId("care");
  await type(acts.getByLabel("Lend to"), "Ada");
  await inspect(page, "desktop, dark", "lend by hand");
  await click("Lend");
  await expect.poll(() => status.innerText()).toBe("Lent to Ada Lovelace");
  const days = (count: number) => {
    const day = new Date(Date.now() + count * 86_400_000);
    return day.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  };
  await page
    .getByText(`until ${days(7)}`)
    .first()
    .waitFor();
  await click("Extend by 7 days");
  await page
    .getByText(`until ${days(14)}`)
    .first()
    .waitFor();
  await inspect(page, "desktop, dark", "lent thing");
  await page.goto(`${hub.base}/#/registers/tool-room`);
  await press(page.getByTestId("count-lent"));
  await entryOf(page, "Drill 1").getByText("Lent to Ada Lovelace").waitFor();
  await expect.poll(() => page.getByTestId("entry").count()).toBe(1);
  expect(page.url()).toMatch(/\?show=lent$/);

  await press(page.getByTestId("filter-people"));
  await follow("Ada Lovelace");
  const loan = page.getByTestId("loan");
  await loan.getByText("Drill 1").first().waitFor();
  await inspect(page, "desktop, dark", "person");
  const receipt = await page.getByRole("link", { name: "Receipt (PDF)" }).getAttribute("href");
  expect((await page.request.get(`${hub.base}${receipt}`)).headers()["content-type"]).toBe(
    "application/pdf",
  );
  await press(loan.getByRole("button", { name: "Take back" }));
  await page.getByText("Nothing at the moment.").waitFor();
  const movements = page.getByTestId("movement");
  await movements.filter({ hasText: "returned by Ada Lovelace" }).waitFor();
  await movements.filter({ hasText: `lent to Ada Lovelace · until ${days(7)}` }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("an owner inspects a thing by hand, and its history has both registers", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await openDashboard(page, "#/registers/safety");
  const { press, click, follow, type } = withKeyboard(page);
  await follow("Drill 1");
  await click("Inspect");
  const questions = page.getByRole("form", { name: "Questions about Drill 1" });
  await expect
    .poll(() =>
      questions.getByLabel("Pressure").evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type("9,5");
  await page.keyboard.press("Enter");
  await questions.getByText("Answer “Cable whole? And dry?” first.").waitFor();
  await inspect(page, "phone, dark", "question without an answer");
  await press(questions.getByRole("radio", { name: "Pass" }), "Space");
  await click("Save the answers");
  await expect.poll(() => page.getByTestId("care").innerText()).toBe("Failed");

  const movements = page.getByTestId("movement");
  const inspected = movements.filter({ hasText: "Safety" }).first();
  await inspected.getByText("Pressure: 9.5 bar (fails)").waitFor();
  await inspected.getByText("Cable whole? And dry?: Pass").waitFor();
  await movements.filter({ hasText: /Tool room\s+returned by Ada Lovelace/ }).waitFor();
  await inspect(page, "phone, dark", "failed thing");
  await inspected.scrollIntoViewIfNeeded();
  await inspect(page, "phone, dark", "history over both registers");
  await follow("Tool room");
  await expect.poll(() => page.getByTestId("care").innerText()).toBe("Free");
  await movements.filter({ hasText: /Safety\s+failed/ }).waitFor();

  await page.goto(`${hub.base}/#/registers/safety`);
  await press(page.getByTestId("count-failed"));
  await entryOf(page, "Drill 1").getByText("Failed").waitFor();
  await expect.poll(() => page.getByTestId("entry").count()).toBe(1);
  await press(page.getByTestId("filter-never"));
  await entryOf(page, "Ladder 3").waitFor();
  await follow("Ladder 3");
  await type(page.getByLabel("Next inspection"), "01012020");
  await click("Save the date");
  await page.getByText("was due on 1 Jan 2020, missed").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the people of a check-in borrow things, a blocked thing is refused in words, and a code is tried", async () => {
  await api("POST", "/api/registers", { name: "staff", title: "Staff", kind: "check-in" });
  for (const [label, code] of [
    ["Grace Hopper", "GRACE"],
    ["Alan Turing", "ALAN"],
  ] as const)
    await api("POST", "/api/registers/staff/entries", { label, keys: [`t:${code}`] });
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("button", { name: "Add a register" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Loans" }).check();
  await dialog.getByLabel("Title").fill("Library");
  await dialog.getByLabel("Where the people come from").selectOption("People from Staff");
  await dialog.getByRole("button", { name: "Add the register" }).click();
  await page.getByText("People from staff").waitFor();
  const { id } = await api<Entry>("POST", "/api/registers/library/entries", {
    ...{ label: "Handbook", keys: ["u:04:A2:2B:1C:9D:60:80"] },
  });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const acts = page.getByRole("region", { name: "By hand" });
  await acts.getByLabel("Lend to").selectOption("Grace Hopper");
  await acts.getByRole("button", { name: "Lend", exact: true }).click();
  await acts.getByText("Handbook is blocked.").waitFor();
  await inspect(page, "desktop, light", "refused loan");
  await acts.getByRole("button", { name: "Do it anyway" }).click();
  const status = page.getByTestId("care");
  await expect.poll(() => status.innerText()).toBe("Lent to Grace Hopper");
  await status.getByRole("link", { name: "Grace Hopper" }).click();
  await page.getByText("In Library").waitFor();
  await page.getByTestId("loan").getByText("Handbook").first().waitFor();
  await inspect(page, "desktop, light", "guest with a loan");

  const question = { key: "pages", label: "All pages there?", type: "pass-fail" };
  await api("PATCH", "/api/registers/library", { rules: { questions: [question] } });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).waitFor();
  await acts.getByLabel("Hand over to").selectOption("Alan Turing");
  await acts.getByRole("button", { name: "Hand over" }).click();
  const questions = page.getByRole("form", { name: "Questions about Handbook" });
  await questions.getByText("Grace Hopper still has it. Hand it over to Alan Turing?").waitFor();
  await inspect(page, "desktop, light", "handing over");
  await questions.getByLabel("yes").check();
  await questions.getByRole("button", { name: "Save the answers" }).click();
  await expect.poll(() => status.innerText()).toBe("Lent to Alan Turing");
  await acts.getByRole("button", { name: "Take back" }).click();
  await questions.getByText("All pages there?").waitFor();
  await questions.getByText("Fail", { exact: true }).click();
  await questions.getByRole("button", { name: "Save the answers" }).click();
  await expect.poll(() => status.innerText()).toBe("Free");
  const movements = page.getByTestId("movement");
  await movements.first().getByText("All pages there?: Fail (fails)").waitFor();
  await movements.filter({ hasText: "handed over to Alan Turing" }).waitFor();

  await api("PUT", "/api/tags/04:A2:2B:1C:9D:60:80/name", { name: "Label of the handbook" });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("link", { name: "Show the tag" }).click();
  await page.getByRole("heading", { name: "In registers" }).waitFor();
  await inspect(page, "desktop, light", "tag of a thing");
  await page.getByRole("link", { name: "Handbook", exact: true }).click();
  await page.getByRole("heading", { name: "Handbook" }).waitFor();

  await page.goto(`${hub.base}/#/edit-register/safety`);
  await page.getByLabel("Code", { exact: true }).fill("LADDER-3");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  const tried = page.getByTestId("tried").getByText("Ask: CHECK");
  await tried.waitFor();
  await tried.scrollIntoViewIfNeeded();
  await inspect(page, "desktop, light", "tried inspection");
  expect(errors).toEqual([]);
  await context.close();
});

test("a list of things is imported with who has them, and until when", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await api("POST", "/api/registers", { name: "keys", title: "Keys", kind: "loans" });
  await openDashboard(page, "#/registers/keys");
  await page.getByRole("button", { name: "Import a list" }).click();
  const rows = [
    "Name\tCode\tLent to\tDue",
    "Cellar\tK-1\tAda Lovelace\t2030-12-06",
    "Attic\tK-2\t\t",
  ];
  await page.getByRole("textbox", { name: "The list" }).fill(rows.join("\n"));
  const samples = page.getByTestId("samples").locator("tbody");
  await expect.poll(() => samples.innerText()).toMatch(/K-1\s+Cellar\s+Ada Lovelace\s+2030-12-06/);
  await page.getByText("1 will be lent").waitFor();
  await inspect(page, "phone, light", "import of loans");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await entryOf(page, "Cellar").getByText("Lent to Ada Lovelace").waitFor();
  await entryOf(page, "Cellar").getByText("until 6 Dec 2030").waitFor();
  await page.getByTestId("count-free").getByText("1", { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test.each(Object.keys(looks) as Look[])(
  "the screens of loans and inspections fit a %s screen",
  async (look) => {
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/registers/tool-room");
    await entryOf(page, "Drill 1").waitFor();
    await inspect(page, look, "loans");
    const reports = page.getByRole("heading", { name: "Reports" });
    await reports.scrollIntoViewIfNeeded();
    await inspect(page, look, "reports of loans");
    for (const name of ["Loan list as PDF", "Loan list as CSV"]) {
      const href = await page.getByRole("link", { name }).getAttribute("href");
      expect((await page.request.get(`${hub.base}${href}`)).status()).toBe(200);
    }
    await page.getByRole("heading", { name: "Journal" }).scrollIntoViewIfNeeded();
    await inspect(page, look, "journal of loans");
    await page.goto(`${hub.base}/#/registers/safety`);
    await entryOf(page, "Ladder 3").getByText("was due on 1 Jan 2020").waitFor();
    await inspect(page, look, "inspection");
    await reports.scrollIntoViewIfNeeded();
    await inspect(page, look, "reports of an inspection");
    for (const name of ["Due list as PDF", "Inspection log as PDF", "Inspection log as CSV"]) {
      const href = await page.getByRole("link", { name }).getAttribute("href");
      expect((await page.request.get(`${hub.base}${href}`)).status()).toBe(200);
    }
    await page.goto(`${hub.base}/#/edit-register/safety`);
    const rules = page.getByRole("form", { name: "Rules" });
    await rules.scrollIntoViewIfNeeded();
    await inspect(page, look, "rules of an inspection");
    await rules.getByRole("group", { name: "Question 1" }).scrollIntoViewIfNeeded();
    await inspect(page, look, "checklist");
    await page.goto(`${hub.base}/#/edit-register/tool-room`);
    await rules.scrollIntoViewIfNeeded();
    await inspect(page, look, "rules of loans");
    const { id } = await findEntry("Drill");
    await page.goto(`${hub.base}/#/entries/safety?id=${id}`);
    await page.getByTestId("care").waitFor();
    await inspect(page, look, "inspected thing");
    await page.getByTestId("movement").first().scrollIntoViewIfNeeded();
    await inspect(page, look, "history of a thing");
    expect(errors).toEqual([]);
    await context.close();
  },
);
