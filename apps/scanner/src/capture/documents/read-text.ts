import {
  findReceiptName,
  isReceipt,
  type ReceiptName,
  type TextFailure,
  type TextResult,
} from "@scanhook/documents";
import type { DocumentPage, KeptDocument } from "./document.ts";
import { type ExportSource, renderPage } from "./export-document.ts";
import { layOutPage } from "./page-layout.ts";
import type { ReadText } from "./page-text.ts";

/** The text of a page, the quarter turns that make it upright, and the roll of a receipt. */
export type PageReading = {
  page: DocumentPage;
  quarterTurns: number;
  receipt: ReceiptName | undefined;
  pageText: ReadText;
};

/**
 * Reads the text of pages of a document, one after another, and finds which way is up. Passes
 * each page to `onPage` at once, so that no text is lost if the signal stops the work. Continues
 * after a page that fails, and returns its failure at the end.
 */
export async function readDocumentText(
  document: KeptDocument,
  pages: readonly DocumentPage[],
  source: ExportSource,
  {
    languages,
    signal,
    onPage,
    onProgress,
  }: {
    languages: readonly string[];
    signal: AbortSignal;
    onPage: (reading: PageReading) => Promise<void>;
    /** Called with the number of finished pages, including the share of the current page. */
    onProgress: (done: number) => void;
  },
): Promise<TextResult<undefined>> {
  const engine = await import("./open-text-reader.ts").catch(() => undefined);
  if (!engine) return { ok: false, failure: "no-engine" };
  const opened = await engine.openTextReader({ languages, signal });
  if (!opened.ok) return opened;
  const reader = opened.value;
  try {
    let failure: TextFailure | undefined;
    for (const [done, page] of pages.entries()) {
      // The engine reads clean pages best, so the filter of the page is ignored.
      const picture = await renderPage(document, { ...page, filter: "clean" }, source);
      const { paper } = layOutPage(page, document.paper);
      const result = await reader.readTurned(picture, {
        dpi: (picture.width / paper.width) * 25.4,
        onProgress: (share) => onProgress(done + share),
      });
      if (!result.ok) {
        failure = result.failure;
        if (failure === "stopped") break;
        continue;
      }
      const { quarterTurns, text, words } = result.value;
      const { width, height } = picture;
      const size = quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
      await onPage({
        page,
        quarterTurns: (page.quarterTurns + quarterTurns) % 4,
        receipt: isReceipt(paper.name)
          ? findReceiptName(words, Math.min(width, height))
          : undefined,
        pageText: { ...size, text, words, language: languages[0]! },
      });
    }
    return failure ? { ok: false, failure } : { ok: true, value: undefined };
  } finally {
    await reader.close();
  }
}
