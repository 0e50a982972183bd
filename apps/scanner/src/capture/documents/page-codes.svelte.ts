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
 * The codes on the pages of documents. A page is searched once while the app is open; nothing is
 * sent unless it is asked for.
 */
export function createPageCodes() {
  let found = $state.raw<ReadonlyMap<string, readonly PlacedCode[]>>(new Map());
  let sent = $state.raw<ReadonlyMap<string, number>>(new Map());
  let wanted: KeptDocument | undefined;
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
        const document = wanted;
        const page = document?.pages.find(({ id }) => !found.has(id));
        if (!document || !page) return;
        const file = await documents.readPicture(document, page.id);
        // A picture that cannot be read has no codes to offer.
        const codes = file
          ? await documents.inTurn(() => readCodes(reader, file)).catch(() => [])
          : [];
        if (codes.length > 0) loadContentParsers();
        found = new Map(found).set(page.id, codes);
      }
    } finally {
      reader.stop();
    }
  };

  return {
    /** Searches the pages of a document, one after another, until {@link stop}. */
    async search(document: KeptDocument) {
      wanted = document;
      if (isSearching) return;
      isSearching = true;
      await run().finally(() => {
        isSearching = false;
      });
    },
    /** Lets the page under way be the last one. */
    stop() {
      wanted = undefined;
    },
    /** Returns the codes that were found on these pages so far. */
    listOn: (pages: readonly DocumentPage[]) => listPageCodes(pages, found),
    /** Sends a code as a scan, and notes that in the open document. */
    send(reading: Reading) {
      const number = codeScanning.scanFound(reading);
      if (number === undefined) return;
      sent = new Map(sent).set(toCodeKey(reading), number);
      documents.noteSentCode(toCodeKey(reading));
    },
    /** Returns the scan that {@link send} made of a code. */
    findScan(reading: Reading) {
      const number = sent.get(toCodeKey(reading));
      return codeScanning.session.scans.find((scan) => scan.number === number);
    },
  };
}

/**
 * The bars of a code on A4 are still 2 pixels wide on this side, and a photo of 12 megapixels takes
 * a third of the memory.
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

/** The codes on the pages. They live as long as the app, so that no page is searched twice. */
export const pageCodes = createPageCodes();
