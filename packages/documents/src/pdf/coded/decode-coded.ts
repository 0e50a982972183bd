/// <reference path="./image-decoders.d.ts" />
import type { CodedPicture, CodedResult, DecodeCoded } from "./coded-picture.ts";

/** The files of the decoders, in the folder `wasm` of the package pdfjs-dist. */
export type DecoderFile = "jbig2.wasm" | "openjpeg.wasm";

type ImageDecoders = typeof import("pdfjs-dist/legacy/image_decoders/pdf.image_decoders.min.mjs");

/**
 * Returns a function that decodes pictures with the decoders of pdf.js: PDFium's for JBIG2 and
 * OpenJPEG for JPEG 2000. A damaged picture may keep it busy for long, so it belongs into a worker
 * that `limitDecoding` ends. `loadDecoders` imports `image_decoders/pdf.image_decoders.min.mjs` of
 * the folder `legacy` of pdfjs-dist, which this file does not import because it is optional.
 */
export function createCodedDecoder(
  loadDecoders: () => Promise<unknown>,
  loadFile: (file: DecoderFile) => Promise<Uint8Array>,
): DecodeCoded {
  const files = new Map<string, Uint8Array>();
  let loading: Promise<ImageDecoders> | undefined;

  return async (picture) => {
    let decoders: ImageDecoders;
    try {
      loading ??= loadDecoders().then((loaded) => prepare(loaded as ImageDecoders, files));
      decoders = await loading;
      const file = picture.kind === "jbig2" ? "jbig2.wasm" : "openjpeg.wasm";
      if (!files.has(file)) files.set(file, await loadFile(file));
    } catch {
      loading = undefined;
      return { ok: false, reason: "missing" };
    }
    return decode(picture, decoders);
  };
}

function prepare(decoders: ImageDecoders, files: Map<string, Uint8Array>): ImageDecoders {
  // They would print remarks on damaged pictures to the console.
  decoders.setVerbosityLevel(decoders.VerbosityLevel.ERRORS);
  // The options are those of all decoders.
  decoders.JpxImage.setOptions({
    useWasm: true,
    useWorkerFetch: false,
    wasmUrl: "",
    getHandler: () => ({ sendWithPromise: async (_, { filename }) => files.get(filename)! }),
  });
  return decoders;
}

async function decode(
  picture: CodedPicture,
  { Jbig2Image, JpxImage }: ImageDecoders,
): Promise<CodedResult> {
  try {
    const { data } = picture;
    const samples =
      picture.kind === "jbig2"
        ? await Jbig2Image.instance.decode(data, picture.width, picture.height, picture.globals)
        : await JpxImage.instance.decode(data, {
            numComponents: picture.components,
            isIndexedColormap: picture.isIndexed,
          });
    return { ok: true, samples: new Uint8Array(samples.buffer) };
  } catch {
    return { ok: false, reason: "damaged" };
  } finally {
    // Drops the instance, whose memory only grows and which a damaged picture may break.
    JpxImage.cleanup();
  }
}
