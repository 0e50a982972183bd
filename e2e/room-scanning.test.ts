// A captured room is walked with an emulated AR device, from the link to the files, and a walk that
// a reload cuts off goes on.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDevice, saveFile } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { giveRoom, look, readPlanes, startArBrowser } from "./xr/room-device.ts";
import { finishWalk, levelOf, press, startWalk, tapWalls } from "./xr/walk-room.ts";

/** Square meters that the wall planes of the room enclose, as bench/rooms.ts prints them. */
const capturedArea = 5.93;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startArBrowser>>;
let device: Awaited<ReturnType<typeof openDevice>>;
let posted: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startArBrowser();
});
afterEach(async () => {
  await device?.context.close();
  expect(device?.errors).toEqual([]);
  expect(posted).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function openRoom(features: string[]): Promise<Page> {
  device = await openDevice(browser);
  posted = [];
  device.page.on("request", (request) => {
    if (request.method() !== "GET") posted.push(request.url());
  });
  await giveRoom(device.context, "office_small", features);
  return device.page;
}

async function areaOfPlan(page: Page): Promise<number> {
  const saved = await saveFile(page, page.getByRole("button", { name: "JSON" }));
  return JSON.parse(saved.text).shown.innerArea;
}

test("walls of two taps each become a plan, its DXF and its SVG, also after a reload in between", async () => {
  const page = await openRoom(["hit-test"]);
  await startWalk(page, hub.base);
  await inspect(page, "phone, light", "room walk");
  let off = 0.01;
  await tapWalls(page, await readPlanes(page), () => {
    off = -off;
    return off;
  });
  await page.getByText("Doors and windows: aim").waitFor();
  await inspect(page, "phone, light", "room walk openings");

  await page.goto(`${hub.base}/scan/#/3d`);
  await page.reload();
  await page.getByRole("button", { name: /Unfinished scan, 4 walls/ }).click();
  await inspect(page, "phone, light", "room walk unfinished");
  await page.getByRole("button", { name: "Make a room of these walls" }).click();
  await page.getByTestId("plan").waitFor();
  expect(Math.abs((await areaOfPlan(page)) / capturedArea - 1)).toBeLessThan(0.03);
  const dxf = await saveFile(page, page.getByRole("button", { name: "DXF (CAD)" }));
  expect(dxf.text).toContain("WALLS");
  const svg = await saveFile(page, page.getByRole("button", { name: "SVG" }));
  expect(svg.text).toMatch(/Inner area .*(m²|sq ft)/);
  await page.getByText("Its points are").first().waitFor();
  await inspect(page, "phone, light", "plan of a walk");
});

test("walls, doors and windows that the device knows are taken at once", async () => {
  const page = await openRoom(["hit-test", "plane-detection"]);
  await startWalk(page, hub.base);
  const floor = levelOf(await readPlanes(page), "floor");
  await look(page, { x: 0, y: floor + 1.6, z: 0 }, { x: 0.5, y: floor, z: 0.5 });
  await press(page, "Set the floor");
  await press(page, "Use the 4 walls that the device found");
  await finishWalk(page);
  expect(Math.abs((await areaOfPlan(page)) / capturedArea - 1)).toBeLessThan(0.01);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON" }).click();
  const plan = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  const walls = plan.rooms[0].walls as { raw: { source: string }; openings: { kind: string }[] }[];
  expect(walls.map(({ raw }) => raw.source)).toEqual(["plane", "plane", "plane", "plane"]);
  const kinds = walls.flatMap(({ openings }) => openings.map(({ kind }) => kind));
  expect(kinds.toSorted()).toEqual(["door", "window"]);
});

test("a point above the horizon is refused with a sentence, and undo takes points back", async () => {
  const page = await openRoom(["hit-test", "plane-detection"]);
  await startWalk(page, hub.base);
  const floor = levelOf(await readPlanes(page), "floor");
  const eye = { x: 0, y: floor + 1.6, z: 0 };
  await look(page, eye, { x: 0.5, y: floor, z: 0.5 });
  await press(page, "Set the floor");
  await look(page, eye, { x: 1, y: floor + 2, z: 0 });
  await press(page, "Set a point");
  await page.getByText("That is not on the floor within 10 m. Aim lower.").waitFor();
  await look(page, eye, { x: 0.8, y: floor, z: 0 });
  await press(page, "Set a point");
  await page.getByText("Now the other end of the same wall.").waitFor();
  await press(page, "Undo");
  await page.getByText("Two points for each wall, around the room.").waitFor();
  await press(page, "Stop");
  await page.getByRole("button", { name: "Start the camera" }).waitFor();
  // Headsets show no overlay: what they found is offered when the session has ended.
  await page.getByRole("button", { name: "Use the 4 walls that the device found" }).click();
  await page.getByTestId("plan").waitFor();
  expect(Math.abs((await areaOfPlan(page)) / capturedArea - 1)).toBeLessThan(0.01);
  await inspect(page, "phone, light", "plan of planes");
});
