import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let api: Awaited<ReturnType<typeof logIn>>;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser();
  await api("POST", "/api/destinations", {
    name: "shop",
    title: "Shop",
    kind: "http",
    settings: { url: "https://old.example/scans" },
  });
  await api("POST", "/api/routes", { name: "all", title: "All scans", destination: "shop" });
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

type Destination = { title: string; settings: { url: string }; revision: number };
const readShop = () => api<Destination>("GET", "/api/destinations/shop");

/** Opens an address of the dashboard on a device of the owner. */
async function openForm(look: "phone, light" | "desktop, dark", hash: string) {
  const device = await openDevice(browser, look);
  await device.page.goto(`${hub.base}/${hash}`);
  await device.page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await device.page.getByRole("button", { name: "Log in" }).click();
  await device.page.getByRole("button", { name: "Save", exact: true }).waitFor();
  return device;
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test("who saves an older form of a destination is told what changed, and chooses which values to keep", async () => {
  const desk = await openForm("desktop, dark", "#/edit-destination/shop");
  const phone = await openForm("phone, light", "#/edit-destination/shop");
  await desk.page.getByLabel("Address").first().fill("https://new.example/scans");
  await save(desk.page);
  await desk.page.getByTestId("notice").getByText("Saved.").waitFor();

  await phone.page.getByLabel("Title").fill("Web shop");
  await save(phone.page);
  const dialog = phone.page.getByRole("dialog", { name: "Changed in the meantime" });
  await dialog.getByText("Somebody else saved changes here").waitFor();
  const theirs = dialog.getByRole("radio", { name: "https://new.example/scans" });
  const before = dialog.getByRole("radio", { name: "https://old.example/scans" });
  expect([await theirs.isChecked(), await before.isChecked()]).toEqual([true, false]);
  // The title, which only this form changed, is no question.
  expect(await dialog.getByRole("radio").count()).toBe(2);
  expect(await readShop()).toMatchObject({ title: "Shop", revision: 2 });
  await dialog.getByRole("button", { name: "Save this choice" }).click();
  await phone.page.getByTestId("notice").getByText("Saved.").waitFor();
  expect(await readShop()).toMatchObject({
    title: "Web shop",
    settings: { url: "https://new.example/scans" },
    revision: 3,
  });
  expect([...desk.errors, ...phone.errors]).toEqual([]);
  await desk.context.close();
  await phone.context.close();
});

test("who saves an older form of a route can replace the values of somebody else", async () => {
  const { page, errors, context } = await openForm("phone, light", "#/routes/all");
  await api("PATCH", "/api/routes/all", { title: "Everything", filter: { content: "https*" } });
  await page.getByLabel("Title").fill("Tickets");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await dialog
    .getByRole("group", { name: "Title" })
    .getByRole("radio", { name: "Tickets" })
    .check();
  const content = dialog.getByRole("group", { name: "Content" });
  await content.getByRole("radio", { name: "(empty)" }).check();
  await dialog.getByRole("button", { name: "Save this choice" }).click();
  await page.getByTestId("notice").getByText("Saved.").waitFor();
  const route = await api<object>("GET", "/api/routes/all");
  expect(route).toMatchObject({ title: "Tickets", filter: {} });
  expect(errors).toEqual([]);
  await context.close();
});

test("edits of different fields of an inbox are both saved without a question", async () => {
  const { page, errors, context } = await openForm("desktop, dark", "#/inboxes/scans");
  await api("PATCH", "/api/inboxes/scans", { title: "Front desk" });
  await page.getByLabel("Days to keep").fill("365");
  await save(page);
  await page.getByTestId("notice").getByText("Saved.").waitFor();
  const { inboxes } = await api<{ inboxes: object[] }>("GET", "/api/inboxes");
  expect(inboxes).toMatchObject([{ title: "Front desk", keepDays: 365, revision: 3 }]);
  expect(errors).toEqual([]);
  await context.close();
});

test("who saves older limits of alerts is asked about the limit that somebody else changed too", async () => {
  const { page, errors, context } = await openDevice(browser, "phone, dark");
  await page.goto(`${hub.base}/#/settings/alerts`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("Limits", { exact: true }).click();
  const days = page.getByLabel("Days until a backup is old");
  await days.fill("3");
  await api("PATCH", "/api/alerts", { backupDays: 30, diskPercent: 9 });
  // The form is left and restored, and still starts from the older revision.
  await page.reload();
  await page.getByTestId("restored").waitFor();
  expect(await days.inputValue()).toBe("3");
  await page.getByRole("button", { name: "Save limits" }).click();
  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await dialog.getByRole("radio", { name: "30" }).check();
  await dialog.getByRole("button", { name: "Save this choice" }).click();
  await page.getByRole("main").getByText("The limits are saved.").waitFor();
  expect(await api("GET", "/api/alerts")).toMatchObject({
    settings: { backupDays: 30, diskPercent: 9 },
  });
  expect(errors).toEqual([]);
  await context.close();
});
