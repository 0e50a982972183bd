import type { Reading } from "@scanhook/codes";
import type { ContentKind, Opening } from "@scanhook/content";
import { texts } from "../texts/first.ts";

/** The content of a code in one line, with its kind and the address that it may open. */
export type CodeSummary = { kind: ContentKind; line: string; opening: Opening | undefined };

type Summarize = (content: string, format: string) => CodeSummary;

let summarize = $state.raw<Summarize>();
let isLoading = false;

/**
 * Summarizes a code. Until {@link loadContentParsers} has loaded the parsers, or if they cannot be
 * loaded, returns the content as plain text.
 */
export function summarizeCode({
  content,
  format,
}: Pick<Reading, "content" | "format">): CodeSummary {
  return (
    summarize?.(content, format) ?? { kind: "text", line: toLine(content), opening: undefined }
  );
}

/**
 * Loads the content parsers. They load with the first code, so that the camera starts without
 * waiting for them.
 */
export function loadContentParsers(): void {
  if (summarize || isLoading) return;
  isLoading = true;
  importParsers()
    // Ignores the error. The content is shown as plain text, and the next code tries again.
    .catch(() => undefined)
    .finally(() => {
      isLoading = false;
    });
}

async function importParsers() {
  const { listOpenings, parseContent, summarizeContent } = await import("@scanhook/content");
  summarize = (text, format) => {
    const content = parseContent(text, format);
    const line = summarizeContent(content) || toLine(text);
    return { kind: content.kind, line, opening: listOpenings(content)[0] };
  };
}

function toLine(content: string): string {
  return content.slice(0, 160) || texts.scan.empty;
}
