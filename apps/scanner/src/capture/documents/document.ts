import {
  type Filter,
  filters,
  type PageSizeName,
  type Quad,
  type ReceiptName,
  type Style,
} from "@scanhook/documents";
import { parseFolder } from "./folders.ts";

/** A document that is kept on this device: its pages in their order, and their appearance. */
export type KeptDocument = {
  id: string;
  title: string;
  /** The name of the folder that it is in; undefined if it is in none. */
  folder?: string | undefined;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The filter of the pages that have none of their own. */
  filter: Filter;
  /** The chosen paper; undefined if the size of each page is guessed from its shape. */
  paper: Paper | undefined;
  /** The codes on its pages of which scans were made, as keys of `toCodeKey`. */
  sentCodes: readonly string[];
  pages: DocumentPage[];
};

/**
 * `not-found`: no page was found on the picture, so all of it is taken. `unsure`: too little of the
 * sides of the page is in view to be sure of its corners.
 */
export type Doubt = "not-found" | "unsure";
const doubts: readonly Doubt[] = ["not-found", "unsure"];

export type Paper = Exclude<PageSizeName, "guess">;
const receipts: readonly ReceiptName[] = ["receipt-80", "receipt-57"];
export const papers: readonly Paper[] = ["A4", "A5", "Letter", "Legal", "card", ...receipts];

/** A page: its outline on its picture. The picture is a file of its own, named by the id. */
export type DocumentPage = {
  id: string;
  /** The size of the picture in pixels, turned upright by its orientation tag. */
  width: number;
  height: number;
  /** The corners of the page, in pixels of the picture. */
  corners: Quad;
  /** By how many quarters the straightened page is turned clockwise. */
  quarterTurns: number;
  /** Whether the page has colored ink. */
  style: Style;
  /** The filter of this page alone; undefined if it has that of the document. */
  filter?: Filter | undefined;
  /** Whether the sheet is curled on the picture and comes out flat. */
  isCurled?: boolean | undefined;
  /** Whether the picture shows nothing but the page, as those of a PDF file do. */
  isWholePage?: boolean | undefined;
  /**
   * The name of the file with the text of this page; undefined if no text was read since the
   * outline changed.
   */
  textId?: string | undefined;
  /** Whether a person corrected lines of this text. */
  hasCorrections?: boolean | undefined;
  /** Why a person should look at the corners; undefined once one did, or if they are certain. */
  doubt?: Doubt | undefined;
  /** The roll that a narrow page was printed on, by the size of its letters. */
  receipt?: ReceiptName | undefined;
};

/** Returns a new document without pages. */
export function newDocument(title: string, now = Date.now()): KeptDocument {
  return {
    id: crypto.randomUUID(),
    title,
    createdAt: now,
    filter: "clean",
    paper: undefined,
    sentCodes: [],
    pages: [],
  };
}

/**
 * Returns the document with the properties of a page replaced by those of `change`. If the change
 * moves the text on the page, its `textId` and corrections are dropped, unless `change` has a new
 * text. New corners leave no doubt.
 */
export function changePage(
  document: KeptDocument,
  id: string,
  change: Partial<DocumentPage>,
): KeptDocument {
  const pages = document.pages.map((page) => {
    if (page.id !== id) return page;
    const { textId: _text, hasCorrections: _corrections, ...rest } = page;
    const { corners, quarterTurns, isCurled } = change;
    const certain = corners ? { doubt: undefined } : {};
    return (corners ?? quarterTurns ?? isCurled) === undefined
      ? { ...page, ...change }
      : { ...rest, ...certain, ...change };
  });
  return { ...document, pages };
}

/** Returns the filter of a page: its own, or that of the document. */
export function filterOf(document: KeptDocument, page: DocumentPage): Filter {
  return page.filter ?? document.filter;
}

/** Returns the document with one filter for all pages. */
export function filterAllPages(document: KeptDocument, filter: Filter): KeptDocument {
  return {
    ...document,
    filter,
    pages: document.pages.map((page) => ({ ...page, filter: undefined })),
  };
}

/**
 * Returns the document with a page moved by `steps` pages, back if negative, and at most to the
 * first or the last page.
 */
export function movePage(document: KeptDocument, id: string, steps: number): KeptDocument {
  const from = document.pages.findIndex((page) => page.id === id);
  const page = document.pages[from];
  if (!page) return document;
  const pages = document.pages.filter((each) => each !== page);
  pages.splice(Math.max(0, from + steps), 0, page);
  return { ...document, pages };
}

/** Returns the document without a page. */
export function removePage(document: KeptDocument, id: string): KeptDocument {
  return { ...document, pages: document.pages.filter((page) => page.id !== id) };
}

/** Returns the document with a code marked as sent, by its key of `toCodeKey`. */
export function addSentCode(document: KeptDocument, key: string): KeptDocument {
  const { sentCodes } = document;
  return sentCodes.includes(key) ? document : { ...document, sentCodes: [...sentCodes, key] };
}

/**
 * Parses a stored document. Returns undefined for anything else, such as a file that was cut off.
 */
export function parseDocument(value: unknown): KeptDocument | undefined {
  if (!isObject(value)) return undefined;
  const { id, title, folder, createdAt, filter, paper, sentCodes, pages } = value;
  if (!isId(id) || typeof title !== "string" || !isCount(createdAt) || !Array.isArray(pages)) {
    return undefined;
  }
  const parsed = pages.map(parsePage);
  if (!parsed.every((page) => page !== undefined)) return undefined;
  return {
    id,
    title,
    folder: parseFolder(folder),
    createdAt,
    filter: parseFilter(filter) ?? "clean",
    paper: papers.find((name) => name === paper),
    sentCodes: Array.isArray(sentCodes) ? sentCodes.filter((key) => typeof key === "string") : [],
    pages: parsed,
  };
}

function parsePage(value: unknown): DocumentPage | undefined {
  if (!isObject(value)) return undefined;
  const { id, width, height, corners, quarterTurns } = value;
  const { style, filter, isCurled, isWholePage, textId, hasCorrections, doubt, receipt } = value;
  if (!isId(id) || !isCount(width) || !isCount(height) || !isCount(quarterTurns)) return undefined;
  if (!Array.isArray(corners) || corners.length !== 4 || !corners.every(isPoint)) return undefined;
  return {
    id,
    width,
    height,
    corners: corners as unknown as Quad,
    quarterTurns: quarterTurns % 4,
    style: style === "grey" ? "grey" : "color",
    filter: parseFilter(filter),
    isCurled: isCurled === true || undefined,
    isWholePage: isWholePage === true || undefined,
    textId: isId(textId) ? textId : undefined,
    hasCorrections: (hasCorrections === true && isId(textId)) || undefined,
    doubt: doubts.find((name) => name === doubt),
    receipt: receipts.find((name) => name === receipt),
  };
}

const parseFilter = (value: unknown): Filter | undefined => filters.find((name) => name === value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
/** Ids are used as file names, so they may contain nothing but hexadecimal digits and hyphens. */
const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);
const isPoint = (value: unknown): boolean =>
  isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
