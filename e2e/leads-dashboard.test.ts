import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { tabTo } from "./keyboard.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

// An owner adds a stand with consent on the dashboard, two phones scan contacts, and the owner
// finds the leads, corrects them and deletes one.
useOwner();

const stand = "spring-fair-stand-12";
const inbox = `${stand}-phones`;
type Verdict = { result: string; code: string; movement: number; ask?: { before: boolean } };
type Register = { keepDays?: number; peopleFrom?: string; rules: { questions?: object[] } };

const readRegister = () => api<Register>("GET", `/api/registers/${stand}`);
const leadOf = (page: Page, name: string) => page.getByTestId("entry").filter({ hasText: name });

/** Posts as the phone of a user does, and returns the verdict. */
async function post(user: string, path: string, body: object): Promise<Verdict> {
  const response = await fetch(`${hub.base}/in/${inbox}${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${user}-password`).toString("base64")}`,
      "content-type": "application/json",
      accept: "application/vnd.scanhook.verdict+json",
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { verdict: Verdict }).verdict;
}

let scans = 0;
function scan(user: string, content: string): Promise<Verdict> {
  scans += 1;
  return post(user, "", { identifier: `scan-${scans}`, date: new Date().toISOString(), content });
}

/** Scans a contact and answers the questions about it. */
async function meet(user: string, content: string, answers: object): Promise<Verdict> {
  const { movement } = await scan(user, content);
  return post(user, `/answers/${movement}`, { answers });
}

const ada = "MECARD:N:Lovelace,Ada;ORG:Analytical Engines;EMAIL:ada@example.com;TEL:+15550100;;";
const grace = "MECARD:N:Hopper,Grace;ORG:Example Navy;EMAIL:grace@example.com;;";
const alan = "MECARD:N:Turing,Alan;ORG:Bombe Works;EMAIL:alan@example.com;;";

test("an owner adds a stand that asks for consent, with the keyboard alone", async () => {
  await api("POST", "/api/registers", { name: "visitors", title: "Visitors", kind: "check-in" });
  const badge = { label: "Edith Clarke", group: "Press", keys: ["t:B-1"] };
  await api("POST", "/api/registers/visitors/entries", badge);

  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/registers");
  const dialog = page.getByRole("dialog");
  const type = async (label: string, text: string) => {
    await tabTo(page, dialog.getByLabel(label, { exact: false }));
    await page.keyboard.type(text);
  };
  await tabTo(page, page.getByRole("button", { name: "Add a register" }));
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("radio", { name: "Check-in" }));
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => dialog.getByRole("radio", { name: "Leads" }).isChecked()).toBe(true);
  await inspect(page, "phone, light", "leads new register, top");
  await type("Title", "Spring fair, stand 12");
  await type("Guests whose badges count", "Visitors");
  await inspect(page, "phone, light", "leads new register, middle");
  await type("Tags", "Hot, Partner, Press");
  await type("Consent, in your own words", "May we write to you?");
  await expect
    .poll(() => dialog.getByLabel("Without a yes, nothing is kept").isChecked())
    .toBe(true);
  await type("Days to keep a lead after its last scan", "90");
  await inspect(page, "phone, light", "leads new register, end");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Spring fair, stand 12" }).waitFor();
  await page.getByText("Each lead is deleted 90 days after its last scan.").waitFor();
  await page.getByText("No leads yet. Pair the phones of the stand and scan a badge.").waitFor();
  await inspect(page, "phone, light", "leads empty");
  expect(await readRegister()).toMatchObject({
    ...{ keepDays: 90, peopleFrom: "visitors" },
    rules: {
      questions: [
        { key: "consent", label: "May we write to you?", type: "consent", required: true },
        { key: "rating", type: "rating" },
        { key: "tags", type: "tags", options: ["Hot", "Partner", "Press"] },
        { key: "note", type: "text" },
      ],
    },
  });
  expect(errors).toEqual([]);
  await context.close();
});

test("the owner sees who was met, by whom, and what they answered", async () => {
  for (const user of ["maria", "ben"])
    await api("POST", `/api/inboxes/${inbox}/credentials`, { user, password: `${user}-password` });
  const { page, context, errors } = await openDevice(browser, "desktop, dark");
  await openDashboard(page, `#/registers/${stand}`);
  await page.getByText("No leads yet.").waitFor();

  const answers = { consent: "yes", rating: 4, tags: ["Hot", "Partner"], note: "Wants a demo" };
  expect(await scan("maria", ada)).toMatchObject({ code: "ask-consent", ask: { before: true } });
  expect(await meet("maria", ada, answers)).toMatchObject({ result: "yes", code: "new-lead" });
  const again = await meet("ben", ada, { note: "Call in May" });
  expect(again.code).toBe("answered");
  expect((await meet("ben", grace, { consent: "yes" })).code).toBe("new-lead");
  expect((await meet("ben", alan, { consent: "no" })).code).toBe("no-consent");
  expect((await meet("maria", "B-1", { consent: "yes", tags: ["Press"] })).code).toBe("new-lead");
  expect((await meet("maria", "Stand 7, A 4711", { consent: "yes" })).code).toBe("new-lead");
  await scan("maria", "mailto:waiting@example.com");

  await expect.poll(() => page.getByTestId("leads").innerText()).toBe("4");
  await leadOf(page, "waiting@example.com").getByText("Waiting for consent").waitFor();
  expect(await page.getByTestId("entry").getByRole("link").allInnerTexts()).toEqual([
    "waiting@example.com",
    "Stand 7, A 4711",
    "Edith Clarke",
    "Grace Hopper",
    "Ada Lovelace",
  ]);
  const row = leadOf(page, "Ada Lovelace");
  await row.getByText("Analytical Engines · Hot, Partner").waitFor();
  await row.getByText(/^First scanned .+ by maria · 2 scans$/).waitFor();
  await row.getByRole("img", { name: "4 of 5 stars" }).waitFor();
  await leadOf(page, "Edith Clarke").getByText("Press · Group Press").waitFor();
  await inspect(page, "desktop, dark", "leads list");

  await page.getByLabel("Scanned by").selectOption({ label: "ben (2)" });
  await expect.poll(() => page.getByTestId("entry").count()).toBe(2);
  const link = page.getByRole("link", { name: "Save the leads of ben as vCards" });
  const cards = await page.request.get(`${hub.base}${await link.getAttribute("href")}`);
  expect((await cards.text()).match(/^FN:.*/gm)).toEqual(["FN:Ada Lovelace", "FN:Grace Hopper"]);
  await page.getByRole("searchbox", { name: "Search leads" }).fill("ada@");
  await expect.poll(() => page.getByTestId("entry").count()).toBe(1);
  await inspect(page, "desktop, dark", "leads of a person");
  await page.getByTestId("filter-waiting").click();
  await page.getByText("No lead matches.").waitFor();
  expect(errors).toEqual([]);
  await context.close();

  const phone = await openDevice(browser, "phone, dark");
  await openDashboard(phone.page, `#/registers/${stand}`);
  await leadOf(phone.page, "Ada Lovelace").waitFor();
  await inspect(phone.page, "phone, dark", "leads counts");
  await phone.page.getByRole("heading", { name: "Leads" }).scrollIntoViewIfNeeded();
  await phone.page.getByRole("searchbox").evaluate((field) => field.scrollIntoView());
  await inspect(phone.page, "phone, dark", "leads list");
  await phone.page.getByRole("heading", { name: "Scans", exact: true }).scrollIntoViewIfNeeded();
  await inspect(phone.page, "phone, dark", "leads exports");
  await phone.context.close();
});

