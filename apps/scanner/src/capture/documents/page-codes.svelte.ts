import type { Reading } from "@scanhook/codes";
import { loadContentParsers } from "../../content/code-summary.svelte.ts";
import { toCodeKey } from "../../readers/camera/code-key.ts";
import { createFrameReader } from "../../readers/camera/frame-reader.ts";
import { openPicture } from "../../readers/camera/pictures.ts";
import { codeScanning } from "../../scanning/code-scanning.svelte.ts";
import type { DocumentPage, KeptDocument } from "./document.ts";
import { documents } from "./documents.svelte.ts";
import { listPageCodes, type PlacedCode, placeCode } from "./placed-codes.ts";

/**
 * The codes on the pages of documents. Each page is searched once while the app is open. Codes are
 * sent only by `send`.
 */
function createPageCodes() {
  let codesByPage = $state.raw<ReadonlyMap<string, readonly PlacedCode[]>>(new Map());
  let scanNumbers = $state.raw<ReadonlyMap<string, number>>(new Map());
  let target: KeptDocument | undefined;
  let isSearching = false;

  const readCodes = async (
    reader: ReturnType<typeof createFrameReader>,
    file: Blob,
  ): Promise<PlacedCode[]> => {
    const opened = await openPicture(file);
    if (!opened.ok) return [];
    const bitmap = await reduce(opened.bitmap);
    const { readings, width, height, picture } = await reader.readPhoto(bitmap);
    picture?.close();
    return readings.map((reading) => placeCode(reading, { width, height }));
  };

  const run = async () => {
    const reader = createFrameReader();
    try {
      for (;;) {
        const document = target;
        const page = document?.pages.find(({ id }) => !codesByPage.has(id));
        if (!document || !page) return;
        const file = await documents.readPicture(document, page.id);
        // A picture that cannot be read has no codes to offer.
        const codes = file
          ? await documents.inTurn(() => readCodes(reader, file)).catch(() => [])
          : [];
        if (codes.length > 0) loadContentParsers();
        codesByPage = new Map(codesByPage).set(page.id, codes);
      }
    } finally {
      reader.stop();
    }
  };

  return {
    /** Searches the pages of a document, one after another, until {@link stop}. */
    async search(document: KeptDocument) {
      target = document;
      if (isSearching) return;
      isSearching = true;
      await run().finally(() => {
        isSearching = false;
      });
    },
    /** Ends the search after the page that is being searched. */
    stop() {
      target = undefined;
    },
    /** Returns the codes that were found on these pages so far. */
    listOn: (pages: readonly DocumentPage[]) => listPageCodes(pages, codesByPage),
    /** Sends a code as a scan, and marks it as sent in the open document. */
    send(reading: Reading) {
      const number = codeScanning.scanFound(reading);
      if (number === undefined) return;
      scanNumbers = new Map(scanNumbers).set(toCodeKey(reading), number);
      documents.noteSentCode(toCodeKey(reading));
    },
    /** Returns the scan that {@link send} made of a code. */
    findScan(reading: Reading) {
      const number = scanNumbers.get(toCodeKey(reading));
      return codeScanning.session.scans.find((scan) => scan.number === number);
    },
  };
}

/**
 * The longer side of the pictures that are searched, in pixels. The bars of a code on A4 are still
 * 2 pixels wide, and a photo of 12 megapixels takes a third of the memory.
 */
const searchedSide = 2560;

async function reduce(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const scale = searchedSide / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return bitmap;
  const reduced = await createImageBitmap(bitmap, {
    resizeWidth: Math.round(bitmap.width * scale),
    resizeHeight: Math.round(bitmap.height * scale),
    resizeQuality: "high",
  });
  bitmap.close();
  return reduced;
}

/** The codes on the pages, which stay known while the app is open. */
export const pageCodes = createPageCodes();
