// Measures rooms that the scanner makes of captured rooms, in Chromium with an emulated AR device.
// node bench/rooms.ts [--seed 1] [ROOM ...]; exits 1 when a promise is not kept.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  captureToRoom,
  measurePlan,
  type Point,
  parsePlan,
  type SettledPlan,
  settlePlan,
} from "@scanhook/rooms";
import type { Page } from "playwright";
import { createRandom } from "../e2e/camera/random.ts";
import { makeDataFolder, startHubProcess } from "../e2e/hub.ts";
import {
  type CapturedPlane,
  type CapturedRoom,
  capturedRooms,
  giveRoom,
  look,
  readPlanes,
  startArBrowser,
} from "../e2e/xr/room-device.ts";
import {
  type CapturedWall,
  finishWalk,
  levelOf,
  listWalls,
  press,
  startWalk,
  tappedWalls,
  tapWalls,
} from "../e2e/xr/walk-room.ts";
import { describeMachine } from "./machine.ts";

/**
 * Promises: the area beside that of the wall planes, and the median distance of the walls from
 * them.
 */
const promises = { planes: { area: 0.01, distance: 0.02 }, taps: { area: 0.03 } };
/** The standard deviation of a coordinate of a tap, in meters. */
const tapDeviation = 0.03;
/** Seeds for which taps are also simulated without a browser. */
const simulatedSeeds = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" } },
});
const seed = Number(values.seed);
const rooms = capturedRooms.filter(
  (room) => positionals.length === 0 || positionals.includes(room),
);

const folder = await makeDataFolder();
const hub = await startHubProcess(folder.data);
const browser = await startArBrowser();
let isBroken = false;
try {
  console.log(describeMachine());
  console.log(`Chromium ${browser.version()}, taps off by ${tapDeviation * 100} cm, seed ${seed}`);
  for (const room of rooms) await measureRoom(room);
} finally {
  await browser.close();
  await hub.stop();
  await folder.remove();
}
process.exitCode = isBroken ? 1 : 0;

async function measureRoom(room: CapturedRoom): Promise<void> {
  const found = await scan(room, ["hit-test", "plane-detection"], async (page, planes) => {
    const floor = levelOf(planes, "floor");
    await look(page, { x: 0, y: floor + 1.6, z: 0 }, { x: 0.5, y: floor, z: 0.5 });
    await press(page, "Set the floor");
    await press(page, /^Use the \d+ walls/);
  });
  const walls = listWalls(found.planes);
  const corners = crossWalls(walls);
  const area = areaOf(corners);
  const outline = found.planes.find(({ label }) => label === "floor")?.corners ?? [];
  const floorArea = areaOf(outline.map(({ x, z }) => ({ x, y: -z })));
  console.log(
    `${room}: ${walls.length} wall planes enclose ${area.toFixed(2)} m², the outline of the floor ${floorArea.toFixed(2)} m² (${percent(floorArea / area - 1)})`,
  );
  report("planes", found.settled, walls, area, promises.planes);

  const random = createNormal(seed);
  const tapped = await scan(room, ["hit-test"], (page, planes) =>
    tapWalls(page, planes, () => random() * tapDeviation),
  );
  report("taps", tapped.settled, walls, area, promises.taps);
  const errors = simulateTaps(walls, area);
  console.log(
    `  ${simulatedSeeds} seeds of taps without a browser: median ${percent(errors[errors.length >> 1]!)}, 95 of 100 below ${percent(errors[Math.floor(errors.length * 0.95)]!)}`,
  );
}

/** Scans a room with the built app, and returns the plan that it saves as JSON. */
async function scan(
  room: CapturedRoom,
  features: string[],
  walk: (page: Page, planes: CapturedPlane[]) => Promise<void>,
): Promise<{ planes: CapturedPlane[]; settled: SettledPlan }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  await giveRoom(context, room, features);
  const page = await context.newPage();
  await startWalk(page, hub.base);
  const planes = await readPlanes(page);
  await walk(page, planes);
  await finishWalk(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON" }).click();
  const parsed = parsePlan(await readFile(await (await saving).path(), "utf8"));
  await context.close();
  if (!parsed.ok) throw new Error(parsed.problem.kind);
  return { planes, settled: settle(parsed.plan) };
}

