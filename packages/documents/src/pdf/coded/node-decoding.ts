import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import type { CodedPicture } from "./coded-picture.ts";
import { createCodedDecoder } from "./decode-coded.ts";

// Decodes the pictures that node-decoder.ts sends to this thread.
const files = {
  "jbig2.wasm": () => import.meta.resolve("pdfjs-dist/wasm/jbig2.wasm"),
  "openjpeg.wasm": () => import.meta.resolve("pdfjs-dist/wasm/openjpeg.wasm"),
};
const decode = createCodedDecoder(
  () => import("pdfjs-dist/legacy/image_decoders/pdf.image_decoders.min.mjs"),
  (file) => readFile(fileURLToPath(files[file]())),
);

parentPort!.on("message", async (picture: CodedPicture) => {
  parentPort!.postMessage(await decode(picture));
});
