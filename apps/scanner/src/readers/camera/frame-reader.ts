import type { Reading } from "@scanhook/codes";
import type { Answer, Question } from "./frame-messages.ts";
import type { Size } from "./placement.ts";

/** A picture that was read, to be shown with its codes. `close()` frees its memory. */
export type Picture = Size & { image: ImageBitmap | HTMLCanvasElement; close(): void };
export type Read = { readings: Reading[]; picture: Picture | undefined } & Size;

/** Reads codes in a worker of its own, so that the page stays smooth. One question at a time. */
export type FrameReader = {
  /** Loads the reader ahead of the first frame. Rejects when it cannot be loaded. */
  warm(): Promise<void>;
  /** Reads what the video shows now: a few milliseconds. `undefined` while the video has no picture yet. */
  frame(video: HTMLVideoElement): Promise<Read | undefined>;
  /** Reads a photo: takes its time. Its picture is always given back. */
  still(bitmap: ImageBitmap): Promise<Read>;
  /** Ends the worker; the next question starts a new one. */
  end(): void;
};

/** After this long without a question the worker is ended, and its memory free. */
const idleMs = 30_000;

export function createFrameReader(
  startWorker = () =>
    new Worker(new URL("./frames.worker.ts", import.meta.url), { type: "module" }),
): FrameReader {
  let running: Running | undefined;
  let idle = 0;
  let canvas: HTMLCanvasElement | undefined;
  let bitmapsWork = true;

  const end = () => {
    clearTimeout(idle);
    running?.worker.terminate();
    running?.fail(new Error("the reader was ended"));
    running = undefined;
  };

  const start = (): Running => {
    running ??= run(startWorker(), end);
    clearTimeout(idle);
    idle = window.setTimeout(end, idleMs);
    return running;
  };

  const readBitmap = async (effort: Effort, bitmap: ImageBitmap): Promise<Read> => {
    const { width, height } = bitmap;
    const { readings, bitmap: image } = await start().ask(effort, { kind: "bitmap", bitmap });
    const picture = image && { image, width, height, close: () => image.close() };
    return { readings, width, height, picture };
  };

  const readPixels = async (
    effort: Effort,
    source: CanvasImageSource,
    size: Size,
  ): Promise<Read> => {
    canvas ??= document.createElement("canvas");
    const image = canvas;
    const pixels = drawn(image, source, size);
    const { readings } = await start().ask(effort, { kind: "pixels", pixels, ...size });
    return { readings, ...size, picture: { image, ...size, close: () => {} } };
  };

  return {
    warm: async () => void (await start().ready),
    async frame(video) {
      const size = { width: video.videoWidth, height: video.videoHeight };
      if (size.width === 0 || video.readyState < video.HAVE_CURRENT_DATA) return undefined;
      const { draws } = await start().ready;
      if (draws && bitmapsWork) {
        const bitmap = await createImageBitmap(video).catch(() => undefined);
        if (bitmap) return readBitmap("frame", bitmap);
        bitmapsWork = false;
      }
      return readPixels("frame", video, size);
    },
    async still(bitmap) {
      const { draws } = await start().ready;
      return draws ? readBitmap("still", bitmap) : readPixels("still", bitmap, bitmap);
    },
    end,
  };
}

type Effort = Question["effort"];

type Running = {
  worker: Worker;
  ready: Promise<{ draws: boolean }>;
  ask(effort: Effort, picture: Question["picture"]): Promise<Extract<Answer, { kind: "readings" }>>;
  /** Rejects every question still open. */
  fail(error: Error): void;
};

function run(worker: Worker, end: () => void): Running {
  let questions = 0;
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const wait = (id: number) =>
    new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));

  const ready = wait(0).then((answer) => {
    if (answer.kind !== "ready") throw new Error("reason" in answer ? answer.reason : answer.kind);
    return { draws: answer.draws };
  });
  ready.catch(end);

  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    const id = "id" in data ? data.id : 0;
    waiting.get(id)?.resolve(data);
    waiting.delete(id);
  });
  worker.addEventListener("error", (event) => {
    fail(new Error(event.message || "the reader could not be loaded"));
    end();
  });

  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  return {
    worker,
    ready,
    fail,
    async ask(effort, picture) {
      const id = ++questions;
      const answer = wait(id);
      const transfer = picture.kind === "bitmap" ? picture.bitmap : picture.pixels;
      worker.postMessage({ id, effort, picture } satisfies Question, [transfer]);
      const said = await answer;
      if (said.kind !== "readings") throw new Error("reason" in said ? said.reason : said.kind);
      return said;
    },
  };
}

function drawn(canvas: HTMLCanvasElement, source: CanvasImageSource, { width, height }: Size) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data.buffer;
}
