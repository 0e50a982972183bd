import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, saveFile, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { connectPhone, keepNotices, startScanning, waitForResult } from "./phone.ts";

// Scans stay on the phone, also without a network. The tests run in this order.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let context: BrowserContext;
let phone: Page;

const card = "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nTEL:+441234567\nEND:VCARD";

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "qrcode", text: card, size: 0.8 }], frames: 20 },
  ]);
  browser = await startBrowser(camera);
  ({ context, page: phone } = await openDevice(browser, "phone, light", { serviceWorker: true }));
  await keepNotices(context);
  await connectPhone(phone, hub, await logIn(hub), "front-desk");
  await startScanning(phone, hub);
  await waitForResult(phone, "accepted");
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test("a contact is shown as a contact and saved only on request", async () => {
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").filter({ hasText: "Ada Lovelace" }).click();
  await phone.getByText("+441234567").first().waitFor();
  const saved = await saveFile(phone, phone.getByRole("button", { name: "Save contact" }));
  expect(saved.name).toMatch(/\.vcf$/);
  expect(saved.text).toContain("TEL:+441234567");
});

test("the whole history is exported as CSV and as JSON", async () => {
  await phone.goto(`${hub.base}/scan/#/more/history`);
  const download = async (name: string) =>
    (await saveFile(phone, phone.getByRole("button", { name }))).text;
  const [entry] = JSON.parse(await download("Export JSON"));
  expect(JSON.stringify(entry)).toContain(JSON.stringify(card).slice(1, -1));
  expect(await download("Export CSV")).toContain(card);
});

test("without a network the app opens, scans, and says that the scan is kept and not sent", async () => {
  await phone.goto(`${hub.base}/scan/#/more/about`);
  await phone.getByText(/^Ready: this app opens without a network/).waitFor();
  await hub.stop();
  await context.setOffline(true);
  // Before the camera starts, because a code that it saw until the reload would be another scan.
  await phone.reload();
  await phone.goto(`${hub.base}/scan/#/scan-code`);
  const result = await waitForResult(phone, "unreachable");
  expect(await result.textContent()).toContain("Not sent");
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await expect.poll(() => phone.getByTestId("history-row").count()).toBe(2);
  await context.setOffline(false);
});

test("a deleted scan can be restored, and all scans can be deleted", async () => {
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").first().click();
  await phone.getByRole("button", { name: "Delete" }).click();
  await phone.getByRole("button", { name: "Undo" }).click();
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await expect.poll(() => phone.getByTestId("history-row").count()).toBe(2);
  await phone.getByRole("button", { name: "Delete all" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Delete all" }).click();
  await phone.getByText(/^No scans yet/).waitFor();
});
