import type { FileStore, WriteResult } from "../files/file-store.ts";
import { createKeptRecords, type KeptRecords } from "../files/kept-records.ts";
import { type KeptDocument, parseDocument } from "./document.ts";
import type { ReadText } from "./page-text.ts";

/**
 * The documents on this device. A crash at any moment leaves each document as it was before or
 * after its last change.
 */
export type DocumentStore = KeptRecords<KeptDocument> & {
  /** Adds a picture. Leaves space for the record, so that a full device can still delete pages. */
  addPicture(documentId: string, pageId: string, picture: Blob): Promise<WriteResult>;
  readPicture(documentId: string, pageId: string): Promise<Blob | undefined>;
  addText(documentId: string, textId: string, pageText: ReadText): Promise<WriteResult>;
  readText(documentId: string, textId: string): Promise<ReadText | undefined>;
  /**
   * Reads the texts of all pages of a document without the places of their words, by their ids.
   * Keeps them together in one file, because 5,000 pages would take too long to read one by one.
   */
  readPlainTexts(document: KeptDocument): Promise<ReadonlyMap<string, string>>;
  /** Removes pictures and texts that no page uses. Changes can then no longer be undone. */
  removeUnused(document: KeptDocument): Promise<void>;
};

const recordFiles = ["pages-0.json", "pages-1.json"] as const;

/** The texts of all pages, as a copy for the search. */
const plainTextFile = "texts.json";

/** More than the two record files of the longest document take. */
const recordBytes = 1_000_000;

export function createDocumentStore(files: FileStore): DocumentStore {
  const records = createKeptRecords(files, {
    names: recordFiles,
    field: "document",
    parse: parseDocument,
  });
  return {
    ...records,
    async addPicture(documentId, pageId, picture) {
      if (!(await files.hasSpaceFor(picture.size + recordBytes)))
        return { ok: false, reason: "full" };
      return files.write(documentId, pageId, picture);
    },
    readPicture: (documentId, pageId) => files.read(documentId, pageId),
    addText: (documentId, textId, pageText) =>
      files.write(documentId, textId, new Blob([JSON.stringify(pageText)])),
    async readText(documentId, textId) {
      const file = await files.read(documentId, textId);
      // The text is never cut off, because a page gets its id only after the text is written.
      return file && (JSON.parse(await file.text()) as ReadText);
    },
    async readPlainTexts({ id, pages }) {
      const kept = parsePlainTexts(await (await files.read(id, plainTextFile))?.text());
      const texts = new Map<string, string>();
      for (const { textId } of pages) {
        if (textId === undefined) continue;
        const text = kept.get(textId) ?? (await this.readText(id, textId))?.text;
        if (text !== undefined) texts.set(textId, text);
      }
      const isSame = kept.size === texts.size && [...texts.keys()].every((key) => kept.has(key));
      // If the copy cannot be written, the next search reads the pages again.
      if (!isSame) {
        const json = JSON.stringify(Object.fromEntries(texts));
        await files.write(id, plainTextFile, new Blob([json]));
      }
      return texts;
    },
    async removeUnused({ id, pages }) {
      const used = new Set<string>([
        ...recordFiles,
        plainTextFile,
        ...pages.flatMap(({ id, textId }) => [id, textId ?? id]),
      ]);
      for (const name of await files.names(id)) if (!used.has(name)) await files.remove(id, name);
    },
  };
}

/** Returns the texts by their ids; none if a crash cut the file off. */
function parsePlainTexts(json: string | undefined): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(json ?? "{}") as Record<string, unknown>);
    return new Map(
      entries.flatMap(([id, text]) => (typeof text === "string" ? [[id, text] as const] : [])),
    );
  } catch {
    return new Map();
  }
}
