// An emulated AR device (IWER) in one of the rooms that Meta captured (@iwer/sem), for the stories
// and for bench/rooms.ts.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { findBrowser } from "../../scripts/browser.ts";

const require = createRequire(new URL("../../packages/rooms/package.json", import.meta.url));

/** The rooms that @iwer/sem has. */
export const capturedRooms = [
  "living_room",
  "meeting_room",
  "music_room",
  "office_large",
  "office_small",
] as const;
export type CapturedRoom = (typeof capturedRooms)[number];

/** A position in the frame of the capture: meters, y up. */
export type Position = { x: number; y: number; z: number };

/** A plane of the capture, as it is: its label and its corners. */
export type CapturedPlane = { label: string; corners: Position[] };

/** Starts Chromium with WebGL on the processor. */
export async function startArBrowser(): Promise<Browser> {
  const browser = findBrowser();
  if (!browser.ok) throw new Error(browser.reason);
  return chromium.launch({
    executablePath: browser.path,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
}

/**
 * Gives the pages of a context an AR device in a captured room. `features` are those that it has
 * beside a DOM overlay.
 */
export async function giveRoom(
  context: BrowserContext,
  room: CapturedRoom,
  features: readonly string[],
): Promise<void> {
  const read = (path: string) => readFile(require.resolve(path), "utf8");
  await context.addInitScript({ content: await read("iwer/build/iwer.min.js") });
  await context.addInitScript({ content: await read("@iwer/sem/build/iwer-sem.min.js") });
  const capture = await read(`@iwer/sem/captures/${room}.json`);
  await context.addInitScript(installDevice, { capture, features: [...features] });
}

/** Runs in the page, before its own scripts. */
function installDevice({ capture, features }: { capture: string; features: string[] }): void {
  if (!isSecureContext || location.protocol === "about:") return;
  const { IWER, IWER_SEM } = globalThis as unknown as { IWER: Iwer; IWER_SEM: IwerSem };
  const canvasContainer = document.createElement("div");
  canvasContainer.style.pointerEvents = "none";
  const standard = ["viewer", "local", "local-floor", "dom-overlay"];
  const device = new IWER.XRDevice(
    { ...IWER.metaQuest3, supportedFeatures: [...standard, ...features] },
    { canvasContainer, stereoEnabled: false },
  );
  device.installRuntime({ forceInstall: true });
  device.installSEM(IWER_SEM.SyntheticEnvironmentModule);
  device.sem.loadEnvironment(JSON.parse(capture));
  device.stereoEnabled = false;
  Object.assign(globalThis, { arDevice: device });
}

/** Returns the planes of the room as they were captured, without the code under test. */
export function readPlanes(page: Page): Promise<CapturedPlane[]> {
  return page.evaluate(() => {
    const { sem } = (globalThis as unknown as { arDevice: Device }).arDevice;
    return [...sem.trackedPlanes].map(({ transform: { matrix: m }, polygon, semanticLabel }) => ({
      label: semanticLabel,
      corners: polygon.map(({ x, z }) => ({
        x: m[0]! * x + m[8]! * z + m[12]!,
        y: m[1]! * x + m[9]! * z + m[13]!,
        z: m[2]! * x + m[10]! * z + m[14]!,
      })),
    }));
  });
}

/** Moves the eye and turns it to a target, and waits until the app has seen that. */
export function look(page: Page, eye: Position, target: Position): Promise<void> {
  return page.evaluate(
    async ([from, to]) => {
      const { arDevice } = globalThis as unknown as { arDevice: Device };
      const [x, y, z] = [to.x - from.x, to.y - from.y, to.z - from.z];
      const yaw = Math.atan2(-x, -z) / 2;
      const pitch = Math.atan2(y, Math.hypot(x, z)) / 2;
      const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
      const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
      arDevice.position.set(from.x, from.y, from.z);
      arDevice.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp);
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    },
    [eye, target] as const,
  );
}

type Device = {
  installRuntime(options: { forceInstall: boolean }): void;
  installSEM(module: unknown): void;
  stereoEnabled: boolean;
  position: { set(x: number, y: number, z: number): void };
  quaternion: { set(x: number, y: number, z: number, w: number): void };
  sem: {
    loadEnvironment(capture: unknown): void;
    trackedPlanes: Set<{
      transform: { matrix: Float32Array };
      polygon: DOMPointReadOnly[];
      semanticLabel: string;
    }>;
  };
};
type Iwer = { XRDevice: new (config: object, options: object) => Device; metaQuest3: object };
type IwerSem = { SyntheticEnvironmentModule: unknown };
