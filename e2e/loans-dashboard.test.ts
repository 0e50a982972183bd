import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

// An owner sets up and runs loans and an inspection of the same things, with the keyboard alone.
useOwner();

type Rules = { every?: string; loanFor?: string; questions?: { key: string; label: string }[] };

const entryOf = (page: Page, name: string) => page.getByTestId("entry").filter({ hasText: name });
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
  await page.keyboard.press("ArrowUp");
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
  await click("Add a question");
  await page.keyboard.type("Found");
  await type(card(4).getByRole("combobox", { name: "Answer" }), "Tags");
  await press(card(4).getByLabel("Must be answered"), "Space");
  await type(card(4).getByLabel("Option 1", { exact: true }), "Dust");
  expect(await card(4).getByLabel("“Dust” fails").count()).toBe(0);
  await type(card(4).getByLabel("Option 2", { exact: true }), "Rust, oil");
  await click("Add a question");
  await page.keyboard.type("May we use your answers?");
  await type(card(5).getByRole("combobox", { name: "Answer" }), "Consent");
  await card(5).getByLabel("What people agree to").waitFor();
  await click("Save the rules");
  await card(4).getByText("a tag has no comma and is one line.").waitFor();
  await card(4).scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "question with tags");
  await tabTo(page, card(4).getByLabel("Option 2", { exact: true }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Rust");
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
    { key: "found", label: "Found", type: "tags", options: ["Dust", "Rust"] },
    {
      ...{ key: "may-we-use-your-answers", label: "May we use your answers?" },
      ...{ type: "consent", required: true },
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
    return day.toLocaleDateString("en-US", { dateStyle: "medium" });
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
  expect(await page.getByRole("link", { name: "Receipt (PDF)" }).count()).toBe(0);
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
  await press(questions.getByRole("checkbox", { name: "Rust" }), "Space");
  await press(questions.getByRole("checkbox", { name: "Dust" }), "Space");
  const consent = questions.getByRole("group", { name: "May we use your answers?" });
  await press(consent.getByRole("radio", { name: "Yes" }), "Space");
  await page.keyboard.press("ArrowDown");
  await inspect(page, "phone, dark", "tags and consent by hand");
  await click("Save the answers");
  await expect.poll(() => page.getByTestId("care").innerText()).toBe("Failed");
  await page.getByText("It has to be inspected again.").waitFor();

  const movements = page.getByTestId("movement");
  const inspected = movements.filter({ hasText: "Safety" }).first();
  await inspected.getByText("Pressure: 9.5 bar (fails)").waitFor();
  await inspected.getByText("Cable whole? And dry? Pass").waitFor();
  await inspected.getByText("Found: Dust, Rust").waitFor();
  await inspected.getByText("May we use your answers? No").waitFor();
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
  await page.getByText("It was due on Jan 1, 2020, missed.").waitFor();

  await page.goto(`${hub.base}/#/edit-register/safety`);
  await page.getByLabel("Code", { exact: true }).fill("LADDER-3");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  const tried = page.getByTestId("tried").getByText("Ask: CHECK");
  await tried.waitFor();
  await tried.scrollIntoViewIfNeeded();
  await inspect(page, "phone, dark", "tried inspection");
  expect(errors).toEqual([]);
  await context.close();
});
