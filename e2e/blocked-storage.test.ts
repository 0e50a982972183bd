import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { ownerPassword } from "./hub.ts";
import { api, browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { waitForResult } from "./phone.ts";

// Browsers that store nothing for a page, as in some private windows or with cookies blocked.
useHubAndBrowser();

/** Makes IndexedDB fail as it does in browsers that forbid storing. */
const blockDatabase = (context: BrowserContext) =>
  context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  });

/** Makes BroadcastChannel throw, as in a Firefox that blocks site data. */
const blockChannels = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    } as unknown as typeof BroadcastChannel;
  });

async function scanPicture(page: Page, text: string): Promise<void> {
  const { data, width, height } = toFrame(await drawPicture([{ symbology: "qrcode", text }]));
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Scan from a picture")
    .and(page.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
}

test("pairing without storage uses up no code and creates no user", async () => {
  const { link } = await api<{ link: string }>("POST", "/api/inboxes/scans/pair", {});
  const address = `${hub.base}/scan/${new URL(link).hash}`;
  const blocked = await openDevice(browser);
  await blockDatabase(blocked.context);
  await blocked.page.goto(address);
  await blocked.page.getByTestId("pair").click();
  await blocked.page.getByText(/the pairing code was not used/).waitFor();
  type Inboxes = { inboxes: { credentials: unknown[] }[] };
  const listUsers = async () =>
    (await api<Inboxes>("GET", "/api/inboxes")).inboxes.flatMap(({ credentials }) => credentials);
  expect(await listUsers()).toEqual([]);
  await blocked.context.close();

  const other = await openDevice(browser);
  await other.page.goto(address);
  await other.page.getByTestId("pair").click();
  await other.page.getByText(/^Paired\./).waitFor();
  expect(await listUsers()).toHaveLength(1);
  await other.context.close();
});

test("a scan that cannot be stored is not said to be kept", async () => {
  const { context, page, errors } = await openDevice(browser);
  await blockDatabase(context);
  await page.goto(`${hub.base}/scan/#/qr`);
  await scanPicture(page, "LOST-1");
  const result = await waitForResult(page, "not-configured");
  expect(await result.textContent()).toContain("Not sent");
  expect(await result.textContent()).toContain("Not in the history");
  expect(await result.textContent()).not.toContain("Kept");
  expect(errors).toEqual([]);
  await context.close();
});

test("the history works where windows cannot notify each other", async () => {
  const { context, page, errors } = await openDevice(browser);
  await blockChannels(context);
  await page.goto(`${hub.base}/scan/#/qr`);
  await scanPicture(page, "KEPT-1");
  expect(await (await waitForResult(page, "not-configured")).textContent()).toContain("Kept");
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByTestId("history-row").filter({ hasText: "KEPT-1" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the log-in says that it needs cookies where the browser blocks them", async () => {
  const { context, page } = await openDevice(browser, "desktop, light");
  // The response of the hub, without the cookie.
  await context.route("**/api/session", async (route) => {
    const request = route.request();
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: { "content-type": "application/json", origin: hub.base },
      body: request.postData(),
    });
    await route.fulfill({ status: response.status, json: await response.json() });
  });
  await page.goto(hub.base);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText(/does not keep the cookie/).waitFor();
  expect(await page.getByText("Your session has ended").count()).toBe(0);
  await context.close();
});

test("a first visit does not offer an update where the new worker already is the controller", async () => {
  const { context, page } = await openDevice(browser, "phone, light", { serviceWorker: true });
  // WebKit shows the first worker as the controller before it is active.
  await context.addInitScript(() => {
    const container = ServiceWorkerContainer.prototype;
    const { register } = container;
    container.register = function (this: ServiceWorkerContainer, ...args) {
      Object.defineProperty(container, "controller", { get: () => ({}) });
      return register.apply(this, args);
    };
  });
  await page.goto(`${hub.base}/scan/#/more/about`);
  await page.getByText(/^Ready: this app opens without a network/).waitFor();
  expect(await page.getByRole("button", { name: "Reload to update" }).count()).toBe(0);
  await context.close();
});
