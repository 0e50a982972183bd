// Writes the picture of a camera as a .y4m file for Chromium's --use-file-for-fake-video-capture,
// which plays it in a loop.
import { open } from "node:fs/promises";
import sharp from "sharp";
import { type Camera, drawPicture, type Picture, type PlacedCode } from "./picture.ts";

export type Shot = {
  /** The codes in front of the camera; none means the empty table. */
  codes?: PlacedCode[];
  /**
   * The file of a photo in front of the camera instead of codes, as large as fits and without
   * motion.
   */
  photo?: string;
  /** The number of frames of this shot. */
  frames: number;
  /**
   * Draws a white lamp in the top left corner (a sixteenth of the width), by which a page can tell
   * when the shot began.
   */
  lamp?: boolean;
};

type Video = Camera & {
  framesPerSecond?: number;
  /** The distance by which the hand shakes, in pixels. */
  shake?: number;
};

/**
 * Writes the shots one after the other to `path` and returns the path. The default is 640 x 480 at
 * 30 frames a second.
 */
export async function writeVideo(path: string, shots: Shot[], video: Video = {}): Promise<string> {
  const { framesPerSecond = 30, shake = 4, ...given } = video;
  const camera = { width: 640, height: 480, seed: 1, ...given };
  const { width, height } = camera;
  const file = await open(path, "w");
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
    for (const shot of shots) {
      const drawn = await drawShot(shot, camera, shake);
      for (let i = 0; i < shot.frames; i++) await file.write(drawn[swing(i, drawn.length)]!);
    }
  } finally {
    await file.close();
  }
  return path;
}

/**
 * Draws a few pictures of a hand's motion. They are repeated, because drawing takes the most time.
 */
const positions = 4;

async function drawShot(
  shot: Shot,
  camera: Required<Pick<Camera, "width" | "height" | "seed">>,
  shake: number,
) {
  if (shot.photo) return [toY4mFrame(await openPhoto(shot.photo, camera))];
  const count = Math.max(1, Math.min(positions, shot.frames));
  const drawn: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const codes = (shot.codes ?? []).map((code) => shift(code, i, shake, camera));
    const picture = await drawPicture(codes, camera);
    if (shot.lamp) light(picture);
    drawn.push(toY4mFrame(picture));
  }
  return drawn;
}

async function openPhoto(path: string, { width, height }: { width: number; height: number }) {
  const gray = await sharp(path)
    .rotate()
    .flatten({ background: "white" })
    .resize(width, height, { fit: "contain", background: "#777" })
    .greyscale()
    .raw()
    .toBuffer();
  return { gray: new Uint8Array(gray), width, height };
}

function shift(
  code: PlacedCode,
  step: number,
  shake: number,
  { width, height }: { width: number; height: number },
): PlacedCode {
  const { at = { x: 0.5, y: 0.5 }, turn = 0 } = code;
  const offset = step * shake;
  return {
    ...code,
    at: { x: at.x + offset / width, y: at.y + offset / 2 / height },
    turn: turn + offset / 8,
  };
}

/** 0 1 2 3 2 1 0 1 …: back and forth, without a jump at the repetition. */
function swing(i: number, length: number): number {
  if (length === 1) return 0;
  const step = i % (2 * length - 2);
  return step < length ? step : 2 * length - 2 - step;
}

function light({ gray, width }: Picture): void {
  const size = Math.floor(width / 16);
  for (let y = 0; y < size; y++) gray.fill(255, y * width, y * width + size);
}

/**
 * Writes brightness at full size and a warm tint at half size, both in video range (ITU-R BT.601).
 */
function toY4mFrame({ gray, width, height }: Omit<Picture, "corners">): Uint8Array {
  const header = Buffer.from("FRAME\n");
  const chroma = (width / 2) * (height / 2);
  const frame = new Uint8Array(header.length + gray.length + 2 * chroma);
  frame.set(header);
  for (let i = 0; i < gray.length; i++) frame[header.length + i] = 16 + (gray[i]! * 219) / 255;
  frame.fill(122, header.length + gray.length, header.length + gray.length + chroma);
  frame.fill(132, header.length + gray.length + chroma);
  return frame;
}
