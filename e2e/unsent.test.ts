import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { pairPhone, waitForResult } from "./phone.ts";

// A phone scans while the hub is off, and sends the scans when its owner asks for it. The tests run
// in this order.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let ports: string[];
let browser: Browser;
let phone: Page;
let errors: string[];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  // The phone finds the hub at the same address after a restart.
  ports = ["--http-port", new URL(hub.base).port, "--https-port", "0"];
  browser = await startBrowser();
  ({ page: phone, errors } = await openDevice(browser, "phone, light", { serviceWorker: true }));
  await pairPhone(phone, hub, await logIn(hub), "front-desk");
  // Without the hub, the phone opens only what the service worker has stored.
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function scanPicture(text: string, kind = "unreachable"): Promise<void> {
  const { data, width, height } = toFrame(await drawPicture([{ symbology: "qrcode", text }]));
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await phone
    .getByLabel("Scan from a picture")
    .and(phone.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  const card = await waitForResult(phone, kind);
  expect(await card.textContent()).toContain(text);
  await phone.getByRole("button", { name: "Back to the camera" }).click();
}

const listContents = async () => {
  const api = await logIn(hub);
  const { scans } = await api<{ scans: { content: string; identifier: string }[] }>(
    "GET",
    "/api/scans",
  );
  return scans.map(({ content }) => content).reverse();
};
const openHistory = () => phone.goto(`${hub.base}/scan/#/more/history`);
const unsent = () => phone.getByTestId("unsent");

test("scans that were not sent are counted on the tab and found in the history", async () => {
  await scanPicture("BEFORE", "accepted");
  await hub.stop();
  for (const content of ["ONE", "TWO", "THREE"]) await scanPicture(content);
  await expect.poll(() => phone.getByTestId("unsent-count").textContent()).toMatch(/^\s*3\b/);
  await phone.getByTestId("tab-more").click();
  await phone.getByRole("link", { name: /History/ }).click();
  await unsent().getByText("3 scans were not sent").waitFor();
  await expect.poll(() => phone.getByTestId("history-row").count()).toBe(4);
  await phone.getByRole("button", { name: "3 not sent" }).click();
  await expect.poll(() => phone.getByTestId("history-row").count()).toBe(3);
});

test("sending them stops at the first that cannot reach the receiver", async () => {
  await unsent().getByRole("button", { name: "Send all 3" }).click();
  await unsent().getByText("Stopped: 0 scans sent, 3 still not sent.").waitFor();
});

test("when the hub is back, one tap sends them in their order, and they arrive once", async () => {
  hub = await startHubProcess(folder.data, ...ports);
  await unsent().getByRole("button", { name: "Send all 3" }).click();
  await unsent().getByText("3 scans sent.").waitFor();
  expect(await listContents()).toEqual(["BEFORE", "ONE", "TWO", "THREE"]);
  await expect.poll(() => phone.getByTestId("unsent-count").count()).toBe(0);
  await openHistory();
  await expect
    .poll(() => phone.getByTestId("history-row").filter({ hasText: "Sent" }).count())
    .toBe(4);
});

test("a scan whose response never came is marked, and the hub stores it once", async () => {
  await phone.goto(`${hub.base}/scan/#/qr`);
  // The hub gets the scan, and the connection ends before its response.
  await phone.route("**/in/scans", async (route) => {
    const response = await route.fetch();
    await (response.status() === 401
      ? route.fulfill({ response })
      : route.abort("connectionreset"));
  });
  await scanPicture("TWICE");
  await phone.unroute("**/in/scans");
  await openHistory();
  await unsent().getByText("may arrive twice").waitFor();
  await phone.getByTestId("history-row").filter({ hasText: "may have arrived" }).waitFor();
  await unsent().getByRole("button", { name: "Send it now" }).click();
  await unsent().getByText("1 scan sent.").waitFor();
  expect((await listContents()).filter((content) => content === "TWICE")).toEqual(["TWICE"]);
});

test("sending can be stopped", async () => {
  await phone.goto(`${hub.base}/scan/#/qr`);
  await hub.stop();
  for (const content of ["FOUR", "FIVE"]) await scanPicture(content);
  hub = await startHubProcess(folder.data, ...ports);
  await openHistory();
  const { promise: isSending, resolve: send } = Promise.withResolvers<void>();
  const { promise: wasStopped, resolve: goOn } = Promise.withResolvers<void>();
  await phone.route("**/in/scans", async (route) => {
    send();
    await wasStopped;
    await route.continue();
  });
  await unsent().getByRole("button", { name: "Send all 2" }).click();
  await isSending;
  await unsent().getByText("Sending 1 of 2 …").waitFor();
  await unsent().getByRole("button", { name: "Stop" }).click();
  goOn();
  await unsent().getByText("Stopped: 1 scan sent, 1 still not sent.").waitFor();
  expect(await listContents()).toContain("FOUR");
  expect(await listContents()).not.toContain("FIVE");
  expect(errors).toEqual([]);
});
