import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
// The hub serves the built docs: `npm test` builds them for tests that import this.
import "../scripts/build-site.ts";
import { openDevice } from "./browser.ts";
import { ownerPassword } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { browser, hub, logInOnPage as logInWith, useOwner } from "./owner.ts";

/** The current password of the owner. */
let password = ownerPassword;

useOwner();

const logInOnPage = (page: Page) => logInWith(page, password);

async function sendScan(content: string, inbox = "scans"): Promise<void> {
  const response = await fetch(`${hub.base}/in/${inbox}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content,
    }),
  });
  expect(response.status).toBe(204);
}

test("a hub with docs links to them, and they need neither log-in nor internet", async () => {
  const { page, errors } = await openDevice(browser, "desktop, light");
  await page.goto(`${hub.base}/#/settings`);
  await logInOnPage(page);
  await page.getByRole("navigation").getByRole("link", { name: "Docs" }).click();
  await page.waitForURL(`${hub.base}/docs/`);
  await page.goto(`${hub.base}/#/settings`);
  await page.getByRole("link", { name: "HTTP API" }).click();
  await page.waitForURL(`${hub.base}/docs/reference/http-api/`);
  await page.getByRole("heading", { name: "HTTP API", level: 1 }).waitFor();
  const { page: stranger, context } = await openDevice(browser, "phone, dark");
  const requestedUrls: string[] = [];
  stranger.on("request", (request) => requestedUrls.push(request.url()));
  await stranger.goto(`${hub.base}/docs/`);
  await stranger.getByRole("link", { name: "Get started" }).click();
  await stranger.getByRole("button", { name: "Menu" }).waitFor();
  expect((await stranger.goto(`${hub.base}/docs/no-such-page`))?.status()).toBe(404);
  await stranger.getByRole("heading", { name: "There is no page at this address" }).waitFor();
  expect(requestedUrls.filter((url) => !url.startsWith(`${hub.base}/docs/`))).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
  await context.close();
});

test("after the owner changes the password, other devices have to log in with the new one", async () => {
  const [laptop, phone] = [
    await openDevice(browser, "desktop, light"),
    await openDevice(browser, "phone, dark"),
  ];
  for (const { page } of [laptop, phone]) {
    await page.goto(`${hub.base}/#/settings`);
    await logInOnPage(page);
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
  await dialog.getByRole("alert").getByText("The password is wrong; try again.").waitFor();
  await dialog.getByLabel("Current password").fill(ownerPassword);
  await page.keyboard.press("Enter");
  await page.getByText("The password was changed.").waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("link", { name: "Inboxes" }).click();
  await page.getByRole("link", { name: "Manage" }).waitFor();

  // The live view may tell the phone first, and then there is no link to press.
  const ended = phone.page.getByText("Your session has ended");
  const inboxes = phone.page.getByRole("link", { name: "Inboxes" });
  await Promise.any([ended.waitFor(), inboxes.click().then(() => ended.waitFor())]);
  password = next;
  await logInOnPage(phone.page);
  await inboxes.click();
  await phone.page.getByRole("heading", { name: "Inboxes" }).waitFor();
  expect([...laptop.errors, ...phone.errors]).toEqual([]);
});

test("the row and the page of a scan count its repeats live", async () => {
  const { page, errors } = await openDevice(browser, "phone, light");
  await page.goto(hub.base);
  await logInOnPage(page);
  await page.getByText("Live", { exact: true }).first().waitFor();
  const sendTicket = async () => {
    const response = await fetch(`${hub.base}/in/scans`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        identifier: "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
        date: "2026-05-12T14:23:01Z",
        content: "TICKET-0001",
      }),
    });
    expect(response.status).toBe(204);
  };
  await sendTicket();
  const locateRow = page.getByTestId("scan-row").filter({ hasText: "TICKET-0001" });
  await locateRow.waitFor();
  expect(await locateRow.getByText("sent").count()).toBe(0);
  await sendTicket();
  await locateRow.getByText("received 2×").waitFor();
  await locateRow.click();
  await page.getByText("Received 2 times, stored once").waitFor();
  await sendTicket();
  await page.getByText("Received 3 times, stored once").waitFor();
  expect(errors).toEqual([]);
});

test("a deleted scan disappears from every dashboard, and a scan of an audit trail cannot be deleted", async () => {
  await sendScan("kept before");
  await sendScan("my secret password");
  await sendScan("kept after");
  const [laptop, phone] = [
    await openDevice(browser, "desktop, light"),
    await openDevice(browser, "phone, dark"),
  ];
  const locateRow = (page: Page, content: string) =>
    page.getByTestId("scan-row").filter({ hasText: content });
  for (const { page } of [laptop, phone]) {
    await page.goto(hub.base);
    await logInOnPage(page);
    await locateRow(page, "my secret password").click();
    await page.getByTestId("scan-content").waitFor();
  }
  await laptop.page.getByRole("button", { name: "Delete this scan" }).click();
  const dialog = laptop.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await laptop.page.getByRole("button", { name: "Delete this scan" }).click();
  await dialog.getByRole("button", { name: "Delete scan" }).click();
  for (const { page, errors } of [laptop, phone]) {
    await locateRow(page, "my secret password").waitFor({ state: "detached" });
    await page.getByTestId("scan-content").waitFor({ state: "detached" });
    await locateRow(page, "kept after").waitFor();
    await locateRow(page, "kept before").waitFor();
    expect(errors).toEqual([]);
  }
  // The focus has to be where the keyboard continues.
  const readFocusedText = () =>
    laptop.page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(readFocusedText).toContain("kept before");

  // The deletion can be undone, with the keyboard too, and then the scan is back on every page.
  const undo = laptop.page.getByTestId("undo-deletion");
  await undo.getByText("1 scan was deleted.").waitFor();
  await laptop.page.keyboard.press("Control+z");
  for (const { page } of [laptop, phone]) await locateRow(page, "my secret password").waitFor();
  await undo.waitFor({ state: "detached" });
  await locateRow(laptop.page, "my secret password").click();
  await laptop.page.getByRole("button", { name: "Delete this scan" }).click();
  await dialog.getByRole("button", { name: "Delete scan" }).click();
  await undo.getByRole("button", { name: "Delete for good" }).click();
  await undo.waitFor({ state: "detached" });
  for (const { page } of [laptop, phone]) {
    await locateRow(page, "my secret password").waitFor({ state: "detached" });
  }
  await phone.context.close();

  const { page } = laptop;
  const creationStatus = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "door", open: true, audit: true });
    return (await fetch("/api/inboxes", { method: "POST", headers, body })).status;
  });
  expect(creationStatus).toBe(201);
  await sendScan("for good", "door");
  await page.reload();
  await locateRow(page, "for good").click();
  await page.getByText("part of an audit trail, so it cannot be deleted").waitFor();
  expect(await page.getByRole("button", { name: "Delete this scan" }).count()).toBe(0);
  // The inbox for the heads of the trail takes no scans from a phone.
  await page.goto(`${hub.base}/#/inboxes/audit-heads`);
  await page.getByText("only the hub writes to it").waitFor();
  expect(await page.getByRole("button", { name: "Pair a phone" }).count()).toBe(0);
  expect(laptop.errors).toEqual([]);
});

