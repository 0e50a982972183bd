import type { Reading } from "@scanhook/codes";
import { settings } from "../../settings.svelte.ts";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import type { FrameRequest, FrameResponse, ReadRequest } from "./frame-messages.ts";
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

/** Creates a frame reader. Its worker is started with the first request. */
export function createFrameReader(): FrameReader {
  const connection = connectWorker<FrameRequest, FrameResponse>(() => startWorker(address));
  const ask = createAsk(connection);
  let loading: Promise<{ canDraw: boolean }> | undefined;
  let idleTimer = 0;
  let canvas: HTMLCanvasElement | undefined;
  let canCreateBitmaps = true;

  const stop = () => {
    clearTimeout(idleTimer);
    loading = undefined;
    connection.stop();
  };

  const load = (): Promise<{ canDraw: boolean }> => {
    clearTimeout(idleTimer);
    idleTimer = window.setTimeout(stop, idleMs);
    if (loading) return loading;
    const started = ask(["ready"], { do: "load" });
    started.catch(() => loading === started && stop());
    loading = started;
    return started;
  };

  const read = (effort: ReadRequest["effort"], picture: ReadRequest["picture"]) => {
    void load();
    const transfer = picture.kind === "bitmap" ? picture.bitmap : picture.pixels;
    const { fullAscii } = settings;
    return ask(["readings"], { do: "read", effort, fullAscii, picture }, [transfer]);
  };

  const readBitmap = async (effort: ReadRequest["effort"], bitmap: ImageBitmap) => {
    const { width, height } = bitmap;
    const { readings, bitmap: image } = await read(effort, { kind: "bitmap", bitmap });
    const picture = image && { image, width, height, close: () => image.close() };
    return { readings, width, height, picture };
  };

  const readPixels = async (
    effort: ReadRequest["effort"],
    source: CanvasImageSource,
    size: Size,
  ) => {
    canvas ??= document.createElement("canvas");
    const image = canvas;
    const pixels = drawPixels(image, source, size);
    const { readings } = await read(effort, { kind: "pixels", pixels, ...size });
    return { readings, ...size, picture: { image, ...size, close: () => {} } };
  };

  return {
    load: async () => void (await load()),
    async readFrame(video) {
      const size = { width: video.videoWidth, height: video.videoHeight };
      if (size.width === 0 || video.readyState < video.HAVE_CURRENT_DATA) return undefined;
      const { canDraw } = await load();
      if (canDraw && canCreateBitmaps) {
        const bitmap = await createImageBitmap(video).catch(() => undefined);
        if (bitmap) return readBitmap("frame", bitmap);
        canCreateBitmaps = false;
      }
      return readPixels("frame", video, size);
    },
    async readPhoto(bitmap) {
      const { canDraw } = await load();
      return canDraw ? readBitmap("still", bitmap) : readPixels("still", bitmap, bitmap);
    },
    stop,
  };
}

function drawPixels(canvas: HTMLCanvasElement, source: CanvasImageSource, { width, height }: Size) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data.buffer;
}
