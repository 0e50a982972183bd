import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import {
  giveNativeSide,
  type NativeSide,
  type System,
  shellPage,
} from "./native-shell/native-side.ts";
import { waitForResult } from "./phone.ts";

// The page of the native shell in Chromium with Capacitor's own bridge. The native side behind the bridge is simulated.

const shell = fileURLToPath(new URL("../apps/scanner/native/", import.meta.url));
let built: string;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
let device: Awaited<ReturnType<typeof openDevice>>;
let phone: Page;
let native: NativeSide;

beforeAll(async () => {
  await mkdir(`${shell}dist`, { recursive: true });
  built = await mkdtemp(`${shell}dist/story-`);
  // Its types need the DOM and Vite; this is the part that is used.
  const { build } = await import("vite");
  await build({
    configFile: `${shell}vite.config.ts`,
    logLevel: "error",
    build: { outDir: built },
  });
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "qrcode", text: "SHELF-17", size: 0.5 }], frames: 10 },
  ]);
  browser = await startBrowser(camera);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
  if (built) await rm(built, { recursive: true, force: true });
});

async function become(system: System) {
  device = await openDevice(browser);
  phone = device.page;
  native = await giveNativeSide(device.context, phone, built, system);
}
beforeEach(() => become("android"));
afterEach(async () => {
  const { errors } = device;
  await device.context.close();
  expect(errors).toEqual([]);
});

let users = 0;
async function connect() {
  users += 1;
  const made = (await api("POST", "/api/inboxes/scans/credentials", {
    user: `shell-${users}`,
  })) as {
    user: string;
    password: string;
  };
  await phone.goto(`${shellPage}#/more/webhook`);
  await phone.getByTestId("receiver-url").fill(`${hub.base}/in/scans`);
  await phone.getByTestId("user").fill(made.user);
  await phone.getByTestId("password").fill(made.password);
  await phone.getByTestId("save").click();
  await phone.getByText("Saved.").waitFor();
  return made;
}

type Row = { identifier: string; content: string };
const scans = async () => ((await api("GET", "/api/scans")) as { scans: Row[] }).scans;
const methods = () => native.calls.map(({ plugin, method }) => `${plugin}.${method}`);

test("a tag held to the phone arrives at the hub, sent with the password from the Keystore", async () => {
  const { password } = await connect();
  const stored = native.calls.find(({ method }) => method === "internalSetItem");
  expect(JSON.parse(String(stored?.options.data))).toEqual({
    origin: new URL(hub.base).origin,
    password,
  });
  await phone.goto(`${shellPage}#/nfc`);
  await phone.getByTestId("nfc-reading").waitFor();
  const uri = [...Buffer.from("\x04example.com/shelf/17", "latin1")];
  await native.emit("CapacitorNfc", "nfcEvent", {
    type: "ndef",
    tag: {
      // In the byte order that Android uses for ISO 15693.
      id: [0x05, 0x81, 0xd2, 0x76, 0x50, 0x01, 0x04, 0xe0],
      ndefMessage: [{ tnf: 1, type: [0x55], id: [], payload: uri }],
    },
  });
  await phone.getByTestId("nfc-tag").waitFor();
  await expect.poll(scans).toContainEqual(
    expect.objectContaining({
      identifier: "E0:04:01:50:76:D2:81:05",
      content: "https://example.com/shelf/17",
    }),
  );
  const posts = native.calls.filter(({ plugin }) => plugin === "CapacitorHttp");
  expect(posts.map(({ options }) => "Authorization" in (options.headers as object))).toEqual([
    false,
    true,
  ]);
  expect(methods().filter((name) => /Http|Cookies/.test(name))).toEqual([
    "CapacitorCookies.clearAllCookies",
    "CapacitorHttp.request",
    "CapacitorCookies.clearAllCookies",
    "CapacitorHttp.request",
  ]);
  await expect.poll(methods).toContain("Haptics.notification");
  await expect.poll(native.last).toEqual({ nfc: "https://example.com/shelf/17", code: "" });
});

test("the shell reads a code in front of the camera with the same wasm and keeps the screen on", async () => {
  await connect();
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "accepted");
  await expect.poll(scans).toContainEqual(expect.objectContaining({ content: "SHELF-17" }));
  await expect.poll(methods).toContain("KeepAwake.keepAwake");
  await expect.poll(native.last).toEqual({ nfc: "", code: "SHELF-17" });
});

