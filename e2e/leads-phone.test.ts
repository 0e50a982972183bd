import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { openScene, type Scene } from "./camera/scene.ts";
import { typeCode, verdictOf } from "./guest-list.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { pairPhone, setReceiver } from "./phone.ts";

// Maria and Ben stand at a fair and scan the badges of visitors, each with a phone.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let scene: Scene;
let browser: Browser;
beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  scene = await openScene(join(folder.data, "stand.y4m"));
  browser = await startBrowser(scene.video);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

const consent = {
  key: "consent",
  label: "I agree that Example Ltd keeps my contact and sends me its offers.",
  type: "consent",
};
const noted = [
  { key: "rating", label: "Rating", type: "rating" },
  {
    key: "topics",
    label: "Topics",
    type: "tags",
    options: ["Wants a demo", "Wants a price", "Partner", "Press", "Student"],
  },
  { key: "note", label: "Note", type: "text" },
];
const ada = [
  ...["BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada;;;", "FN:Ada Lovelace"],
  ...["ORG:Analytical Engines Ltd", "TITLE:Engineer", "TEL:+442079460000"],
  ...["EMAIL:ada@engines.example", "END:VCARD"],
].join("\r\n");

/** Makes a stand whose leads are asked these questions. */
async function addStand(name: string, questions: object[]): Promise<void> {
  await api("POST", "/api/inboxes", { name, title: "Stand 12" });
  await api("POST", "/api/registers", { name, kind: "leads", rules: { questions } });
  await api("PUT", `/api/inboxes/${name}/register`, { register: name });
}

/** Opens a phone that is paired with a stand. The camera sees what lies before it. */
async function openPhone(stand: string, person: string, look: Look) {
  const device = await openDevice(browser, look);
  await pairPhone(device.page, hub, api, person, stand);
  await device.page.getByTestId("camera").waitFor();
  return device;
}

const form = (page: Page) => page.getByTestId("answer-form");
const sendAnswers = (page: Page) => form(page).getByRole("button", { name: "Send" }).click();
const leads = (page: Page) => page.getByTestId("lead");
type Entries = { entries: { label: string; fields: Record<string, string> }[] };
const listEntries = (stand: string) => api<Entries>("GET", `/api/registers/${stand}/entries`);

test("a badge becomes a lead with answers, a second person meets a known one, and each sees their own", async () => {
  await addStand("fair", [...noted, { ...consent, required: true }]);
  const look = "phone, light";
  const { page, context, errors } = await openPhone("fair", "maria", look);
  await scene.show({ symbology: "qrcode", text: ada });
  await form(page).waitFor();
  await scene.show();
  expect(await page.getByTestId("verdict").getAttribute("data-result")).toBe("ask");
  await inspect(page, look, "lead asked for consent");
  await sendAnswers(page);
  await form(page).getByText("Answer this question.").waitFor();
  await form(page).getByLabel("4 stars of 5").check();
  for (const topic of ["Partner", "Wants a demo"]) await form(page).getByLabel(topic).check();
  await form(page).getByLabel("Note").fill("Call on Monday.");
  await form(page).evaluate((dialog) => dialog.scrollTo(0, 0));
  await inspect(page, look, "lead answered");
  await form(page).getByLabel("Yes", { exact: true }).check();
  await inspect(page, look, "lead consents");
  await sendAnswers(page);
  await verdictOf(page, "yes").getByText("NEW LEAD", { exact: true }).waitFor();
  await inspect(page, look, "new lead");
  const { entries } = await listEntries("fair");
  expect(entries).toMatchObject([
    {
      label: "Ada Lovelace",
      fields: {
        ...{ Company: "Analytical Engines Ltd", Rating: "4", Note: "Call on Monday." },
        Topics: "Wants a demo, Partner",
        [consent.label]: expect.stringMatching(/^yes, \d{4}-/),
      },
    },
  ]);

  const ben = await openPhone("fair", "ben", "phone, dark");
  await scene.show({ symbology: "qrcode", text: ada });
  const known = verdictOf(ben.page, "look");
  await known.getByText("KNOWN LEAD", { exact: true }).waitFor();
  await scene.show();
  await known.getByText(/^Ada Lovelace was scanned first at .* by maria\.$/).waitFor();
  await inspect(ben.page, "phone, dark", "known lead");
  await ben.page.getByRole("button", { name: "Scan next" }).click();
  await typeCode(ben.page, "Visitor 4711");
  await form(ben.page).getByLabel("No", { exact: true }).check();
  await sendAnswers(ben.page);
  await verdictOf(ben.page, "no").getByText("NO CONSENT", { exact: true }).waitFor();
  await inspect(ben.page, "phone, dark", "no consent");
  expect((await listEntries("fair")).entries).toHaveLength(1);
  await ben.page.getByRole("button", { name: "Back to the camera" }).click();
  await typeCode(ben.page, "mailto:grace@navy.example");
  await form(ben.page).getByRole("button", { name: "Later" }).click();

  await page.getByRole("link", { name: "My leads" }).click();
  await expect
    .poll(() => leads(page).getByRole("heading").allInnerTexts())
    .toEqual(["Ada Lovelace"]);
  await leads(page).getByText("Wants a demo, Partner").waitFor();
  await leads(page)
    .getByText(/by maria · 2 scans, last .* by ben/)
    .waitFor();
  await inspect(page, look, "my leads");
  await ben.page.goto(`${hub.base}/scan/#/more`);
  await ben.page.getByRole("link", { name: /^My leads/ }).click();
  await expect.poll(() => leads(ben.page).count()).toBe(2);
  const grace = leads(ben.page).filter({ hasText: "grace@navy.example" });
  await grace.getByText("Waiting for consent").waitFor();
  await inspect(ben.page, "phone, dark", "my leads");
  await grace.getByRole("button", { name: /^Answer/ }).click();
  await form(ben.page).getByLabel("Yes", { exact: true }).check();
  await sendAnswers(ben.page);
  await ben.page.getByTestId("decided").getByText("NEW LEAD").waitFor();
  await grace.getByText("Waiting for consent").waitFor({ state: "detached" });

  const search = ben.page.getByRole("searchbox", { name: "Search" });
  await search.fill("lovel");
  await expect
    .poll(() => leads(ben.page).getByRole("heading").allInnerTexts())
    .toEqual(["Ada Lovelace"]);
  await search.fill("Zyzzyva");
  await ben.page.getByText("None of your leads has this in its name or code.").waitFor();
  await ben.context.setOffline(true);
  await search.fill("grace");
  await ben.page
    .getByRole("alert")
    .getByText(/^The hub did not answer\./)
    .waitFor();
  await inspect(ben.page, "phone, dark", "my leads without a network");
  await ben.context.setOffline(false);
  await ben.page.getByRole("button", { name: "Try again" }).click();
  await grace.waitFor();
  expect([
    ...errors,
    ...ben.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error)),
  ]).toEqual([]);
  await Promise.all([context.close(), ben.context.close()]);
});

