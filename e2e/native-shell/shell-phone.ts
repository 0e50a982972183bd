// The page of the native shell in Chromium with Capacitor's own bridge. The native side behind the
// bridge is simulated.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { System } from "../../apps/scanner/native/src/testing/plugin-data.ts";
import { openDevice, startBrowser } from "../browser.ts";
import { writeVideo } from "../camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "../hub.ts";
import { giveNativeSide, type NativeSide, shellPage } from "./native-side.ts";

const shellFolder = fileURLToPath(new URL("../../apps/scanner/native/", import.meta.url));
/** One with a camera that sees a code, and one without, which is cheaper. */
let browsers: { camera: Browser; blind: Browser };
let userCount = 0;
export let buildFolder: string;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
export let api: Awaited<ReturnType<typeof logIn>>;
/** Belong to the phone that was started most recently. */
let device: Awaited<ReturnType<typeof openDevice>>;
export let phone: Page;
export let nativeSide: NativeSide;

/**
 * Builds the shell and starts a hub for the test file. Each test takes a phone, whose page must not
 * throw.
 */
export function useShellPhones(): void {
  beforeAll(async () => {
    await mkdir(`${shellFolder}dist`, { recursive: true });
    buildFolder = await mkdtemp(`${shellFolder}dist/story-`);
    // Its types need the DOM and Vite; this is the part that is used.
    const { build } = await import("vite");
    await build({
      configFile: `${shellFolder}vite.config.ts`,
      logLevel: "error",
      build: { outDir: buildFolder },
    });
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
    const camera = await writeVideo(join(folder.data, "camera.y4m"), [
      { codes: [{ symbology: "qrcode", text: "SHELF-17", size: 0.5 }], frames: 10 },
    ]);
    browsers = { camera: await startBrowser(camera), blind: await startBrowser() };
  });
  afterAll(async () => {
    await browsers?.camera.close();
    await browsers?.blind.close();
    await hub?.stop();
    await folder?.remove();
    if (buildFolder) await rm(buildFolder, { recursive: true, force: true });
  });
  afterEach(async () => {
    const { errors } = device;
    await device.context.close();
    expect(errors).toEqual([]);
  });
}

/** Takes an Android phone. */
export const takeAndroid = () => startPhone("android", browsers.blind);

/** Takes a phone whose camera sees the code `SHELF-17`. */
export const takePhoneWithCamera = (system: System) => startPhone(system, browsers.camera);

/** Takes an iPhone, which a link opens, if there is one. */
export async function takeIphone(link?: string): Promise<void> {
  await startPhone("ios", browsers.blind);
  if (link) await nativeSide.emit("App", "appUrlOpen", { url: link });
}

/** Opens the page of the shell as on a phone of a system, in a browser of the test's choice. */
export async function startPhone(system: System, browser: Browser): Promise<void> {
  device = await openDevice(browser);
  phone = device.page;
  nativeSide = await giveNativeSide(device.context, phone, buildFolder, system);
}

/** Connects the phone to an inbox of the hub. Returns the user and password that it now has. */
export async function connectToHub(inbox = "scans"): Promise<{ user: string; password: string }> {
  userCount += 1;
  const credential = (await api("POST", `/api/inboxes/${inbox}/credentials`, {
    user: `shell-${userCount}`,
  })) as { user: string; password: string };
  await phone.goto(`${shellPage}#/more/webhook`);
  await phone.getByTestId("receiver-url").fill(`${hub.base}/in/${inbox}`);
  await phone.getByTestId("user").fill(credential.user);
  await phone.getByTestId("password").fill(credential.password);
  await phone.getByTestId("save").click();
  await phone.getByText("Saved.").waitFor();
  return credential;
}

/**
 * Returns what the sheet was given so far, with the bytes that each file has when it is offered.
 */
export function takeOfferedFiles() {
  const written = new Map<string, Buffer>();
  const sheets: { type: unknown; names: string[]; files: Buffer[] }[] = [];
  for (const { method, options } of nativeSide.calls.filter(
    ({ plugin }) => plugin === "FileSheet",
  )) {
    const { name, base64, isFirst } = options as { name: string; base64: string; isFirst: boolean };
    if (method === "append") {
      const before = isFirst ? Buffer.alloc(0) : written.get(name)!;
      written.set(name, Buffer.concat([before, Buffer.from(base64, "base64")]));
    } else if (method === "offer") {
      const names = options.names as string[];
      sheets.push({ type: options.type, names, files: names.map((each) => written.get(each)!) });
    }
  }
  return sheets;
}

export const listCalledMethods = (): string[] =>
  nativeSide.calls.map(({ plugin, method }) => `${plugin}.${method}`);
