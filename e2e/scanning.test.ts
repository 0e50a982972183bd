import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { engine, openDevice, startBrowser } from "./browser.ts";
import { drawPicture, type PlacedCode, toFrame } from "./camera/picture.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { connectPhone, keepNotices, startScanning, waitForResult } from "./phone.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let twoCodes: Browser;
let oneCode: Browser;
let emptyTable: Browser;
let context: Awaited<ReturnType<typeof openDevice>>["context"];
let phone: Page;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  const videoPath = (name: string) => join(folder.data, name);
  twoCodes = await startBrowser(
    await writeVideo(videoPath("two.y4m"), [
      {
        codes: [
          { symbology: "qrcode", text: "LEFT-1", at: { x: 0.27, y: 0.5 }, size: 0.42 },
          { symbology: "datamatrix", text: "RIGHT-2", at: { x: 0.73, y: 0.5 }, size: 0.36 },
        ],
        frames: 20,
      },
    ]),
  );
  oneCode = await startBrowser(
    await writeVideo(videoPath("one.y4m"), [
      { codes: [{ symbology: "code128", text: "BIN-0815", size: 0.8 }], frames: 20 },
      { codes: [], frames: 50 },
    ]),
  );
  emptyTable = await startBrowser(
    await writeVideo(videoPath("empty.y4m"), [{ codes: [], frames: 10 }]),
  );
});
afterAll(async () => {
  await twoCodes?.close();
  await oneCode?.close();
  await emptyTable?.close();
  await hub?.stop();
  await folder?.remove();
});

let userCount = 0;
async function openPhone(browser: Browser) {
  ({ context, page: phone } = await openDevice(browser));
  userCount += 1;
  await connectPhone(phone, hub, api, `phone-${userCount}`);
}
afterEach(() => context?.close());