test("the owner adds, names, corrects and deletes leads", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, `#/registers/${stand}`);
  await page.getByRole("button", { name: "Add a lead" }).click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel("Name").fill("Alan Turing");
  await adding.getByLabel("Company").fill("Bombe Works");
  await adding.getByLabel("Mail address").fill("Alan@example.com");
  await inspect(page, "phone, light", "lead added by hand");
  await adding.getByRole("button", { name: "Add the lead" }).click();
  await leadOf(page, "Alan Turing").getByText("Bombe Works").waitFor();
  expect((await meet("ben", alan, { consent: "yes" })).code).toBe("new-lead");
  await leadOf(page, "Alan Turing")
    .getByText(/^First scanned .* by ben$/)
    .waitFor();
  await page.getByTestId("filter-unnamed").click();
  await leadOf(page, "Stand 7, A 4711").getByRole("link").click();
  const naming = page.getByRole("form", { name: "This lead has no name yet" });
  await naming.getByLabel("Name").fill("Katherine Johnson");
  await inspect(page, "phone, light", "leads unnamed");
  await naming.getByRole("button", { name: "Save the name" }).click();
  await page.getByRole("heading", { name: "Katherine Johnson" }).waitFor();

  await page.goto(`${hub.base}/#/registers/${stand}`);
  await leadOf(page, "Ada Lovelace").getByRole("link").click();
  const facts = page.getByRole("region", { name: "About this lead" });
  await facts.getByText("Wants a demo").waitFor();
  expect(await facts.innerText()).toContain("Wants a demo\nCall in May");
  expect(await facts.getByRole("link", { name: "ada@example.com" }).getAttribute("href")).toBe(
    "mailto:ada@example.com",
  );
  await facts.getByText(/^yes, \d{4}-/).waitFor();
  await page.getByTestId("movement").filter({ hasText: "known lead" }).getByText("ben").waitFor();
  await inspect(page, "phone, light", "lead");
  await page.getByRole("heading", { name: "History" }).scrollIntoViewIfNeeded();
  await page.getByTestId("movement").last().scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "lead history");
  const edit = page.getByRole("form", { name: "Edit the lead" });
  await edit.getByLabel("Note", { exact: true }).fill("Wants a demo\nCall in June");
  await inspect(page, "phone, light", "lead edited");
  await edit.getByRole("button", { name: "Save the lead" }).click();
  await expect.poll(() => facts.innerText()).toContain("Wants a demo\nCall in June");

  const dialog = page.getByRole("dialog");
  const remove = page.getByRole("button", { name: "Delete this lead" });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await dialog.getByText("This cannot be undone.").waitFor();
  await inspect(page, "phone, light", "lead deleting");
  await tabTo(page, dialog.getByRole("button", { name: "Delete this lead" }));
  await page.keyboard.press("Enter");
  await page.getByTestId("notice").getByText("Ada Lovelace was deleted.").waitFor();
  await leadOf(page, "Grace Hopper").waitFor();
  expect(await leadOf(page, "Ada Lovelace").count()).toBe(0);
  const kept = await api<{ scans: object[] }>("GET", `/api/scans?inbox=${inbox}`);
  expect(JSON.stringify(kept)).not.toContain("Lovelace");
  expect(JSON.stringify(kept)).toContain("Hopper");
  expect(errors).toEqual([]);
  await context.close();
});