test("the owner selects many scans, exports and deletes them, and brings them back", async () => {
  const inbox = "bulk";
  const look = "phone, light";
  const { page, errors, context } = await openDevice(browser, look);
  await page.goto(`${hub.base}/#/?inbox=${inbox}`);
  await logInOnPage(page);
  await page.getByRole("heading", { name: "Scans", exact: true }).waitFor();
  const creationStatus = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "bulk", open: true });
    return (await fetch("/api/inboxes", { method: "POST", headers, body })).status;
  });
  expect(creationStatus).toBe(201);
  // More than a page of the list has.
  for (let n = 1; n <= 60; n++) {
    const scan = {
      identifier: crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content: n === 60 ? "photo\u202egpj.exe" : `box ${n}`,
    };
    await fetch(`${hub.base}/in/${inbox}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(scan),
    });
  }
  const rows = page.getByTestId("scan-row");
  await rows.filter({ hasText: "photo‹RLO›gpj.exe" }).waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByTestId("bulk");
  await page.getByLabel("Select box 58").click();
  await page.getByLabel("Select box 55").click({ modifiers: ["Shift"] });
  await bar.getByText("4 scans are selected.").waitFor();
  await inspect(page, look, "scans selected");
  await bar.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "JSON Lines, for programs" }).click(),
  ]);
  const exported = await readFile(await download.path(), "utf8");
  expect(exported.trimEnd().split("\n")).toHaveLength(4);
  await page.keyboard.press("Escape");

  await bar.getByRole("button", { name: "All that match" }).click();
  await bar.getByText("60 scans are selected.").waitFor();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 60 scans" }).click();
  await rows.first().waitFor({ state: "detached" });
  const undo = page.getByTestId("undo-deletion");
  await undo.getByText("60 scans were deleted.").waitFor();
  await inspect(page, look, "scans deleted");
  await undo.getByRole("button", { name: "Undo" }).click();
  await rows.filter({ hasText: "box 59" }).waitFor();
  await undo.waitFor({ state: "detached" });
  await page.reload();
  await rows.filter({ hasText: "box 30" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the owner sets how long an inbox keeps its scans, and an audit trail keeps them forever", async () => {
  const { page, errors } = await openDevice(browser, "desktop, dark");
  await page.goto(`${hub.base}/#/inboxes/scans`);
  await logInOnPage(page);
  await page.getByLabel("Days to keep").fill("30");
  await page.getByLabel("Scans to keep").fill("1000");
  const retention = page.locator("section").filter({ hasText: "How long scans are kept" });
  await retention.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => retention.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByLabel("Days to keep").inputValue()).toBe("30");
  await page.getByLabel("Days to keep").fill("");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => retention.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByLabel("Scans to keep").inputValue()).toBe("1000");
  expect(await page.getByLabel("Days to keep").inputValue()).toBe("");

  for (const content of ["shelf 1", "shelf 2", "shelf 3"]) await sendScan(content);
  // Limits that delete scans say how many, and change nothing until the owner agrees.
  const getJson = <T>(path: string): Promise<T> =>
    page.evaluate(async (url) => (await fetch(url)).json(), path);
  const { scans } = await getJson<{ scans: unknown[] }>("/api/scans?inbox=scans");
  const expiringCount = scans.length - 1;
  const findLimit = async () => {
    const { inboxes } = await getJson<{ inboxes: { name: string; keepScans?: number }[] }>(
      "/api/inboxes",
    );
    return inboxes.find(({ name }) => name === "scans")?.keepScans;
  };
  await page.getByLabel("Scans to keep").fill("1");
  await retention.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${expiringCount} scans?` });
  await dialog.getByText(`deletes ${expiringCount} scans of this inbox`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await findLimit()).toBe(1000);
  await retention.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: `Save and delete ${expiringCount} scans` }).click();
  await expect.poll(findLimit).toBe(1);

  const trail = page.getByRole("switch", { name: "Audit trail" });
  await trail.click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep a trail" }).click();
  await page.getByText("Scans of an inbox with an audit trail are never deleted.").waitFor();
  await trail.click();
  await retention.getByRole("alert").waitFor();
  expect(await trail.getAttribute("aria-checked")).toBe("true");
  expect(errors).toEqual([]);
});
