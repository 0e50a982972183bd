import type { Reading } from "@scanhook/codes";
import { settings } from "../../settings.svelte.ts";
import { startWorker } from "../../workers/start-worker.ts";
import type { FrameRequest, FrameResponse } from "./frame-messages.ts";
import address from "./frames.worker.ts?worker&url";
import type { Size } from "./placement.ts";

/** A picture that was read, to show with its codes. `close()` frees its memory. */
export type Picture = Size & { image: ImageBitmap | HTMLCanvasElement; close(): void };
/** The codes in a picture, and the picture itself if there is one to show. */
export type PictureReading = { readings: Reading[]; picture: Picture | undefined } & Size;

/** Reads codes in a worker, so that the page stays responsive. Takes one request at a time. */
export type FrameReader = {
  /** Loads the reader ahead of the first frame. Rejects if it cannot be loaded. */
  load(): Promise<void>;
  /**
   * Reads what the video shows now, within a few milliseconds; undefined while the video has no
   * picture yet.
   */
  readFrame(video: HTMLVideoElement): Promise<PictureReading | undefined>;
  /** Reads a photo with all effort. The result always has the picture. */
  readPhoto(bitmap: ImageBitmap): Promise<PictureReading>;
  /** Ends the worker; the next request starts a new one. */
  stop(): void;
};

/** After this long without a request the worker is ended, which frees its memory. */
const idleMs = 30_000;

export function createFrameReader(start = () => startWorker(address)): FrameReader {
  let connection: WorkerConnection | undefined;
  let idleTimer = 0;
  let canvas: HTMLCanvasElement | undefined;
  let canCreateBitmaps = true;

  const stop = () => {
    clearTimeout(idleTimer);
    connection?.worker.terminate();
    connection?.rejectAll(new Error("the reader was ended"));
    connection = undefined;
  };

  const connect = (): WorkerConnection => {
    connection ??= connectTo(start(), stop);
    clearTimeout(idleTimer);
    idleTimer = window.setTimeout(stop, idleMs);
    return connection;
  };

  const readBitmap = async (effort: Effort, bitmap: ImageBitmap): Promise<PictureReading> => {
    const { width, height } = bitmap;
    const { readings, bitmap: image } = await connect().request(effort, { kind: "bitmap", bitmap });
    const picture = image && { image, width, height, close: () => image.close() };
    return { readings, width, height, picture };
  };

  const readPixels = async (
    effort: Effort,
    source: CanvasImageSource,
    size: Size,
  ): Promise<PictureReading> => {
    canvas ??= document.createElement("canvas");
    const image = canvas;
    const pixels = drawPixels(image, source, size);
    const { readings } = await connect().request(effort, { kind: "pixels", pixels, ...size });
    return { readings, ...size, picture: { image, ...size, close: () => {} } };
  };

  return {
    load: async () => void (await connect().ready),
    async readFrame(video) {
      const size = { width: video.videoWidth, height: video.videoHeight };
      if (size.width === 0 || video.readyState < video.HAVE_CURRENT_DATA) return undefined;
      const { canDraw } = await connect().ready;
      if (canDraw && canCreateBitmaps) {
        const bitmap = await createImageBitmap(video).catch(() => undefined);
        if (bitmap) return readBitmap("frame", bitmap);
        canCreateBitmaps = false;
      }
      return readPixels("frame", video, size);
    },
    async readPhoto(bitmap) {
      const { canDraw } = await connect().ready;
      return canDraw ? readBitmap("still", bitmap) : readPixels("still", bitmap, bitmap);
    },
    stop,
  };
}

type Effort = FrameRequest["effort"];

type WorkerConnection = {
  worker: Worker;
  ready: Promise<{ canDraw: boolean }>;
  request(
    effort: Effort,
    picture: FrameRequest["picture"],
  ): Promise<Extract<FrameResponse, { kind: "readings" }>>;
  /** Rejects every request that has no response yet. */
  rejectAll(error: Error): void;
};

/** The worker's message that it is ready, or broken, has no id of a request. */
const startupId = 0;

function connectTo(worker: Worker, stop: () => void): WorkerConnection {
  let lastId = startupId;
  const pending = new Map<
    number,
    { resolve(response: FrameResponse): void; reject(error: Error): void }
  >();
  const waitForResponse = (id: number) =>
    new Promise<FrameResponse>((resolve, reject) => pending.set(id, { resolve, reject }));

  const ready = waitForResponse(startupId).then((response) => {
    if (response.kind !== "ready") throw toError(response);
    return { canDraw: response.canDraw };
  });
  ready.catch(stop);

  worker.addEventListener("message", ({ data }: MessageEvent<FrameResponse>) => {
    const id = "id" in data ? data.id : startupId;
    pending.get(id)?.resolve(data);
    pending.delete(id);
  });
  worker.addEventListener("error", (event) => {
    rejectAll(new Error(event.message || "the reader could not be loaded"));
    stop();
  });

  const rejectAll = (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  return {
    worker,
    ready,
    rejectAll,
    async request(effort, picture) {
      lastId += 1;
      const responsePromise = waitForResponse(lastId);
      const transfer = picture.kind === "bitmap" ? picture.bitmap : picture.pixels;
      const request: FrameRequest = {
        id: lastId,
        effort,
        fullAscii: settings.fullAscii,
        picture,
      };
      worker.postMessage(request, [transfer]);
      const response = await responsePromise;
      if (response.kind !== "readings") throw toError(response);
      return response;
    },
  };
}

function toError(response: FrameResponse): Error {
  return new Error("reason" in response ? response.reason : response.kind);
}

function drawPixels(canvas: HTMLCanvasElement, source: CanvasImageSource, { width, height }: Size) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data.buffer;
}
