import "../../workers/promise-with-resolvers.ts";
import { type CodedPicture, type CodedResult, createCodedDecoder } from "@scanhook/documents";
import * as decoders from "pdfjs-dist/legacy/image_decoders/pdf.image_decoders.min.mjs";
import jbig2 from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpeg from "pdfjs-dist/wasm/openjpeg.wasm?url";
import { answerRequests } from "../../workers/answer-requests.ts";

// Decodes pictures of PDF files. Its script and its files are loaded when they are needed.

const addresses = { "jbig2.wasm": jbig2, "openjpeg.wasm": openjpeg };
const loadDecoders = async () => decoders;
const decode = createCodedDecoder(loadDecoders, async (file) => {
  const response = await fetch(addresses[file]);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
});

answerRequests<CodedPicture, CodedResult>(decode, (result) =>
  result.ok ? [result.samples.buffer] : [],
);
