import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { morePages } from "../apps/scanner/src/more-pages.ts";
import { tabNames } from "../apps/scanner/src/screens.ts";
import { openDevice, sizes, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, startScanning, waitForResult } from "./phone.ts";

// Every screen in every look: small and large, light and dark.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "qrcode", text: "https://example.com/item/42", turn: 12 }], frames: 30 },
  ]);
  browser = await startBrowser(camera);
  const { user, password } = await api<{ user: string; password: string }>(
    "POST",
    "/api/inboxes/scans/credentials",
    { user: "storeroom" },
  );
  const contents = [
    ["04:A2:7F:1B:5E:80:00", "https://example.com/tools/drill-7"],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01", "4006381333931"],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e02", "WIFI:T:WPA;S:Workshop;P:secret;;"],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e03", `A very long text ${"that goes on ".repeat(30)}`],
  ];
  for (const [identifier, content] of contents) {
    const answer = await fetch(`${hub.base}/in/scans`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      },
      body: JSON.stringify({ identifier, content, date: "2026-05-12T14:23:01Z" }),
    });
    expect(answer.status).toBe(204);
  }
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

describe.each(sizes)("on a %s screen", (look) => {
  test("every screen of the dashboard is accessible and fits the window", async () => {
    const { page, context } = await openDevice(browser, look);
    await page.goto(hub.base);
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await inspect(page, look, "log in");
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("https://example.com/tools/drill-7").first().waitFor();
    await inspect(page, look, "scans");
    await expectToFitNarrowPhone(page, "scans");
    await page.getByText("https://example.com/tools/drill-7").first().click();
    await page.getByText("Body as received").waitFor();
    await inspect(page, look, "one scan");
    await page.getByRole("button", { name: "Delete this scan" }).click();
    await inspect(page, look, "deleting a scan");
    const parts = ["tokens", "people", "sign-on", "changes"].map((part) => `settings/${part}`);
    const lists = ["inboxes", "inboxes/scans", "tags", "registers", "routes"];
    for (const screen of [...lists, "settings", ...parts]) {
      await page.goto(`${hub.base}/#/${screen}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(page, look, screen);
      await expectToFitNarrowPhone(page, screen);
    }
    await context.close();
  });

  test("every screen of the scanner is accessible and fits the window", async () => {
    const { page, context } = await openDevice(browser, look);
    await connectPhone(page, hub, api, `look-${look}`);
    await inspect(page, look, "webhook");
    await startScanning(page, hub);
    await waitForResult(page, "accepted");
    await inspect(page, look, "scanned");
    const entry = "more/history";
    const pages = morePages.filter((page) => page !== "webhook" && page !== "history");
    for (const screen of [
      ...tabNames.filter((tab) => tab !== "qr"),
      ...pages.map((page) => `more/${page}`),
      entry,
    ]) {
      await page.goto(`${hub.base}/scan/#/${screen}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(page, look, screen);
    }
    await page.getByTestId("history-row").first().click();
    await page.getByRole("button", { name: "Send again" }).waitFor();
    await inspect(page, look, "history entry");
    await context.close();
  });

  test("the page that helps a phone trust the hub is accessible and fits the window", async () => {
    const { page, context } = await openDevice(browser, look);
    await page.goto(`${hub.base}/phone`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await inspect(page, look, "phone help");
    await context.close();
  });
});

/**
 * Expects nothing to leave a window of 320 pixels, as the smallest phones and a zoom of 400 % have
 * it (WCAG 2.2, 1.4.10).
 */
async function expectToFitNarrowPhone(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: size.height });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen} at 320 pixels: overflows sideways`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}
