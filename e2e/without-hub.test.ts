import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openDevice, saveFile } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { api, browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { pairPhone, waitForResult } from "./phone.ts";

// A phone that does not trust the certificate of the hub, so that it has no service worker and no
// cache, and the hub goes away. The tests run in this order.
useHubAndBrowser();

async function openPhone(): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const device = await openDevice(browser, "phone, light", { serviceWorker: "refused" });
  const network = await device.context.newCDPSession(device.page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  return device;
}

async function scanPicture(page: Page, text: string): Promise<void> {
  const { data, width, height } = toFrame(await drawPicture([{ symbology: "qrcode", text }]));
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Scan from a picture")
    .and(page.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await waitForResult(page, "unreachable");
  await page.getByRole("button", { name: "Back to the camera" }).click();
}

test("a tab that could not be loaded says so, offers no update, and no reload before the hub answers", async () => {
  const { context, page } = await openPhone();
  let isThere = true;
  await context.route(/\/scan\//, (route) => {
    const isPart = /ahead\.json|DocumentTab/.test(route.request().url());
    return isThere && !isPart ? route.continue() : route.abort("connectionrefused");
  });
  await context.route(/\/docs\/$/, (route) =>
    isThere ? route.fulfill({ body: "Docs" }) : route.abort("connectionrefused"),
  );
  await page.goto(`${hub.base}/scan/#/more`);
  const notice = page.getByTestId("not-loaded-ahead");
  await notice.getByText("Not loaded yet: NFC, QR, Document, 3D, More").waitFor();
  const help = page.getByRole("link", { name: "Help" });
  expect(new URL((await help.getAttribute("href"))!).pathname).toBe("/docs/");
  isThere = false;
  await page.getByTestId("tab-document").click();
  await page.getByText("does not answer. Keep this page open").waitFor();
  expect(await page.getByText("Reload").count()).toBe(0);
  expect(await page.getByText("new version").count()).toBe(0);
  await page.getByTestId("tab-more").click();
  await page.getByRole("link", { name: /History/ }).waitFor();
  expect(await help.count()).toBe(0);
  await page.getByTestId("tab-document").click();
  await page.getByText("does not answer. Keep this page open").waitFor();
  isThere = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Reload" }).waitFor();
  await context.close();
});

test("a part that is gone because the hub was updated offers the update", async () => {
  const { context, page } = await openPhone();
  await page.goto(`${hub.base}/scan/#/more`);
  await page.getByRole("link", { name: /History/ }).waitFor();
  await context.route(/\/scan\/(?:$|assets\/DocumentTab|ahead)/, (route) =>
    route.request().url().endsWith("/scan/")
      ? route.fulfill({ body: '<script type="module" src="/scan/assets/index-newer.js"></script>' })
      : route.fulfill({ status: 404 }),
  );
  await page.getByTestId("tab-document").click();
  await page.getByText("There is a newer version of the app").waitFor();
  await page.getByRole("button", { name: "Reload to update" }).waitFor();
  await context.close();
});

test("every tab opens, and scans are kept, listed and exported, once the hub is gone", async () => {
  const { page, errors } = await openPhone();
  await pairPhone(page, hub, api, "front-desk");
  await page.evaluate(() => {
    location.hash = "#/more/about";
  });
  await page.getByText("as long as this page stays open").waitFor();
  await hub.stop();
  const open = (name: string) => page.getByTestId(`tab-${name}`).click();
  await open("qr");
  for (const content of ["ONE", "TWO"]) await scanPicture(page, content);
  await open("nfc");
  await page.getByRole("heading", { level: 1, name: "NFC" }).waitFor();
  await open("document");
  await page.getByText(/^Documents that you scan are listed here/).waitFor();
  await open("3d");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByRole("heading", { name: "Draw a room" }).waitFor();
  await open("more");
  await page.getByRole("link", { name: /History/ }).click();
  await page.getByText("2 scans were not sent").waitFor();
  const { text } = await saveFile(page, page.getByRole("button", { name: /^CSV/ }));
  expect(text).toContain("ONE");
  expect(text).toContain("TWO");
  expect(errors).toEqual([]);
});