test("without a consent to ask for, a badge is a lead at once, and a text has no name yet", async () => {
  await addStand("hall", noted);
  const look = "phone, dark";
  const { page, context, errors } = await openPhone("hall", "maria", look);
  await scene.show({ symbology: "qrcode", text: ada });
  await verdictOf(page, "yes").getByText("NEW LEAD", { exact: true }).waitFor();
  await scene.show();
  expect(await form(page).count()).toBe(0);
  await inspect(page, look, "new lead without consent");
  await page.getByRole("button", { name: "Answer 3 questions" }).click();
  await form(page).getByLabel("Wants a price").check();
  await sendAnswers(page);
  await verdictOf(page, "yes").getByText("NOTED", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Scan next" }).click();
  await typeCode(page, "Visitor 4711");
  await verdictOf(page, "look").getByText("NO CONTACT", { exact: true }).waitFor();
  await inspect(page, look, "no contact");
  await page.getByRole("link", { name: "My leads" }).click();
  await leads(page).filter({ hasText: "Visitor 4711" }).getByText("No name yet").waitFor();
  await inspect(page, look, "my leads with a text");
  expect(errors).toEqual([]);
  await context.close();
});

test("leads of more than a page are loaded page by page, and a wrong password is said", async () => {
  await addStand("booth", []);
  type Login = { user: string; password: string };
  const login = await api<Login>("POST", "/api/inboxes/booth/credentials", { user: "max" });
  const url = `${hub.base}/in/booth`;
  const authorization = `Basic ${Buffer.from(`max:${login.password}`).toString("base64")}`;
  for (let number = 1; number <= 21; number += 1) {
    const scan = { identifier: `${number}`, date: new Date().toISOString() };
    const body = JSON.stringify({ ...scan, content: `mailto:visitor${number}@example.com` });
    const headers = { authorization, "content-type": "application/json" };
    expect((await fetch(url, { method: "POST", headers, body })).ok).toBe(true);
  }
  const { page, context } = await openDevice(browser, "phone, light");
  await setReceiver(page, hub, { url, ...login });
  await page.goto(`${hub.base}/scan/#/more/leads`);
  await expect.poll(() => leads(page).count()).toBe(20);
  expect(await leads(page).first().getByRole("heading").innerText()).toBe("visitor21@example.com");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect.poll(() => leads(page).count()).toBe(21);
  expect(await page.getByRole("button", { name: "More", exact: true }).count()).toBe(0);
  await setReceiver(page, hub, { url, user: "max", password: "wrong" });
  await page.goto(`${hub.base}/scan/#/more/leads`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(await leads(page).count()).toBe(0);
  expect(await page.getByRole("alert").innerText()).toMatch(/password/i);
  await context.close();
});
