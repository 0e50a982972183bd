import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { pairPhone, waitForResult } from "./phone.ts";

// A code that no camera can read. The tests run in this order.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let api: Awaited<ReturnType<typeof logIn>>;
let phone: Page;
let errors: string[];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser();
  ({ page: phone, errors } = await openDevice(browser));
  await pairPhone(phone, hub, api, "front-desk");
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function typeCode(content: string): Promise<void> {
  await phone.getByRole("button", { name: "Type a code" }).click();
  await phone.getByLabel("The text or number of the code").fill(content);
  await phone.keyboard.press("Enter");
}

const listScans = async () =>
  (await api<{ scans: { content: string; identifier: string }[] }>("GET", "/api/scans")).scans;

test("a typed code is sent like a scanned one, each time with a new UUID", async () => {
  for (let time = 0; time < 2; time += 1) {
    await typeCode(" 4006381333931 ");
    await waitForResult(phone, "accepted");
    await phone.getByRole("button", { name: "Back to the camera" }).click();
  }
  const scans = await listScans();
  expect(scans.map(({ content }) => content)).toEqual(["4006381333931", "4006381333931"]);
  const [identifier, other] = scans.map((scan) => scan.identifier);
  expect(identifier).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(other).not.toBe(identifier);
});

test("a typed code is kept and not sent while codes are switched off", async () => {
  await phone.goto(`${hub.base}/scan/#/more/webhook`);
  await phone.getByRole("switch", { name: "QR and barcode scans" }).click();
  await phone.goto(`${hub.base}/scan/#/qr`);
  await typeCode("OFF-1");
  await waitForResult(phone, "off");
  expect((await listScans()).map(({ content }) => content)).not.toContain("OFF-1");
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").filter({ hasText: "OFF-1" }).waitFor();
  expect(errors).toEqual([]);
});

test("the camera scans nothing while a code is typed", async () => {
  const shown = (text: string) => ({ codes: [{ symbology: "qrcode" as const, text }], frames: 30 });
  const nobody = { codes: [], frames: 45 };
  const shots = [shown("SEEN-1"), nobody, shown("SEEN-2"), nobody];
  const queue = await startBrowser(await writeVideo(join(folder.data, "queue.y4m"), shots));
  const { page, context } = await openDevice(queue);
  await page.goto(`${hub.base}/scan/#/more/settings`);
  await page.getByRole("switch", { name: "Keep scanning" }).click();
  await pairPhone(page, hub, api, "storeroom");
  await expect.poll(async () => (await listScans())[0]?.content).toMatch(/^SEEN/);
  const countFrames = () =>
    page.evaluate(
      () => document.querySelector("video")!.getVideoPlaybackQuality().totalVideoFrames,
    );
  await page.getByRole("button", { name: "Type a code" }).click();
  await page.getByLabel("The text or number of the code").fill("TYPED");
  const framesBefore = await countFrames();
  // A scan from before is stored by then.
  await expect.poll(countFrames).toBeGreaterThan(framesBefore + 30);
  const scansBefore = (await listScans()).length;
  await expect.poll(countFrames).toBeGreaterThan(framesBefore + 180);
  expect(await page.getByLabel("The text or number of the code").inputValue()).toBe("TYPED");
  expect(await listScans()).toHaveLength(scansBefore);
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await listScans()).map(({ content }) => content))
    .toContain("TYPED");
  await context.close();
  await queue.close();
});
