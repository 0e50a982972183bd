import { fileURLToPath } from "node:url";
import type { Viewpoint } from "../camera/camera.ts";
import { createMat, type Paper } from "../mat/mat.ts";
import { keepDrawn } from "./keep-drawn.ts";
import { createMatTone } from "./mat-picture.ts";
import type { MaterialName } from "./materials.ts";
import { createRandom } from "./random.ts";
import { type Rendered, render } from "./render.ts";
import { moveSolid, type SolidName, solids } from "./solids.ts";
import { turnSolid } from "./turn-solid.ts";
import { walkRound } from "./walk-round.ts";

/** Pictures of a solid in rounds, as plain data. */
export type Drawing = {
  solid: SolidName;
  material?: MaterialName;
  /** The rotation of the solid: about an axis, then about the vertical, both in degrees. */
  turn?: { axis: readonly [x: number, y: number, z: number]; degrees: number; yaw: number };
  /** The translation of the solid along x, in millimeters. */
  shift?: number;
  paper?: Paper;
  width: number;
  height: number;
  seed: number;
  /** The number of camera poses, and which are drawn: from `after` up to `until`, not included. */
  count?: number;
  after?: number;
  until?: number;
  /** The noise in gray levels. */
  noise?: number;
};

type Drawn = Viewpoint & Rendered;

/** Draws a solid on the mat at poses round it. What was drawn before is read from a file. */
export function drawRounds(drawing: Drawing): Drawn[] {
  return keepDrawn({ source: fileURLToPath(import.meta.url), drawing }, () => draw(drawing));
}

function draw({
  solid: name,
  material = "textured",
  turn,
  shift,
  paper = "a4",
  count = 12,
  after = 0,
  until = count,
  noise = 3,
  ...looks
}: Drawing): Drawn[] {
  const whole = turn
    ? turnSolid(solids[name], turn.axis, turn.degrees, turn.yaw).solid
    : solids[name];
  const solid = shift === undefined ? whole : moveSolid(whole, shift);
  const { camera, poses } = walkRound({ count, ...looks });
  const random = createRandom(looks.seed + 1);
  const scene = { solid, material, mat: createMatTone(createMat(paper)) };
  return poses
    .slice(after, until)
    .map((pose) => ({ camera, pose, ...render(scene, camera, pose, { random, noise }) }));
}
