import { findGutter } from "@scanhook/documents";
import { splitSpread } from "./corner-moves.ts";
import type { DocumentPage, KeptDocument } from "./document.ts";
import { type ExportSource, renderPage } from "./export-document.ts";

/** The longer side of the picture on which the gutter of a book is searched, in pixels. */
const gutterSide = 600;

/**
 * Divides a page that shows an open book into two, at the gutter. The first keeps the id, the
 * second has a new one. Returns undefined if the page cannot be rendered or spans no area.
 */
export async function splitPage(
  document: KeptDocument,
  page: DocumentPage,
  source: ExportSource,
): Promise<[DocumentPage, DocumentPage] | undefined> {
  const unfiltered: DocumentPage = { ...page, filter: "original" };
  const spread = await source.inTurn(() => renderPage(document, unfiltered, source, gutterSide));
  const halves = splitSpread(page.corners, page.quarterTurns, findGutter(spread));
  if (!halves) return undefined;
  const unread = { ...page, textId: undefined, hasCorrections: undefined, doubt: undefined };
  return [
    { ...unread, corners: halves[0] },
    { ...unread, id: crypto.randomUUID(), corners: halves[1] },
  ];
}
