// The drawn picture as the camera of an engine that cannot play a .y4m file: its frames on a
// canvas.
import { readFile } from "node:fs/promises";
import sharp from "sharp";

type Film = {
  width: number;
  height: number;
  framesPerSecond: number;
  /** The different pictures, as data URLs. */
  pictures: string[];
  /** The number of the picture that each frame shows. */
  frames: number[];
};

/** Reads a .y4m file that `writeVideo` wrote. The film has only its brightness. */
export async function readFilm(path: string): Promise<Film> {
  const file = await readFile(path);
  const headerEnd = file.indexOf("\n");
  const header = /W(\d+) H(\d+) F(\d+)/.exec(file.toString("latin1", 0, headerEnd));
  if (!header) throw new Error(`${path} is no .y4m file.`);
  const [width = 0, height = 0, framesPerSecond = 0] = header.slice(1).map(Number);
  const marker = "FRAME\n".length;
  const frameSize = marker + (width * height * 3) / 2;
  const numbers = new Map<string, number>();
  const pictures: string[] = [];
  const frames: number[] = [];
  for (let at = headerEnd + 1; at + frameSize <= file.length; at += frameSize) {
    const brightness = file.subarray(at + marker, at + marker + width * height);
    const key = brightness.toString("latin1");
    if (!numbers.has(key)) {
      numbers.set(key, pictures.length);
      const raw = { width, height, channels: 1 } as const;
      const png = await sharp(brightness, { raw }).png().toBuffer();
      pictures.push(`data:image/png;base64,${png.toString("base64")}`);
    }
    frames.push(numbers.get(key)!);
  }
  return { width, height, framesPerSecond, pictures, frames };
}

/** Runs in the page: every camera that the page opens from now on plays the film in a loop. */
export function playFilm({ width, height, framesPerSecond, pictures, frames }: Film): void {
  // Only secure pages have cameras.
  if (typeof MediaDevices === "undefined") return;
  MediaDevices.prototype.getUserMedia = async () => {
    const images = await Promise.all(
      pictures.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return image;
      }),
    );
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d")!;
    const start = performance.now();
    const draw = () => {
      const frame = Math.floor(((performance.now() - start) * framesPerSecond) / 1000);
      context.drawImage(images[frames[frame % frames.length]!]!, 0, 0);
    };
    draw();
    const timer = setInterval(draw, 1000 / framesPerSecond);
    const stream = canvas.captureStream(framesPerSecond);
    const [track] = stream.getVideoTracks();
    const stop = track!.stop.bind(track);
    track!.stop = () => {
      clearInterval(timer);
      stop();
    };
    return stream;
  };
}