test("an iPhone shows its sheet on request, and shows the tag once the sheet is closed", async () => {
  await device.context.close();
  await become("ios");
  await phone.goto(`${shellPage}#/nfc`);
  await phone.getByTestId("nfc-start").click();
  await phone.getByTestId("nfc-reading").waitFor();
  const start = native.calls.find(({ method }) => method === "startScanning");
  expect(start?.options).toMatchObject({
    iosSessionType: "tag",
    iosPollingOptions: ["iso14443", "iso15693"],
    alertMessage: expect.any(String),
  });
  await native.emit("CapacitorNfc", "nfcEvent", {
    type: "ndef",
    tag: { id: [0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00], ndefMessage: [] },
  });
  await phone.getByText("04:A2:7F:1B:5E:80:00").first().waitFor();
  await phone.getByTestId("nfc-start").waitFor();
  await expect.poll(methods).toContain("CapacitorNfc.stopScanning");

  await phone.getByTestId("nfc-start").click();
  await phone.getByTestId("nfc-reading").waitFor();
  await native.emit("CapacitorNfc", "nfcSessionEnd", { reason: "userCancelled" });
  await phone.getByTestId("nfc-start").waitFor();
});

test("an iPhone starts reading immediately when a link asks for it", async () => {
  await device.context.close();
  await become("ios");
  await native.emit("App", "appUrlOpen", { url: "scanhook://scan-nfc" });
  await phone.goto(shellPage);
  await phone.getByTestId("nfc-reading").waitFor();
});

test("the pairing code of a hub is never sent, and the app asks about it with the name of the hub", async () => {
  const { link } = (await api("POST", "/api/inboxes/scans/pair", {})) as { link: string };
  const camera = await writeVideo(join(folder.data, "pairing.y4m"), [
    { codes: [{ symbology: "qrcode", text: link, size: 0.7 }], frames: 10 },
  ]);
  const own = await startBrowser(camera);
  try {
    const { context, page, errors } = await openDevice(own);
    native = await giveNativeSide(context, page, built);
    await page.goto(`${shellPage}#/scan-code`);
    await page.getByText(new URL(link).host).waitFor();
    expect(methods()).not.toContain("CapacitorHttp.request");
    await page.getByLabel("Name of this device").fill("My phone");
    await page.getByTestId("pair").click();
    await page.getByText(/^Paired\./).waitFor();
    expect(methods()).toContain("SecureStorage.internalSetItem");
    expect(errors).toEqual([]);
  } finally {
    await own.close();
  }
});

test("the app follows the link that started it and links that arrive while it runs", async () => {
  await native.emit("App", "appUrlOpen", { url: "scanhook://open/more" });
  await phone.goto(shellPage);
  await phone.getByRole("heading", { level: 1, name: "More" }).waitFor();
  await native.emit("App", "appUrlOpen", { url: "scanhook://scan-nfc" });
  await phone.getByTestId("nfc-reading").waitFor();
  expect(methods()).toContain("CapacitorNfc.startScanning");
  await native.emit("App", "appUrlOpen", { url: "scanhook://write-nfc?text=Shelf%2017" });
  await expect.poll(() => phone.getByRole("textbox").first().inputValue()).toBe("Shelf 17");
});

test("the history is exported through the sheet of the system", async () => {
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "not-configured");
  await phone.goto(`${shellPage}#/more/history`);
  await phone.getByRole("button", { name: /^CSV/ }).click();
  await expect.poll(methods).toContain("FileSheet.offer");
  const { options } = native.calls.find(({ plugin }) => plugin === "FileSheet")!;
  expect(options).toMatchObject({ type: "text/csv", text: expect.stringContaining("SHELF-17") });
});

test("a receiver that cannot be reached is reported as unreachable", async () => {
  await phone.goto(`${shellPage}#/more/webhook`);
  await phone.getByTestId("receiver-url").fill("http://localhost:1/in/scans");
  await phone.getByTestId("save").click();
  await phone.getByText("Saved.").waitFor();
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "unreachable");
});
