import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
/** The owner's, as it is now. */
let password = ownerPassword;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  const api = await logIn(hub);
  await api("PATCH", "/api/inboxes/scans", { open: true });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function enter(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

test("a hub that brings its docs leads to them, and they need neither log-in nor internet", async () => {
  const { page, errors } = await openDevice(browser, "desktop, light");
  await page.goto(`${hub.base}/#/settings`);
  await enter(page);
  await page.getByRole("navigation").getByRole("link", { name: "Docs" }).click();
  await page.waitForURL(`${hub.base}/docs/`);
  const { page: stranger, context } = await openDevice(browser, "phone, dark");
  const asked: string[] = [];
  stranger.on("request", (request) => asked.push(request.url()));
  await stranger.goto(`${hub.base}/docs/`);
  await stranger.getByRole("link", { name: "Get started" }).click();
  await stranger.getByRole("button", { name: "Menu" }).waitFor();
  expect((await stranger.goto(`${hub.base}/docs/no-such-page`))?.status()).toBe(404);
  await stranger.getByRole("heading", { name: "There is no page at this address" }).waitFor();
  expect(asked.filter((url) => !url.startsWith(`${hub.base}/docs/`))).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
  await context.close();
});

test("the owner changes the password; other devices have to log in again with it", async () => {
  const [laptop, phone] = [
    await openDevice(browser, "desktop, light"),
    await openDevice(browser, "phone, dark"),
  ];
  for (const { page } of [laptop, phone]) {
    await page.goto(`${hub.base}/#/settings`);
    await enter(page);
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
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("link", { name: "Inboxes" }).click();
  await page.getByRole("link", { name: "Manage" }).waitFor();

  await phone.page.getByRole("link", { name: "Inboxes" }).click();
  await phone.page.getByText("Your session has ended").waitFor();
  password = next;
  await enter(phone.page);
  await phone.page.getByRole("heading", { name: "Inboxes" }).waitFor();
  expect([...laptop.errors, ...phone.errors]).toEqual([]);
});

test("a scan that comes again is counted in its row and its page while somebody looks", async () => {
  const { page, errors } = await openDevice(browser, "phone, light");
  await page.goto(hub.base);
  await enter(page);
  await page.getByText("Live", { exact: true }).first().waitFor();
  const send = async () => {
    const answer = await fetch(`${hub.base}/in/scans`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        identifier: "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
        date: "2026-05-12T14:23:01Z",
        content: "TICKET-0001",
      }),
    });
    expect(answer.status).toBe(204);
  };
  await send();
  const row = page.getByTestId("scan-row").filter({ hasText: "TICKET-0001" });
  await row.waitFor();
  expect(await row.getByText("sent").count()).toBe(0);
  await send();
  await row.getByText("sent 2×").waitFor();
  await row.click();
  await page.getByText("2 times; stored once").waitFor();
  await send();
  await page.getByText("3 times; stored once").waitFor();
  expect(errors).toEqual([]);
});

test("a scan that should not be there is deleted, and is gone from every dashboard; an audit trail keeps its own", async () => {
  const send = async (content: string, inbox = "scans") => {
    const answer = await fetch(`${hub.base}/in/${inbox}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        identifier: crypto.randomUUID(),
        date: "2026-05-12T14:23:01Z",
        content,
      }),
    });
    expect(answer.status).toBe(204);
  };
  await send("kept before");
  await send("my secret password");
  await send("kept after");
  const [laptop, phone] = [
    await openDevice(browser, "desktop, light"),
    await openDevice(browser, "phone, dark"),
  ];
  const row = (page: Page, content: string) =>
    page.getByTestId("scan-row").filter({ hasText: content });
  for (const { page } of [laptop, phone]) {
    await page.goto(hub.base);
    await enter(page);
    await row(page, "my secret password").click();
    await page.getByTestId("scan-content").waitFor();
  }
  await laptop.page.getByRole("button", { name: "Delete this scan" }).click();
  const dialog = laptop.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await laptop.page.getByRole("button", { name: "Delete this scan" }).click();
  await dialog.getByRole("button", { name: "Delete scan" }).click();
  for (const { page, errors } of [laptop, phone]) {
    await row(page, "my secret password").waitFor({ state: "detached" });
    await page.getByTestId("scan-content").waitFor({ state: "detached" });
    await row(page, "kept after").waitFor();
    await row(page, "kept before").waitFor();
    expect(errors).toEqual([]);
  }
  // Where one goes on with the keyboard.
  const focused = () => laptop.page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(focused).toContain("kept before");
  await phone.context.close();

  const { page } = laptop;
  const asked = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "door", open: true, audit: true });
    return (await fetch("/api/inboxes", { method: "POST", headers, body })).status;
  });
  expect(asked).toBe(201);
  await send("for good", "door");
  await page.reload();
  await row(page, "for good").click();
  await page.getByText("part of an audit trail, so it cannot be deleted").waitFor();
  expect(await page.getByRole("button", { name: "Delete this scan" }).count()).toBe(0);
  // What the heads of the trail go into takes nothing from a phone.
  await page.goto(`${hub.base}/#/inboxes/audit-heads`);
  await page.getByText("For the hub alone").waitFor();
  expect(await page.getByRole("button", { name: "Pair a phone" }).count()).toBe(0);
  expect(laptop.errors).toEqual([]);
});

test("an inbox is told how long to keep its scans, and an audit trail keeps them for good", async () => {
  const { page, errors } = await openDevice(browser, "desktop, dark");
  await page.goto(`${hub.base}/#/inboxes/scans`);
  await enter(page);
  await page.getByLabel("At most days").fill("30");
  await page.getByLabel("At most scans").fill("1000");
  const keeping = page.locator("section").filter({ hasText: "How long scans stay" });
  await keeping.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => keeping.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByLabel("At most days").inputValue()).toBe("30");
  await page.getByLabel("At most days").fill("");
  await keeping.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => keeping.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByLabel("At most scans").inputValue()).toBe("1000");
  expect(await page.getByLabel("At most days").inputValue()).toBe("");

  const trail = page.getByRole("switch", { name: "Audit trail" });
  await trail.click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep a trail" }).click();
  await page.getByText("Scans of an inbox with an audit trail are never deleted.").waitFor();
  await trail.click();
  await keeping.getByRole("alert").waitFor();
  expect(await trail.getAttribute("aria-checked")).toBe("true");
  expect(errors).toEqual([]);
});
