import { type CodeReader, createCodeReader, type Frame, toFullAscii } from "@scanhook/codes";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { answerRequests } from "../../workers/answer-requests.ts";
import type { FrameRequest, FrameResponse, ReadRequest } from "./frame-messages.ts";

let canvas: OffscreenCanvas | undefined;
const reader = createCodeReader({ wasm });

answerRequests(
  async (request: FrameRequest): Promise<FrameResponse> => {
    const codes = await reader;
    return request.do === "load" ? { kind: "ready", canDraw: canDraw() } : read(request, codes);
  },
  (response) => (response.kind === "readings" && response.bitmap ? [response.bitmap] : []),
);

async function read(
  { effort, fullAscii, picture }: ReadRequest,
  codes: CodeReader,
): Promise<FrameResponse> {
  if (picture.kind === "pixels") {
    const { pixels, width, height } = picture;
    const frame = { data: new Uint8ClampedArray(pixels), width, height };
    return { kind: "readings", readings: await readCodes(codes, { effort, fullAscii }, frame) };
  }
  const { bitmap } = picture;
  const readings = await readCodes(codes, { effort, fullAscii }, toFrame(bitmap));
  if (readings.length > 0 || effort === "still") return { kind: "readings", readings, bitmap };
  bitmap.close();
  return { kind: "readings", readings };
}

/** Reads the codes of a frame; of a photo all of them, because a person then chooses. */
async function readCodes(
  codes: CodeReader,
  { effort, fullAscii }: Pick<ReadRequest, "effort" | "fullAscii">,
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
