import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { makeDataFolder, ownerPassword, type RunningHub, startUsualHub } from "./hub.ts";

// One story from the first start to the stored scan. The tests run in this order.
describe("from a fresh start to the first scan", () => {
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let hub: RunningHub;
  let browser: Browser;
  let dashboard: Page;
  let phone: Page;
  let pairLink: string;
  const errors: string[][] = [];

  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startUsualHub(folder.data);
    const camera = await writeVideo(join(folder.data, "camera.y4m"), [
      {
        codes: [{ symbology: "qrcode", text: "https://example.com/t/ABC123?x=1", turn: 17 }],
        frames: 30,
      },
    ]);
    browser = await startBrowser(camera);
  });

  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });

  test("the link in the terminal opens the dashboard once and asks for a password", async () => {
    const device = await openDevice(browser, "desktop, light");
    errors.push(device.errors);
    dashboard = device.page;
    await dashboard.goto(hub.loginLink!);
    await dashboard.getByLabel("New password").fill(ownerPassword);
    await dashboard.getByRole("button", { name: "Set password and log in" }).click();
    await dashboard.getByRole("heading", { name: "Waiting for a scan" }).waitFor();

    const other = await openDevice(browser, "desktop, light");
    await other.page.goto(hub.loginLink!);
    await other.page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await other.context.close();
  });

  test("the dashboard shows a link that pairs a phone", async () => {
    await dashboard.getByRole("button", { name: "Pair a phone" }).first().click();
    const dialog = dashboard.getByRole("dialog");
    await dialog.getByRole("img").waitFor();
    const link = await dialog
      .getByText(/\/#?.*pair\?code=/)
      .first()
      .textContent();
    expect(link).toMatch(/^https?:\/\/\S+#\/pair\?code=[\w-]{20,}$/);
    pairLink = link!.trim();
  });

  test("the phone asks before it pairs, and removes the code from the address bar", async () => {
    const device = await openDevice(browser, "phone, light");
    errors.push(device.errors);
    phone = device.page;
    await phone.goto(`${hub.base}/scan/${new URL(pairLink).hash}`);
    await phone.getByRole("heading", { name: "Pair with this hub" }).waitFor();
    expect(phone.url()).not.toContain("code=");
    await phone.getByRole("button", { name: "Pair", exact: true }).click();
    await phone.getByText(/^Paired\./).waitFor();
  });

  test("a code in front of the camera is sent, and the dashboard shows it without a reload", async () => {
    const start = phone.getByRole("button", { name: "Start camera" });
    const result = phone.getByTestId("result-kind").first();
    await start.or(result).first().waitFor();
    if (await start.isVisible()) await start.click();
    await result.and(phone.locator('[data-kind="accepted"]')).waitFor();
    await dashboard.getByText("https://example.com/t/ABC123?x=1").first().waitFor();
  });

  test("the phone stores the password nowhere in plain text", async () => {
    const storedText = await phone.evaluate(async () => {
      const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
      for (const { name } of await indexedDB.databases()) {
        const opening = indexedDB.open(name!);
        await new Promise((resolve) => {
          opening.onsuccess = resolve;
        });
        const database = opening.result;
        for (const store of database.objectStoreNames) {
          const request = database.transaction(store).objectStore(store).getAll();
          await new Promise((resolve) => {
            request.onsuccess = resolve;
          });
          found.push(
            JSON.stringify(request.result, (_, value) => {
              if (value instanceof CryptoKey) return `key, extractable: ${value.extractable}`;
              return value instanceof ArrayBuffer ? "bytes" : value;
            }),
          );
        }
        database.close();
      }
      return found.join("\n");
    });
    expect(storedText).toContain("key, extractable: false");
    expect(storedText).not.toMatch(/password"\s*:\s*"\w/);
  });

  test("after a restart the owner is still logged in, and others need the password", async () => {
    await hub.stop();
    hub = await startUsualHub(folder.data);
    expect(hub.loginLink).toBeUndefined();
    await dashboard.goto(hub.base);
    await dashboard.getByText("https://example.com/t/ABC123?x=1").first().waitFor();

    const { page } = await openDevice(browser, "desktop, light");
    await page.goto(hub.base);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("https://example.com/t/ABC123?x=1").first().waitFor();
  });

  test("no page violated its content security policy or threw an error", () => {
    expect(errors.flat()).toEqual([]);
  });
});
