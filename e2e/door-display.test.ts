import { formatBasic } from "@scanhook/webhook";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { openDevice, sizes, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

const password = "correct horse";
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let owner: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
let port: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  port = String(await freePort());
  hub = await startHub();
  owner = await logIn(hub);
  for (const user of ["north", "south"])
    await owner("POST", "/api/inboxes/scans/credentials", { user, password });
  await owner("POST", "/api/registers", {
    name: "gala",
    title: "Summer gala",
    kind: "check-in",
    rules: { capacity: 900 },
  });
  const text = "ticket,name,group\nT-1,Ada Lovelace,\nT-2,Grace Hopper,\nT-3,Alan Turing,\n";
  await owner("POST", "/api/registers/gala/import", { text, key: "ticket", label: "name" });
  await owner("PUT", "/api/inboxes/scans/register", { register: "gala" });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

const startHub = () => startHubProcess(folder.data, "--http-port", port, "--https-port", "0");

/** Makes a display and returns its path. */
async function addDisplay(display: object = {}): Promise<{ id: number; path: string }> {
  const made = await owner<{ id: number; link: string }>(
    "POST",
    "/api/registers/gala/displays",
    display,
  );
  return { id: made.id, path: new URL(made.link).pathname };
}

/** Scans as a phone or curl does. */
async function scan(content: string, user: string): Promise<void> {
  const response = await fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: formatBasic(user, password) },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: new Date().toISOString(),
      content,
    }),
  });
  expect([200, 409]).toContain(response.status);
}

/** Resolves once the display shows this look with this word. */
async function see(page: Page, look: string, word: string): Promise<void> {
  await expect
    .poll(async () => [
      await page.locator("#display").getAttribute("class"),
      await page.locator("#word").textContent(),
    ])
    .toEqual([look, word]);
}

test("a screen at a door turns green, then red, and names nobody", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, dark");
  await page.goto(hub.base + (await addDisplay()).path);
  await see(page, "waiting", "Ready");
  await scan("T-1", "north");
  await see(page, "yes", "IN");
  await expect.poll(() => page.locator("#inside").textContent()).toBe("1");
  expect(await page.locator("#of").textContent()).toBe("of 900 inside");
  await scan("T-1", "south");
  await see(page, "no", "ALREADY IN");
  expect(await page.getByRole("status").textContent()).toMatch(/^ALREADY IN\. south · /);
  expect(await page.content()).not.toContain("Ada");
  expect(await page.title()).toBe("Summer gala · door display");
  expect(await context.cookies()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test("a display of one door shows names where they are switched on, until the register is emptied", async () => {
  const { page, context, errors } = await openDevice(browser);
  const { path } = await addDisplay({ door: "south", names: true });
  await page.goto(hub.base + path);
  await see(page, "no", "ALREADY IN");
  await scan("T-2", "south");
  await see(page, "yes", "IN");
  await scan("T-3", "north");
  await expect.poll(() => page.locator("#inside").textContent()).toBe("3");
  expect(await page.locator("#title").textContent()).toBe("Grace Hopper");
  await owner("POST", "/api/registers/gala/empty", {});
  await expect.poll(() => page.content()).not.toContain("Grace");
  expect(errors).toEqual([]);
  await context.close();
});

test("a lost connection is said with its time, hides the verdict, and comes back by itself", async () => {
  const { page, context } = await openDevice(browser);
  await page.goto(hub.base + (await addDisplay()).path);
  await scan("T-9", "north");
  await see(page, "no", "UNKNOWN");
  await hub.stop();
  await see(page, "lost", "No connection");
  expect(await page.locator("#text").textContent()).toMatch(
    /^Since \d\d?:\d\d.*\. The counts may be old/,
  );
  await inspect(page, "phone, light", "door display lost");
  hub = await startHub();
  await see(page, "no", "UNKNOWN");
  await context.close();
});

test("a revoked link ends at once, and opens no more", async () => {
  const { page, context } = await openDevice(browser);
  const { id, path } = await addDisplay();
  await page.goto(hub.base + path);
  await scan("T-9", "north");
  await see(page, "no", "UNKNOWN");
  await owner("DELETE", `/api/registers/gala/displays/${id}`);
  await see(page, "lost", "Link ended");
  expect(await page.locator("#counts").isVisible()).toBe(false);
  await page.reload();
  await see(page, "lost", "Link ended");
  await context.close();
});

test("an owner makes a display on the dashboard, opens its link, and removes it", async () => {
  const { page, context, errors } = await openDevice(browser);
  await page.goto(`${hub.base}/#/registers/gala`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  const displays = page.getByTestId("display");
  await page
    .getByText(/^No displays yet\.$|with(out)? names/)
    .first()
    .waitFor();
  const before = await displays.count();
  await page.getByRole("button", { name: "Add a display" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Door").selectOption("north");
  await dialog.getByLabel("Show the names of guests").check();
  await inspect(page, "phone, light", "add a display");
  await dialog.getByRole("button", { name: "Add a display" }).click();
  const link = dialog.getByText(/\/door\/[\w-]{22}/);
  const path = new URL((await link.textContent())!.trim()).pathname;
  await inspect(page, "phone, light", "display ready");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => displays.count()).toBe(before + 1);
  expect(await displays.last().textContent()).toMatch(/north\s+with names/);
  const screen = await context.newPage();
  await screen.goto(hub.base + path);
  await expect.poll(() => screen.locator("#door").textContent()).toBe("north");
  await displays.last().getByRole("button", { name: "Remove the display of north" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await see(screen, "lost", "Link ended");
  await expect.poll(() => displays.count()).toBe(before);
  await inspect(page, "phone, light", "register with displays");
  expect(errors).toEqual([]);
  await context.close();
});

test.each(sizes)("the door display fits a %s screen", async (look) => {
  const { page, context, errors } = await openDevice(browser, look);
  const text = "ticket,name\nT-4,Hildegard Freifrau von Wolkenstein-Trostburg\n";
  await owner("POST", "/api/registers/gala/import", { text, key: "ticket", label: "name" });
  await page.goto(hub.base + (await addDisplay({ names: true })).path);
  await page.locator("#counts").waitFor();
  const label = page.locator("#title");
  for (const [code, user, name] of [
    ["T-4", "north", /Hildegard/],
    ["T-4", "south", /Hildegard/],
    ["T-9", "south", /^$/],
  ] as const) {
    await scan(code, user);
    await expect.poll(() => label.textContent()).toMatch(name);
    await inspect(page, look, `door display ${code} ${user}`);
  }
  if (look === "desktop") {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await inspect(page, look, "door display monitor");
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1080);
  }
  expect(errors).toEqual([]);
  await context.close();
});
