import type { TextFailure, TextResult } from "@scanhook/documents";
import type { DocumentPage, KeptDocument } from "./document.ts";
import { type ExportSource, renderPage } from "./export-document.ts";
import type { ReadText } from "./page-text.ts";

export type PageReading = { page: DocumentPage; quarterTurns: number; read: ReadText };

/**
 * Reads the text of the pages that have none yet, one after another, and finds which way up they
 * are. Each page that is done goes to `onPage` at once, so nothing is lost when the signal stops
 * the rest.
 */
export async function readDocumentText(
  document: KeptDocument,
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
    /** Hears how many pages are done, with the part of the page under way. */
    onProgress: (done: number) => void;
  },
): Promise<TextResult<undefined>> {
  const engine = await import("./open-text-reader.ts").catch(() => undefined);
  if (!engine) return { ok: false, failure: "no-engine" };
  const opened = await engine.openTextReader({ languages, signal });
  if (!opened.ok) return opened;
  const reader = opened.value;
  try {
    const unread = document.pages.filter(({ textId }) => textId === undefined);
    let failure: TextFailure | undefined;
    for (const [done, page] of unread.entries()) {
      // Even light on gray paper is what the engine reads best, whatever the pages look like.
      const picture = await renderPage({ ...document, filter: "clean" }, page, source);
      const result = await reader.readTurned(picture, {
        onProgress: (part) => onProgress(done + part),
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
        read: { ...size, text, words, language: languages[0]! },
      });
    }
    return failure ? { ok: false, failure } : { ok: true, value: undefined };
  } finally {
    await reader.close();
  }
}
