import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test("the computer that runs the hub is paired as its docs say", async () => {
  const { context, page, errors } = await openDevice(browser, "desktop, light");
  await page.goto(hub.loginLink!);
  await page.getByLabel("New password").fill(ownerPassword);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto(`${hub.base}/#/inboxes/scans`);
  await page.getByRole("button", { name: "Pair a phone" }).first().click();
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Pair this device" }).click();
  const scanner = await opening;
  await scanner.getByRole("button", { name: "Pair", exact: true }).click();
  await scanner.getByText(/^Paired\./).waitFor();
  const settings = await scanner.evaluate(() => localStorage["scanhook.settings"] as string);
  expect(JSON.parse(settings).receiverUrl).toBe(`${hub.base}/in/scans`);
  await page.getByRole("dialog").getByText("Paired", { exact: true }).waitFor();
  expect(errors).toEqual([]);
});