function settle(plan: Parameters<typeof settlePlan>[0]): SettledPlan {
  const result = settlePlan(plan);
  if (!result.ok) throw new Error(result.problem.kind);
  return result.settled;
}

function report(
  way: string,
  settled: SettledPlan,
  walls: readonly CapturedWall[],
  area: number,
  promise: { area: number; distance?: number },
): void {
  const { innerArea, rooms } = measurePlan(settled);
  const shown = settled.rooms[0]!.corners;
  const distances = shown.flatMap((corner, index) =>
    distancesFromPlane(corner, shown[(index + 1) % shown.length]!, walls),
  );
  const median = distances.toSorted((a, b) => a - b)[distances.length >> 1]!;
  const height = rooms[0]?.height;
  const openings = settled.plan.rooms.flatMap((each) =>
    each.walls.flatMap((wall) => wall.openings),
  );
  const isKept =
    Math.abs(innerArea / area - 1) <= promise.area && median <= (promise.distance ?? Infinity);
  isBroken ||= !isKept;
  console.log(
    `  ${way}: ${shown.length} walls, ${innerArea.toFixed(2)} m² (${percent(innerArea / area - 1)}), walls ${(median * 1000).toFixed(1)} mm from the planes (median), height ${height?.toFixed(3) ?? "unknown"} m, ${openings.length} doors and windows: ${isKept ? "kept" : "NOT KEPT"}`,
  );
}

/**
 * Returns how far eleven points of a shown wall are from the plane of the capture that it follows
 * best.
 */
function distancesFromPlane(a: Point, b: Point, walls: readonly CapturedWall[]): number[] {
  const points = Array.from({ length: 11 }, (_, step) => ({
    x: a.x + ((b.x - a.x) * step) / 10,
    y: a.y + ((b.y - a.y) * step) / 10,
  }));
  const candidates = walls.map(({ from, to }) => {
    const [start, end] = [
      { x: from.x, y: -from.z },
      { x: to.x, y: -to.z },
    ];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const away = Math.hypot(middle.x - (a.x + b.x) / 2, middle.y - (a.y + b.y) / 2);
    const distances = points.map(({ x, y }) =>
      Math.abs(((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) / length),
    );
    return { distances, score: Math.max(...distances) + away };
  });
  return candidates.reduce((best, each) => (each.score < best.score ? each : best)).distances;
}

/** Returns where the planes of neighboring walls cross. */
function crossWalls(walls: readonly CapturedWall[]): Point[] {
  return walls.map((wall, index) => {
    const before = walls.at(index - 1)!;
    const [p, r] = [
      before.from,
      { x: before.to.x - before.from.x, z: before.to.z - before.from.z },
    ];
    const [q, s] = [wall.from, { x: wall.to.x - wall.from.x, z: wall.to.z - wall.from.z }];
    const along = ((q.x - p.x) * s.z - (q.z - p.z) * s.x) / (r.x * s.z - r.z * s.x);
    return { x: p.x + r.x * along, y: -(p.z + r.z * along) };
  });
}

function areaOf(corners: readonly Point[]): number {
  const doubled = corners.reduce((sum, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length]!;
    return sum + x * next.y - y * next.x;
  }, 0);
  return Math.abs(doubled / 2);
}

/** Returns the errors of the area for taps with many seeds, smallest first. */
function simulateTaps(walls: readonly CapturedWall[], area: number): number[] {
  return Array.from({ length: simulatedSeeds }, (_, index) => {
    const random = createNormal(1000 + index);
    const made = captureToRoom(
      {
        walls: tappedWalls(walls).map(({ from, to }) => ({
          source: "taps",
          points: [0.15, 0.85].map((part) => ({
            x: from.x + (to.x - from.x) * part + random() * tapDeviation,
            y: -(from.z + (to.z - from.z) * part + random() * tapDeviation),
          })),
        })),
        height: undefined,
        openings: [],
      },
      { id: "room", name: "Room" },
    );
    if (!made.ok) return 1;
    const plan = { name: "Plan", units: "metric" as const, rooms: [made.room], joins: [] };
    const result = settlePlan(plan);
    return result.ok ? Math.abs(measurePlan(result.settled).innerArea / area - 1) : 1;
  }).toSorted((a, b) => a - b);
}

/** Returns a generator of normally distributed numbers (Box–Muller). */
function createNormal(start: number): () => number {
  const random = createRandom(start);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(2)} %`;
}
