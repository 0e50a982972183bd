import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { createMat } from "../../packages/objects/src/mat/mat.ts";
import { createMatTone } from "../../packages/objects/src/testing/mat-picture.ts";
import { createRandom } from "../../packages/objects/src/testing/random.ts";
import { render } from "../../packages/objects/src/testing/render.ts";
import { solids } from "../../packages/objects/src/testing/solids.ts";
import { walkRound } from "../../packages/objects/src/testing/walk-round.ts";

/** Draws 12 small photos of a shoe of 140 × 58 × 54 mm on the mat for A4 into a folder: all as JPEG but the first, `0.png`. */
export async function drawObjectPhotos(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { camera, poses } = walkRound({ count: 12, width: 480, height: 360, seed: 3 });
  const random = createRandom(4);
  const mat = createMatTone(createMat("a4"));
  const scene = { solid: solids.shoe, material: "textured", mat } as const;
  for (const [index, pose] of poses.entries()) {
    const { width, height, data } = render(scene, camera, pose, { random }).picture;
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    if (index === 0) await image.png().toFile(join(folder, "0.png"));
    else await image.jpeg({ quality: 95 }).toFile(join(folder, `${index}.jpg`));
  }
}
