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
  const jobs = await scanner.evaluate(() => localStorage["scanhook.jobs"] as string);
  expect(JSON.parse(jobs).jobs[0].url).toBe(`${hub.base}/in/scans`);
  const dialog = page.getByRole("dialog", { name: "Pair a phone with “Scans”" });
  await dialog.getByText("Paired", { exact: true }).waitFor();
  await dialog.getByText("Job card of this inbox").click();
  await dialog.getByRole("img", { name: "QR code of the job card of “Scans”" }).waitFor();

  // The page stays open while users come and send, and shows both without a reload.
  await page.bringToFront();
  await page.keyboard.press("Escape");
  const status = await page.evaluate(async () => {
    const path = "/api/inboxes/scans/credentials";
    const headers = { "content-type": "application/json" };
    const added = await fetch(path, { method: "POST", headers, body: '{"user":"reader"}' });
    const { password } = await added.json();
    const scan = { identifier: "a", date: "2026-05-12T14:23:01Z", content: "from the desk" };
    const authorization = `Basic ${btoa(`reader:${password}`)}`;
    const body = JSON.stringify(scan);
    const sent = await fetch("/in/scans", {
      method: "POST",
      headers: { ...headers, authorization },
      body,
    });
    return sent.status;
  });
  expect(status).toBe(204);
  const reader = page.getByRole("listitem").filter({ hasText: "reader" });
  await reader.getByText(/last used/).waitFor();
  await page.getByText("1 scan ·").waitFor();
  expect(errors).toEqual([]);
});
