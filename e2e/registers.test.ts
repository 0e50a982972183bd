import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;

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

async function openDashboard(page: Page, hash: string): Promise<void> {
  await page.goto(`${hub.base}/${hash}`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

test("an owner pastes a spreadsheet, sees the door let guests in, and takes one back", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("heading", { name: "No registers yet" }).waitFor();
  await page.getByRole("button", { name: "Add a register" }).click();
  await page.getByLabel("Name").fill("gala");
  await page.getByLabel("Inbox of the doors").selectOption("scans");
  await page.getByLabel("How many may be inside").fill("1");
  await page.getByRole("button", { name: "Add the register" }).click();

  await page.getByRole("button", { name: "Import guests" }).click();
  await page
    .getByLabel("The list")
    .fill("name\tticket\nAda Lovelace\tT-0001\nGrace Hopper\tT-0002");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("2 new, 0 changed, 0 the same, 0 in conflict.").waitFor();
  await page.getByText("Somebody could find 2 of the codes by trying.").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const guest = (name: string) => page.getByTestId("guest").filter({ hasText: name });
  await guest("Grace Hopper").waitFor();

  const scanned = await fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier: "1", date: "2026-05-12T14:00:00Z", content: "T-0001" }),
  });
  expect(scanned.status).toBe(200);
  const movements = page.getByTestId("movement");
  await movements.filter({ hasText: "Ada Lovelace" }).waitFor();
  const inside = page.getByTestId("inside");
  await expect.poll(() => inside.textContent()).toBe("1");

  await guest("Grace Hopper").getByRole("button", { name: "Check in" }).click();
  await page.getByRole("alert").waitFor();
  await guest("Grace Hopper").getByRole("button", { name: "Let in anyway" }).click();
  await expect.poll(() => inside.textContent()).toBe("2");
  await page.getByRole("button", { name: "Undo Ada Lovelace" }).click();
  await expect.poll(() => inside.textContent()).toBe("1");

  await page.getByLabel("Search guests").fill("T-0002");
  await expect.poll(() => page.getByTestId("guest").count()).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test.each(Object.keys(looks) as Look[])(
  "the screens of registers fit a %s screen",
  async (look) => {
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/registers");
    await page.getByRole("link", { name: "gala" }).waitFor();
    await inspect(page, look, "registers");
    await page.getByRole("link", { name: "gala" }).click();
    await page.getByTestId("guest").first().waitFor();
    await inspect(page, look, "register");
    await page.getByRole("button", { name: "Import guests" }).click();
    await page.getByLabel("The list").fill("name\tticket\nAda Lovelace\tT-0001");
    await page.getByLabel("Column with the code").waitFor();
    await inspect(page, look, "import guests");
    expect(errors).toEqual([]);
    await context.close();
  },
);