/** Opens a photo of these codes on the page. */
async function choosePicture(codes: PlacedCode[]): Promise<void> {
  const { data, width, height } = toFrame(await drawPicture(codes));
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await phone
    .getByLabel("Scan from a picture")
    .and(phone.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
}

type StoredScan = { content: string; user: string };
const listScansOf = async (user: string) =>
  (await api<{ scans: StoredScan[] }>("GET", "/api/scans?limit=200")).scans.filter(
    (scan) => scan.user === user,
  );

test("a picture with several codes lists them, and only the chosen one is sent", async () => {
  await openPhone(twoCodes);
  await startScanning(phone, hub);
  await phone.getByRole("heading", { name: "2 codes in the picture" }).waitFor();
  await phone
    .getByRole("button", { name: /RIGHT-2/ })
    .first()
    .click();
  const card = await waitForResult(phone, "accepted");
  expect(await card.textContent()).toContain("RIGHT-2");
  expect((await listScansOf(`phone-${userCount}`)).map(({ content }) => content)).toEqual([
    "RIGHT-2",
  ]);
});

test("in continuous mode a code that returns after a pause is scanned again", async () => {
  await openPhone(oneCode);
  await phone.goto(`${hub.base}/scan/#/more/settings`);
  await phone.getByRole("switch", { name: "Keep scanning" }).click();
  await phone
    .getByLabel("When the same code or tag is seen again")
    .selectOption({ label: "Count it every time" });
  await startScanning(phone, hub);
  const countStoredScans = async () => (await listScansOf(`phone-${userCount}`)).length;
  await expect.poll(countStoredScans).toBeGreaterThanOrEqual(2);
  // The camera stops until the scans in progress have arrived.
  await phone.goto(`${hub.base}/scan/#/more/history`);
  const historyRows = phone.getByTestId("history-row");
  await expect
    .poll(async () => (await historyRows.count()) === (await countStoredScans()))
    .toBe(true);

  await phone.goto(`${hub.base}/scan/#/more/settings`);
  await phone
    .getByLabel("When the same code or tag is seen again")
    .selectOption({ label: "Not twice in a row" });
  const countBefore = await countStoredScans();
  await startScanning(phone, hub);
  await phone.getByText("Already scanned", { exact: true }).first().waitFor();
  expect(await listScansOf(`phone-${userCount}`)).toHaveLength(countBefore);
});

test("the camera is released when the user leaves its tab, and restarts on return", async () => {
  await openPhone(oneCode);
  await phone.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(globalThis, { tracks });
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await original(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await phone.reload();
  const readTrackStates = () =>
    phone.evaluate(() =>
      (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(
        ({ readyState }) => readyState,
      ),
    );
  await startScanning(phone, hub);
  await expect.poll(readTrackStates).toContain("live");
  await phone.getByTestId("tab-more").click();
  await expect.poll(readTrackStates).not.toContain("live");
  await phone.getByTestId("tab-qr").click();
  await expect.poll(readTrackStates).toContain("live");
});

test("notices cover no button of the camera", async () => {
  // The camera sees no code, so no result appears in between.
  await openPhone(emptyTable);
  await keepNotices(context);
  await phone.reload();
  await startScanning(phone, hub);
  await choosePicture([{ symbology: "qrcode", text: "BOX 3" }]);
  await waitForResult(phone, "accepted");
  await phone.getByTestId("tab-more").click();
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").first().click();
  await phone.getByRole("button", { name: "Delete" }).click();
  const undo = phone.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await phone.getByTestId("tab-qr").click();
  await phone.getByTestId("camera").waitFor();
  const notice = phone.getByRole("status").filter({ has: undo });
  const noticeBox = (await notice.locator("> *").boundingBox())!;
  const main = phone.getByRole("main");
  const buttons = await main.getByRole("button").or(main.getByRole("link")).all();
  const buttonBoxes = (await Promise.all(buttons.map((button) => button.boundingBox()))).filter(
    Boolean,
  );
  expect(buttonBoxes.length).toBeGreaterThan(0);
  for (const box of buttonBoxes) {
    const isApart = box!.y >= noticeBox.y + noticeBox.height || box!.y + box!.height <= noticeBox.y;
    expect([box, noticeBox, isApart]).toEqual([box, noticeBox, true]);
  }
});

test("torch and zoom are offered where the camera has them, and take effect", async () => {
  await openPhone(emptyTable);
  await phone.addInitScript(() => {
    const applied: unknown[] = [];
    Object.assign(globalThis, { applied });
    const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype;
    MediaStreamTrack.prototype.getCapabilities = function () {
      return Object.assign(getCapabilities.call(this), {
        torch: true,
        zoom: { min: 1, max: 5, step: 0.1 },
      });
    };
    MediaStreamTrack.prototype.applyConstraints = function (constraints) {
      if (!constraints?.advanced) return applyConstraints.call(this, constraints);
      applied.push(...constraints.advanced);
      return Promise.resolve();
    };
  });
  await phone.reload();
  await startScanning(phone, hub);
  const readAppliedConstraints = async () =>
    JSON.stringify(
      await phone.evaluate(() => (globalThis as unknown as { applied: unknown[] }).applied),
    );
  await phone.getByRole("button", { name: "Light" }).click();
  await expect.poll(readAppliedConstraints).toContain('"torch":true');
  await phone.getByLabel("Zoom").fill("2");
  await expect.poll(readAppliedConstraints).toContain('"zoom":2');
});

test("a picture file with a code is scanned, and one without a code is reported", async () => {
  await openPhone(emptyTable);
  await startScanning(phone, hub);
  await choosePicture([]);
  await phone.getByText("No code found in this picture").waitFor();
  await phone.getByRole("button", { name: "Back to the camera" }).click();
  await choosePicture([{ symbology: "azteccode", text: "PALLET 7", turn: 40 }]);
  const card = await waitForResult(phone, "accepted");
  expect(await card.textContent()).toContain("PALLET 7");
});

test("the pairing code of a hub offers to pair when it is scanned, and is never sent", async () => {
  await openPhone(emptyTable);
  await startScanning(phone, hub);
  const { link } = await api<{ link: string }>("POST", "/api/inboxes/scans/pair", {
    address: hub.base,
  });
  await choosePicture([{ symbology: "qrcode", text: link, size: 0.8 }]);
  await phone.getByLabel("Name of this device").fill("Second");
  await phone.getByRole("button", { name: "Pair", exact: true }).click();
  await phone.getByText(/^Paired\./).waitFor();
  expect(await listScansOf(`phone-${userCount}`)).toEqual([]);
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByText(/^No scans yet/).waitFor();
});

// In Firefox, permissions can be denied only when it starts: firefox.test.ts.
test.skipIf(engine === "firefox")("a denied camera permission is explained", async () => {
  const device = await openDevice(emptyTable);
  context = device.context;
  await context.clearPermissions();
  await device.page.goto(`${hub.base}/scan/#/scan-code`);
  await device.page.getByText(/allow/i).first().waitFor();
});