test("the owner changes what is asked, down to nothing", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, `#/edit-register/${stand}`);
  const rules = page.getByRole("form", { name: "Rules" });
  const consent = rules.getByRole("group", { name: "Question 1" });
  await expect
    .poll(() => consent.getByLabel("What people agree to").inputValue())
    .toBe("May we write to you?");
  await rules.scrollIntoViewIfNeeded();
  await inspect(page, "desktop, light", "leads rules");
  await rules.getByRole("group", { name: "Question 3" }).scrollIntoViewIfNeeded();
  await inspect(page, "desktop, light", "leads questions");
  expect(await rules.getByText("Coming in again").count()).toBe(0);
  for (const _ of [1, 2, 3, 4])
    await rules.getByRole("button", { name: "Remove: question 1" }).click();
  await rules.getByLabel("Days to keep a lead after its last scan").fill("30");
  await rules.getByRole("button", { name: "Save the rules" }).click();
  await expect.poll(readRegister).toMatchObject({ keepDays: 30, rules: { questions: [] } });
  await page.reload();
  await rules.getByRole("button", { name: "Add a question" }).waitFor();
  expect(await rules.getByTestId("question").count()).toBe(0);

  const save = async (name: string) => {
    const link = await page.getByRole("link", { name, exact: true }).getAttribute("href");
    return (await page.request.get(`${hub.base}${link}`)).text();
  };
  expect(await save("Save the list as CSV")).toContain("Grace Hopper");
  expect(await save("Save the list as XLSX")).toMatch(/^PK/);
  expect(await save("Save the list as vCards")).toMatch(/^BEGIN:VCARD[\s\S]*Grace Hopper/);
  expect(errors).toEqual([]);
  await context.close();
});
