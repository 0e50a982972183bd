// Draws pictures of an object on the mat of the app, as files and as the film of a camera.
import { open } from "node:fs/promises";
import sharp from "sharp";
import { createMat, type Picture } from "../../packages/objects/src/index.ts";
import { createMatTone } from "../../packages/objects/src/testing/mat-picture.ts";
import type { MaterialName } from "../../packages/objects/src/testing/materials.ts";
import { createRandom } from "../../packages/objects/src/testing/random.ts";
import { render } from "../../packages/objects/src/testing/render.ts";
import { type Solid, type SolidName, solids } from "../../packages/objects/src/testing/solids.ts";
import { walkRound } from "../../packages/objects/src/testing/walk-round.ts";

type Photographing = { width: number; height: number; seed: number };

/**
 * Takes 14 pictures of a solid on the A4 mat, with noise, blur, distortion and shadows: a low round, one from halfway up and one from above.
 */
export function photograph(
  solid: SolidName,
  material: MaterialName,
  { width, height, seed }: Photographing,
): Picture[] {
  const mat = createMatTone(createMat("a4"));
  const { camera, poses } = walkRound({ count: 32, width, height, seed });
  const random = createRandom(seed);
  const scene = { solid: solids[solid], material, mat };
  const chosen = poses.filter(
    (_, index) => index % 3 === 0 || index === 1 || index === 13 || index === 17,
  );
  return chosen.map((pose) => render(scene, camera, pose, { random }).picture);
}

/**
 * Takes 12 small pictures in three rounds on the A4 mat, or the first ones of them, of a textured solid that may differ from picture to
 * picture.
 */
export function photographRounds(
  solidOf: (index: number) => Solid,
  seed = 3,
  first = 12,
): Picture[] {
  const mat = createMatTone(createMat("a4"));
  const { camera, poses } = walkRound({ count: 12, width: 480, height: 360, seed });
  const random = createRandom(seed + 1);
  return poses.slice(0, first).map((pose, index) => {
    const scene = { solid: solidOf(index), material: "textured", mat } as const;
    return render(scene, camera, pose, { random }).picture;
  });
}

/** Returns a solid that was moved by so many millimeters along the mat. */
export const moveSolid = ({ distance, height }: Solid, shift: number): Solid => ({
  distance: (x, y, z) => distance(x - shift, y, z),
  height,
});

/** Returns pictures as files to choose. */
export function toFiles(pictures: readonly Picture[]) {
  return Promise.all(
    pictures.map(async ({ data, width, height }, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp(data, { raw: { width, height, channels: 4 } })
        .jpeg({ quality: 92 })
        .toBuffer(),
    })),
  );
}

/** Writes pictures as the film of a camera that rests at each of them for so many frames, five frames a second. */
export async function writeFilm(
  path: string,
  pictures: readonly Picture[],
  frames: number,
): Promise<string> {
  const { width, height } = pictures[0]!;
  const file = await open(path, "w");
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`);
    for (const picture of pictures) {
      const frame = toFrame(picture);
      for (let count = 0; count < frames; count++) await file.write(frame);
    }
  } finally {
    await file.close();
  }
  return path;
}

/** Encodes a picture with one color for every four pixels, in video range (ITU-R BT.601). */
function toFrame({ data, width, height }: Picture): Uint8Array {
  const header = Buffer.from("FRAME\n");
  const [pixels, colors] = [width * height, (width / 2) * (height / 2)];
  const frame = new Uint8Array(header.length + pixels + 2 * colors);
  frame.set(header);
  for (let at = 0; at < pixels; at++) {
    const [red, green, blue] = [data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!];
    frame[header.length + at] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue;
    const [row, column] = [Math.floor(at / width), at % width];
    if (row % 2 === 1 || column % 2 === 1) continue;
    const place = header.length + pixels + (row / 2) * (width / 2) + column / 2;
    frame[place] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue;
    frame[place + colors] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue;
  }
  return frame;
}
