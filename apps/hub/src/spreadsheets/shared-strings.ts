import { say } from "../texts/exact-message.ts";
import { Unreadable } from "./unreadable.ts";
import { readXml, type XmlHandlers } from "./xml-reader.ts";
import type { ZipParts } from "./zip-parts.ts";

/**
 * The most that the texts of a list may take: each cell takes its characters and eight more. A list
 * of 100,000 lines of eight columns takes about a third.
 */
export const maxTextSize = 64 * 1024 * 1024;
/** The most characters that are kept of a cell; a spreadsheet keeps 32,767. */
export const maxCellLength = 40_000;

/** Returns the reason for a list with too much text. */
export function tooMuchText(): Unreadable {
  return new Unreadable(say("workbook-too-many-cells"));
}

/**
 * Collects the text of a cell, with which a file begins at `si` or `is`, without its formatting and
 * without hints on pronunciation (ECMA-376, part 1, 18.4.8).
 */
export function createTextCollector() {
  let text = "";
  let isText = false;
  let isHint = false;
  return {
    begin(): void {
      text = "";
      isText = false;
      isHint = false;
    },
    open(name: string): void {
      if (name === "rPh") isHint = true;
      if (name === "t") isText = !isHint;
    },
    add(piece: string): void {
      if (isText) text += piece.slice(0, maxCellLength - text.length);
    },
    close(name: string): void {
      if (name === "rPh") isHint = false;
      if (name === "t") isText = false;
    },
    end: (): string => unescapeText(text),
  };
}

/**
 * Returns a text with the characters that XML cannot hold, which files write as `_x001D_`
 * (ECMA-376, part 1, 22.9.2.19).
 */
export function unescapeText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Returns handlers that refuse a file with more text than any list may have, in cells or not. */
export function withLimit(handlers: XmlHandlers): XmlHandlers {
  let left = maxTextSize;
  return {
    ...handlers,
    text(piece) {
      left -= piece.length;
      if (left < 0) throw tooMuchText();
      handlers.text?.(piece);
    },
  };
}

/** Reads the texts that cells refer to by their numbers. */
export async function readSharedStrings(
  zip: ZipParts,
  path: string | undefined,
): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  const collector = createTextCollector();
  let size = 0;
  const handlers: XmlHandlers = {
    open(name) {
      if (name === "si") collector.begin();
      else collector.open(name);
    },
    text: collector.add,
    close(name) {
      collector.close(name);
      if (name !== "si") return;
      const text = collector.end();
      size += text.length + 8;
      if (size > maxTextSize) throw tooMuchText();
      strings.push(text);
    },
  };
  await readXml(zip.read(path), withLimit(handlers));
  return strings;
}
