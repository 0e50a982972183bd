// Draws pictures of an object on the mat of the app, as files and as the film of a camera.
import { open } from "node:fs/promises";
import sharp from "sharp";
import type { Picture } from "../../packages/objects/src/picture.ts";
import { type Drawing, drawRounds } from "../../packages/objects/src/testing/draw-rounds.ts";

type Options = Pick<Drawing, "turn" | "shift" | "after" | "until">;

const drawSmall = (solid: "box" | "shoe", seed: number, options: Options = {}): Picture[] =>
  drawRounds({ solid, width: 480, height: 360, seed, ...options }).map(({ picture }) => picture);

/** Takes 12 small pictures of a textured box of 80 × 55 × 44 mm on the A4 mat, in three rounds. */
export const photographBox = (): Picture[] => drawSmall("box", 5);

/** Takes 12 small pictures of the box after it was turned over. */
export const photographTurnedBox = (): Picture[] =>
  drawSmall("box", 9, { turn: { axis: [1, 0, 0], degrees: 180, yaw: 70 } });

/** Takes 12 small pictures of a shoe that is moved by 40 mm after the first six. */
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
 * Writes pictures as the film of a camera, in YUV4MPEG2 with five frames a second. Each picture is
 * repeated for `framesPerPicture` frames.
 */
export async function writeFilm(
  path: string,
  pictures: readonly Picture[],
  framesPerPicture: number,
): Promise<string> {
  const { width, height } = pictures[0]!;
  const file = await open(path, "w");
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`);
    for (const picture of pictures) {
      const frame = encodeFrame(picture);
      for (let count = 0; count < framesPerPicture; count++) await file.write(frame);
    }
  } finally {
    await file.close();
  }
  return path;
}

/** Encodes a picture as a frame in YUV 4:2:0, in video range (ITU-R BT.601). */
function encodeFrame({ data, width, height }: Picture): Uint8Array {
  const header = Buffer.from("FRAME\n");
  const [pixelCount, chromaCount] = [width * height, (width / 2) * (height / 2)];
  const frame = new Uint8Array(header.length + pixelCount + 2 * chromaCount);
  frame.set(header);
  for (let pixel = 0; pixel < pixelCount; pixel++) {
    const [red, green, blue] = [data[4 * pixel]!, data[4 * pixel + 1]!, data[4 * pixel + 2]!];
    frame[header.length + pixel] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue;
    const [row, column] = [Math.floor(pixel / width), pixel % width];
    if (row % 2 === 1 || column % 2 === 1) continue;
    const chroma = header.length + pixelCount + (row / 2) * (width / 2) + column / 2;
    frame[chroma] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue;
    frame[chroma + chromaCount] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue;
  }
  return frame;
}
