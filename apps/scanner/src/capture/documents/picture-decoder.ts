import {
  type CodedPicture,
  type CodedResult,
  type DecoderWorker,
  limitDecoding,
} from "@scanhook/documents";
import { connectWorker, type FailedResponse } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import address from "./decoder.worker.ts?worker&url";

/**
 * Returns a decoder for the pictures of a PDF file, whose worker the first picture in JBIG2 or JPEG
 * 2000 starts. It has to be stopped.
 */
export function createPictureDecoder(): DecoderWorker {
  return limitDecoding(() => {
    const { request, stop } = connectWorker<CodedPicture, CodedResult | FailedResponse>(() =>
      startWorker(address),
    );
    return {
      async decode(picture) {
        const result = await request(picture);
        return "kind" in result ? { ok: false, reason: "missing" } : result;
      },
      stop,
    };
  });
}
