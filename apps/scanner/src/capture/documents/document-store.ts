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
  /** Removes pictures and texts that no page uses. Changes can then no longer be undone. */
  removeUnused(document: KeptDocument): Promise<void>;
};

const recordFiles = ["pages-0.json", "pages-1.json"] as const;

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
    async removeUnused({ id, pages }) {
      const used = new Set<string>([
        ...recordFiles,
        ...pages.flatMap(({ id, textId }) => [id, textId ?? id]),
      ]);
      for (const name of await files.names(id)) if (!used.has(name)) await files.remove(id, name);
    },
  };
}
