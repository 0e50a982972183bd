import type { Block, Worker } from "tesseract.js";
import { encodePgm, type GreyMap } from "./grey-map.ts";
import type { TextEngineFiles } from "./text-engine-files.ts";
import type { TextResult } from "./text-result.ts";

/** The engine in its worker. `terminate` leaves a recognition under way pending forever. */
export type TextEngine = {
  recognize(
    map: GreyMap,
    options: {
      dpi?: number;
      /** Takes the picture for one block of lines, without columns. */
      isOneBlock?: boolean;
      onProgress?: (fraction: number) => void;
    },
  ): Promise<TextResult<readonly Block[]>>;
  terminate(): Promise<void>;
};

/** The mode of the engine without its older method, whose data is not installed. */
const neuralNetworkOnly = 1;

/** Starts tesseract.js in a worker and loads its languages. */
export async function startEngine(
  languages: readonly string[],
  files: TextEngineFiles,
): Promise<TextResult<TextEngine>> {
  let isLoadingLanguage = false;
  let report = (_fraction: number) => {};
  // The promise of a worker stays pending when a language is missing. Only the error handler is
  // called then.
  let fail = () => {};
  const failed = new Promise<undefined>((resolve) => {
    fail = () => resolve(undefined);
  });
  let worker: Worker | undefined;
  try {
    const { default: tesseract } = await import("tesseract.js");
    const starting = tesseract.createWorker([...languages], neuralNetworkOnly, {
      langPath: files.languageData,
      ...(files.worker !== undefined && { workerPath: files.worker }),
      ...(files.core !== undefined && { corePath: files.core }),
      // The policy of a page may forbid a worker from a blob to load scripts.
      workerBlobURL: false,
      // Only concerns the name: the data is decompressed if it needs to be.
      gzip: false,
      // The service worker of the page caches the files, and in Node they lie on the disk.
      cacheMethod: "none",
      logger({ status, progress }) {
        if (status === "loading language traineddata") isLoadingLanguage = true;
        if (status === "recognizing text") report(progress);
      },
      errorHandler: () => fail(),
    });
    worker = await Promise.race([starting, failed]);
  } catch {
    return { ok: false, failure: "no-engine" };
  }
  if (!worker) return { ok: false, failure: isLoadingLanguage ? "no-language" : "no-engine" };
  const { setParameters, recognize, terminate } = worker;

  return {
    ok: true,
    value: {
      async recognize(map, { dpi = 200, isOneBlock = false, onProgress = () => {} }) {
        report = onProgress;
        try {
          await setParameters({
            tessedit_pageseg_mode: (isOneBlock ? oneBlock : columnsAndBlocks) as never,
            user_defined_dpi: String(Math.round(dpi)),
            // The engine would print remarks on the picture to the console.
            debug_file: "/dev/null",
          });
          // The types list only objects of a browser and of Node, but the bytes of a picture are
          // accepted by both.
          const image = encodePgm(map) as never;
          const { data } = await recognize(image, {}, { blocks: true, text: false });
          return { ok: true, value: data.blocks ?? [] };
        } catch {
          return { ok: false, failure: "failed" };
        } finally {
          report = () => {};
        }
      },
      async terminate() {
        await terminate();
      },
    },
  };
}

/** `PSM.AUTO` and `PSM.SINGLE_BLOCK` of the engine, whose enumeration exists in its types only. */
const columnsAndBlocks = "3";
const oneBlock = "6";
