// Draws pictures of an object on the mat of the app, as files and as the film of a camera.
import { open } from "node:fs/promises";
import sharp from "sharp";
import type { Picture } from "../../packages/objects/src/picture.ts";
import { type Drawing, drawRounds } from "../../packages/objects/src/testing/draw-rounds.ts";

type Small = Pick<Drawing, "turn" | "shift" | "after" | "until">;

const drawSmall = (solid: "box" | "shoe", seed: number, more: Small = {}): Picture[] =>
  drawRounds({ solid, width: 480, height: 360, seed, ...more }).map(({ picture }) => picture);

/** Takes 12 small pictures of a textured box of 80 × 55 × 44 mm on the A4 mat, in three rounds. */
export const photographBox = (): Picture[] => drawSmall("box", 5);

/** Takes as many pictures of the box after it was turned over. */
export const photographTurnedBox = (): Picture[] =>
  drawSmall("box", 9, { turn: { axis: [1, 0, 0], degrees: 180, yaw: 70 } });

/** Takes as many pictures of a shoe that is moved by 40 mm after the first six. */
export const photographMovedShoe = (): Picture[] => [
  ...drawSmall("shoe", 3, { until: 6 }),
  ...drawSmall("shoe", 3, { after: 6, shift: 40 }),
];

/**
 * Takes 12 small pictures of a textured shoe of 140 × 58 × 54 mm on the A4 mat, in three rounds.
 */
export const photographShoe = (): Picture[] => drawSmall("shoe", 3);

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

/**
 * Writes pictures as the film of a camera that rests at each of them for so many frames, five
 * frames a second.
 */
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
