// Walks through a captured room with the scanner: the floor, two points for each wall, the ceiling.
import type { Page } from "playwright";
import { type CapturedPlane, look, type Position } from "./room-device.ts";

/** A wall of the capture on its floor line. */
export type CapturedWall = { from: Position; to: Position };

/**
 * Returns the walls among the planes in their order around the room, each on to the nearest end
 * that is left.
 */
export function listWalls(planes: readonly CapturedPlane[]): CapturedWall[] {
  const floor = levelOf(planes, "floor");
  const left = planes
    .filter(({ label }) => label === "wall")
    .map(({ corners }): CapturedWall => {
      const pairs = corners.flatMap((from) => corners.map((to) => ({ from, to })));
      const widest = Math.max(...pairs.map(({ from, to }) => apart(from, to)));
      const { from, to } = pairs.find((pair) => apart(pair.from, pair.to) === widest)!;
      return { from: { ...from, y: floor }, to: { ...to, y: floor } };
    });
  const ordered = left.splice(0, 1);
  while (left.length > 0) {
    const { to } = ordered.at(-1)!;
    const choices = left.flatMap((wall, index) => [
      { index, wall },
      { index, wall: { from: wall.to, to: wall.from } },
    ]);
    const next = choices.reduce((best, choice) =>
      apart(to, choice.wall.from) < apart(to, best.wall.from) ? choice : best,
    );
    ordered.push(next.wall);
    left.splice(next.index, 1);
  }
  return ordered;
}

/** Returns the middle height of the planes with a label. */
export function levelOf(planes: readonly CapturedPlane[], label: string): number {
  const heights = planes
    .filter((plane) => plane.label === label)
    .flatMap(({ corners }) => corners.map(({ y }) => y));
  return heights.reduce((sum, y) => sum + y, 0) / heights.length;
}

const apart = (a: Position, b: Position) => Math.hypot(a.x - b.x, a.z - b.z);

/** Presses a button of the overlay as soon as it can be pressed. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByTestId("walk-overlay").getByRole("button", { name }).click();

/** Opens the tab and starts the session. */
export async function startWalk(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/scan/#/scan-room`);
  await page.getByRole("button", { name: "Start the camera" }).click();
  await page.getByTestId("walk-overlay").waitFor();
}

/** Shorter walls are left out by people who tap: their neighbors then cross beside them. */
const leastTapped = 0.3;

/** Returns the walls that are long enough for two taps. */
export const tappedWalls = (walls: readonly CapturedWall[]) =>
  walls.filter(({ from, to }) => apart(from, to) >= leastTapped);

/**
 * Scans the walls by two points each, at 15 and 85 % of their lengths, then the height. `noise`
 * returns the error of a coordinate of a point, in meters. The person stands in the middle of the
 * room, at eye height.
 */
export async function tapWalls(
  page: Page,
  planes: readonly CapturedPlane[],
  noise: () => number,
): Promise<void> {
  const walls = tappedWalls(listWalls(planes));
  const [floor, ceiling] = [levelOf(planes, "floor"), levelOf(planes, "ceiling")];
  const middle = (axis: "x" | "z") =>
    walls.reduce((sum, { from }) => sum + from[axis], 0) / walls.length;
  const eye = { x: middle("x"), y: floor + 1.6, z: middle("z") };
  await setFloor(page, eye, floor);
  for (const [index, { from, to }] of walls.entries()) {
    for (const part of [0.15, 0.85]) {
      const target = {
        x: from.x + (to.x - from.x) * part + noise(),
        y: floor,
        z: from.z + (to.z - from.z) * part + noise(),
      };
      await look(page, eye, target);
      await press(page, "Set a point");
    }
    await page.getByText(index === 0 ? "1 wall" : `${index + 1} walls`, { exact: true }).waitFor();
  }
  await press(page, "All walls are set");
  const { from, to } = walls[0]!;
  await look(page, eye, { x: (from.x + to.x) / 2, y: ceiling, z: (from.z + to.z) / 2 });
  await press(page, "Set the height");
}

/** Looks around for a free place of the floor, as people do, and sets the floor there. */
async function setFloor(page: Page, eye: Position, floor: number): Promise<void> {
  for (let turn = 0; turn < 16; turn++) {
    const angle = (turn * Math.PI) / 8;
    const away = 1 + 0.25 * (turn % 3);
    const target = {
      x: eye.x + away * Math.cos(angle),
      y: floor,
      z: eye.z + away * Math.sin(angle),
    };
    await look(page, eye, target);
    const isFree = await page.evaluate(hitsFloor, floor);
    if (isFree) return press(page, "Set the floor");
  }
  throw new Error("no free place of the floor is in view");
}

/**
 * Runs in the page: whether nothing lies between the eye and the floor in the middle of the view.
 */
function hitsFloor(floor: number): boolean {
  const { arDevice } = globalThis as unknown as {
    arDevice: {
      viewerSpace: unknown;
      position: { x: number; y: number; z: number };
      quaternion: { x: number; y: number; z: number; w: number };
      sem: { computeHitTestResults(matrix: number[]): number[][] };
    };
  };
  const { x, y, z, w } = arDevice.quaternion;
  const { position } = arDevice;
  const matrix = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
    [position.x, position.y, position.z, 1],
  ].flat();
  const [first] = arDevice.sem.computeHitTestResults(matrix);
  return first !== undefined && Math.abs(first[13]! - floor) < 0.06;
}

/** Ends the walk and returns the text of the plan as JSON. */
export async function finishWalk(page: Page): Promise<void> {
  await press(page, "Finish");
  await page.getByTestId("plan").waitFor();
}
