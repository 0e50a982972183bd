import { type CodedPicture, type CodedResult, createCodedDecoder } from "@scanhook/documents";
import jbig2 from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpeg from "pdfjs-dist/wasm/openjpeg.wasm?url";
import { answerRequests } from "../../workers/answer-requests.ts";

// Decodes pictures of PDF files. Its script and its files are loaded when they are needed.

// The decoders use it, and the oldest browsers lack it. start.js adds it to pages only.
Promise.withResolvers ??= <T>() => {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
};

const addresses = { "jbig2.wasm": jbig2, "openjpeg.wasm": openjpeg };
const decode = createCodedDecoder(async (file) => {
  const response = await fetch(addresses[file]);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
});

answerRequests<CodedPicture, CodedResult>(decode, (result) =>
  result.ok ? [result.samples.buffer] : [],
);
