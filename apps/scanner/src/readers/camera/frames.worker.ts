import { type CodeReader, createCodeReader, type Frame, toFullAscii } from "@scanhook/codes";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { FrameRequest, FrameResponse } from "./frame-messages.ts";

const respond = (response: FrameResponse, transfer: Transferable[] = []) =>
  postMessage(response, transfer);

let canvas: OffscreenCanvas | undefined;
const reader = createCodeReader({ wasm });
reader.then(
  () => respond({ kind: "ready", canDraw: canDraw() }),
  (error: unknown) => respond({ kind: "broken", reason: String(error) }),
);

addEventListener("message", async ({ data }: MessageEvent<FrameRequest>) => {
  try {
    await read(data, await reader);
  } catch (error) {
    respond({ kind: "failed", id: data.id, reason: String(error) });
  }
});

async function read({ id, effort, fullAscii, picture }: FrameRequest, codes: CodeReader) {
  if (picture.kind === "pixels") {
    const { pixels, width, height } = picture;
    const frame = { data: new Uint8ClampedArray(pixels), width, height };
    const readings = await readCodes(codes, { effort, fullAscii }, frame);
    respond({ kind: "readings", id, readings });
    return;
  }
  const { bitmap } = picture;
  const readings = await readCodes(codes, { effort, fullAscii }, toFrame(bitmap));
  if (readings.length > 0 || effort === "still") {
    respond({ kind: "readings", id, readings, bitmap }, [bitmap]);
    return;
  }
  bitmap.close();
  respond({ kind: "readings", id, readings });
}

/** A person who opens a photo chooses from all of its codes. */
async function readCodes(
  codes: CodeReader,
  { effort, fullAscii }: Pick<FrameRequest, "effort" | "fullAscii">,
  frame: Frame,
) {
  const readings =
    effort === "still" ? await codes.still(frame, { all: true }) : await codes.frame(frame);
  return fullAscii ? readings.map(toFullAscii) : readings;
}

function toFrame(bitmap: ImageBitmap): Frame {
  const { width, height } = bitmap;
  if (canvas?.width !== width || canvas.height !== height) {
    canvas = new OffscreenCanvas(width, height);
  }
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw in a worker");
  context.drawImage(bitmap, 0, 0);
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

/** Safari before 16.4 has no 2D drawing in workers. */
function canDraw(): boolean {
  return (
    typeof OffscreenCanvas !== "undefined" && new OffscreenCanvas(1, 1).getContext("2d") !== null
  );
}
