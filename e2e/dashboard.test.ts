import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  await logIn(hub);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

test("the owner changes the password; other devices have to log in again with it", async () => {
  const [laptop, phone] = [
    await openDevice(browser, "desktop, light"),
    await openDevice(browser, "phone, dark"),
  ];
  for (const { page } of [laptop, phone]) {
    await page.goto(`${hub.base}/#/settings`);
    await enter(page, ownerPassword);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  }
  const next = "staple of the horse";
  const { page } = laptop;
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not this one");
  await dialog.getByLabel("New password").fill(next);
  expect(await dialog.getByLabel("New password").getAttribute("type")).toBe("password");
  await dialog.getByLabel("Show the passwords").check();
  expect(await dialog.getByLabel("New password").getAttribute("type")).toBe("text");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByRole("alert").getByText("That is not the password; try again.").waitFor();
  await dialog.getByLabel("Current password").fill(ownerPassword);
  await page.keyboard.press("Enter");
  await page.getByText("The password is changed.").waitFor();
  expect(await dialog.count()).toBe(0);
  await page.getByRole("link", { name: "Inboxes" }).click();
  await page.getByRole("link", { name: "Manage" }).waitFor();

  await phone.page.getByRole("link", { name: "Inboxes" }).click();
  await phone.page.getByText("Your session has ended").waitFor();
  await enter(phone.page, next);
  await phone.page.getByRole("heading", { name: "Inboxes" }).waitFor();
  expect([...laptop.errors, ...phone.errors]).toEqual([]);
});
