import type { Browser } from "playwright";
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
  await logIn(hub);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test.each(Object.keys(looks) as Look[])(
  "the page of the API is readable without a log-in, on a %s screen",
  async (look) => {
    const { page, context, errors } = await openDevice(browser, look);
    await page.goto(`${hub.base}/api/`);
    await page.getByRole("link", { name: "Scans", exact: true }).click();
    await inspect(page, look, "API");
    await page.locator("#post-api-routes summary").click();
    await page.locator("#post-api-routes").getByText('"destination":').waitFor();

    await inspect(page, look, "API endpoint");
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    await inspect(page, look, "API with everything open");
    expect(errors).toEqual([]);
    await context.close();
  },
);

test("the settings of the dashboard lead to the page of the API", async () => {
  const { page, context } = await openDevice(browser, "desktop, light");
  await page.goto(`${hub.base}/#/settings`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "HTTP API" }).click();
  await page.waitForURL(`${hub.base}/api/`);
  await page.getByRole("heading", { name: "HTTP API" }).waitFor();
  await context.close();
});
