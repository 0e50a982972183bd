import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf, publicSite } from "../scripts/build-site.ts";
import { serveFolder } from "../scripts/serve-folder.ts";
import { findWebKit } from "../scripts/testing/engines.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { drawPicture, type PlacedCode, toFrame } from "./camera/picture.ts";
import { writeVideo } from "./camera/video.ts";
import { playFilm, readFilm } from "./engines/canvas-camera.ts";
import type { Target } from "./engines/find-element.ts";
import { startWebKit, type WebKit, type WebKitPage } from "./engines/webkit.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { startReceiver } from "./routes-by-hand.ts";

// The main stories in WebKitGTK, in one profile. The tests run in this order.
const webkit = findWebKit();
if (!webkit.ok) console.log(`Skipped: the stories in WebKit need ${webkit.missing}.`);

const accepted: Target = { by: "css", value: "[data-testid=result-kind][data-kind=accepted]" };
const unreachable: Target = {
  by: "css",
  value: "[data-testid=result-kind][data-kind=unreachable]",
};
const pictureInput: Target = { by: "css", value: "main input[type=file]" };
const camera: Target = { by: "testid", value: "camera" };
const text = (value: string): Target => ({ by: "text", value });
const button = (value: string): Target => ({ by: "button", value });
const label = (value: string): Target => ({ by: "label", value });

describe.skipIf(!webkit.ok)("in WebKit", () => {
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let ports: string[];
  let hub: RunningHub;
  let api: Awaited<ReturnType<typeof logIn>>;
  let browser: WebKit;
  let page: WebKitPage;

  beforeAll(async () => {
    if (!webkit.ok) return;
    folder = await makeDataFolder();
    // The restarted hub has to be at the address that the phone knows.
    ports = ["--http-port", String(await freePort()), "--https-port", "0"];
    hub = await startHubProcess(folder.data, ...ports);
    browser = await startWebKit(webkit.programs);
    page = await browser.openPage();
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });

  const openScanner = (hash: string) => page.goto(`${hub.base}/scan/${hash}`);
  /** Goes to another screen without leaving the page. */
  const openScreen = (hash: string) => page.evaluate((to) => void location.assign(to), hash);
  const sendScan = async (content: string) => {
    const identifier = crypto.randomUUID();
    const scan = { identifier, date: "2026-05-12T14:23:01Z", content };
    await fetch(`${hub.base}/in/scans`, { method: "POST", body: JSON.stringify(scan), headers });
  };
  const headers = { "content-type": "application/json" };
  const listContents = async () =>
    (await api<{ scans: { content: string }[] }>("GET", "/api/scans")).scans.map(
      ({ content }) => content,
    );
  async function choosePicture(name: string, codes: PlacedCode[]): Promise<void> {
    const { data, width, height } = toFrame(await drawPicture(codes));
    const path = join(folder.data, name);
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toFile(path);
    await page.choose(pictureInput, path);
  }

  test("the link in the terminal opens the dashboard and asks for a password", async () => {
    await page.goto(hub.loginLink!);
    await page.fill(label("New password"), ownerPassword);
    await page.click(button("Set password and log in"));
    await page.waitFor({ by: "heading", value: "Waiting for a scan" });
    hub.loginLink = undefined;
    api = await logIn(hub);
  });

  test("a scan appears on the dashboard without a reload", async () => {
    await api("PATCH", "/api/inboxes/scans", { open: true });
    await sendScan("LIVE-1");
    await page.waitFor(text("LIVE-1"));
  });

  test("a route that is created on the dashboard delivers scans", async () => {
    const receiver = await startReceiver();
    try {
      await page.goto(`${hub.base}/#/make-route?kind=http`);
      await page.fill(label("Title"), "Stock list");
      await page.fill(label("Address"), receiver.url);
      await page.click({ by: "switch", value: "May be in your own network" });
      await page.click(button("Create route"));
      await page.waitFor({ by: "testid", value: "destination" });
      await sendScan("TICKET-0001");
      await expect.poll(() => receiver.received.length).toBe(1);
      expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ content: "TICKET-0001" });
      await page.waitFor({ by: "css", value: "[data-testid=count-delivered]" });
    } finally {
      await receiver.close();
    }
  });

  test("a phone is paired, and its first visit announces no new version", async () => {
    const { link } = await api<{ link: string }>("POST", "/api/inboxes/scans/pair", {});
    await openScanner(new URL(link).hash);
    await page.click({ by: "testid", value: "pair" });
    await page.waitFor(text("Paired."));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await openScreen("#/more/about");
    await page.waitFor(text("Ready: this app opens without a network"));
    expect(await page.has(text("A new version is ready"))).toBe(false);
  });

  test("a code in a picture is read and sent", async () => {
    await openScanner("#/qr");
    await choosePicture("photo.png", [{ symbology: "qrcode", text: "PALLET 7", turn: 40 }]);
    await page.waitFor(accepted);
    expect(await listContents()).toContain("PALLET 7");
  });

  test("without the hub the app opens and scans, and the scan can be sent later", async () => {
    await hub.stop();
    await page.goto("about:blank");
    await openScanner("#/qr");
    await choosePicture("offline.png", [{ symbology: "qrcode", text: "OFFLINE-1" }]);
    await page.waitFor(unreachable);

    hub = await startHubProcess(folder.data, ...ports);
    api = await logIn(hub);
    expect(await listContents()).not.toContain("OFFLINE-1");
    await openScreen("#/more/history");
    await page.click(text("OFFLINE-1"));
    await page.click(button("Send again"));
    await page.waitFor(text("Sent."));
    expect(await listContents()).toContain("OFFLINE-1");
  });

  test("the demo of the site exchanges a scan with its receiver", async () => {
    const site = await serveFolder(folderOf(publicSite), { base: publicSite.base });
    try {
      await page.goto(`${site.url}demo/`);
      await page.fill(label("Content"), "PLA Öliv “2”");
      await page.waitFor(text("PLA Öliv “2”"));
      await page.waitFor(text("HTTP/1.1 204 No Content"));
    } finally {
      await site.close();
    }
  });

  test("the camera is shown and released", async () => {
    await openScanner("#/scan-code");
    await page.waitFor(camera);
    const readWidth = () => page.evaluate(() => document.querySelector("video")?.videoWidth ?? 0);
    await expect.poll(readWidth).toBeGreaterThan(0);
    await page.evaluate(() => {
      const [track] = (document.querySelector("video")!.srcObject as MediaStream).getTracks();
      Object.assign(globalThis, { track });
    });
    await page.click({ by: "testid", value: "tab-more" });
    const readState = () =>
      page.evaluate(() => (globalThis as unknown as { track: MediaStreamTrack }).track.readyState);
    await expect.poll(readState).toBe("ended");
  });

  test("a code in front of the camera is read and sent", async () => {
    const film = await readFilm(
      await writeVideo(join(folder.data, "camera.y4m"), [
        { codes: [{ symbology: "datamatrix", text: "BIN-0815", turn: 30 }], frames: 20 },
      ]),
    );
    await openScanner("#/more");
    await page.evaluate(playFilm, film);
    await openScreen("#/scan-code");
    await page.waitFor(accepted);
    expect(await listContents()).toContain("BIN-0815");
  });

  test("no page violated its content security policy or threw an error after it had loaded", async () => {
    expect(await page.takeProblems()).toEqual([]);
  });
});
