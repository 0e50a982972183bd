import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

// A tool room lends things that a second register inspects. Some are overdue, and one has failed.
useOwner();

const entryOf = (page: Page, name: string) => page.getByTestId("entry").filter({ hasText: name });
let ada: number;
let drill: number;

beforeAll(async () => {
  const questions = [
    { key: "cable", label: "Cable whole?", type: "pass-fail", required: true },
    { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
    { ...{ key: "seal", label: "Seal", type: "choice" }, options: ["intact", "broken"] },
  ];
  const tools = { name: "tool-room", title: "Tool room", kind: "loans" };
  await api("POST", "/api/registers", { ...tools, rules: { loanFor: "7 days" } });
  await api("POST", "/api/registers", {
    ...{ name: "safety", title: "Safety", kind: "inspection", entriesFrom: "tool-room" },
    rules: { every: "6 months", everyByGroup: { Ladders: "1 month" }, questions },
  });
  const add = async (entry: object) =>
    (await api<{ id: number }>("POST", "/api/registers/tool-room/entries", entry)).id;
  ada = await add({ label: "Ada Lovelace", role: "person", keys: ["t:ADA"] });
  drill = await add({ label: "Drill 1", group: "Power tools", keys: ["t:DRILL-1"] });
  const ladder = await add({ label: "Ladder 3", group: "Ladders", keys: ["t:LADDER-3"] });
  await add({ label: "Circular saw", group: "Power tools", keys: ["t:SAW-1"], blocked: true });
  const act = (register: string, entry: number, body: object) =>
    api<{ movement: number }>("POST", `/api/registers/${register}/entries/${entry}/act`, body);
  await act("tool-room", drill, { action: "lend", holder: ada });
  await act("tool-room", ladder, { action: "lend", holder: ada });
  await api("PUT", `/api/registers/tool-room/entries/${ladder}/due`, { due: "2026-01-31" });
  await api("PUT", `/api/registers/safety/entries/${ladder}/due`, { due: "2020-01-01" });
  const { movement } = await act("safety", drill, { action: "inspect" });
  const answers = { cable: "pass", pressure: 9.5 };
  await api("POST", `/api/registers/safety/movements/${movement}/answers`, { answers });
});

test.each(sizes)("the screens of loans and inspections fit a %s screen", async (look) => {
  const { page, context, errors } = await openDevice(browser, look);
  await openDashboard(page, "#/registers/tool-room");
  await entryOf(page, "Drill 1").waitFor();
  await inspect(page, look, "loans");
  await entryOf(page, "Circular saw").getByText("Blocked", { exact: true }).waitFor();
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
  await entryOf(page, "Ladder 3").getByText("was due on Jan 1, 2020").waitFor();
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
  await page.goto(`${hub.base}/#/entries/safety?id=${drill}`);
  await page.getByTestId("care").waitFor();
  await inspect(page, look, "inspected thing");
  await page.getByTestId("movement").first().scrollIntoViewIfNeeded();
  await inspect(page, look, "history of a thing");
  await page.goto(`${hub.base}/#/entries/tool-room?id=${ada}`);
  await page.getByTestId("loan").first().waitFor();
  await inspect(page, look, "person with loans");
  expect(errors).toEqual([]);
  await context.close();
});
