import type { FileStore, WriteResult } from "../files/file-store.ts";
import { createKeptRecords, type KeptRecords } from "../files/kept-records.ts";
import { type KeptDocument, parseDocument } from "./document.ts";
import type { ReadText } from "./page-text.ts";

/**
 * The documents on this device. A crash at any moment leaves each as it was before or after its
 * last change.
 */
export type DocumentStore = KeptRecords<KeptDocument> & {
  addPicture(document: string, page: string, picture: Blob): Promise<WriteResult>;
  readPicture(document: string, page: string): Promise<Blob | undefined>;
  addText(document: string, textId: string, read: ReadText): Promise<WriteResult>;
  readText(document: string, textId: string): Promise<ReadText | undefined>;
  /** Removes pictures that no page shows, which undo needed until now. */
  removeUnused(document: KeptDocument): Promise<void>;
};

const listings = ["pages-0.json", "pages-1.json"] as const;

/** More than the two lists of the longest document take. */
const listingBytes = 1_000_000;

export function createDocumentStore(files: FileStore): DocumentStore {
  const records = createKeptRecords(files, {
    names: listings,
    field: "document",
    parse: parseDocument,
  });
  return {
    ...records,
    async addPicture(document, page, picture) {
      // Leaves room for the list of the pages, so that a full device can still undo and delete.
      if (!(await files.hasSpaceFor(picture.size + listingBytes)))
        return { ok: false, reason: "full" };
      return files.write(document, page, picture);
    },
    readPicture: (document, page) => files.read(document, page),
    addText: (document, textId, read) =>
      files.write(document, textId, new Blob([JSON.stringify(read)])),
    async readText(document, textId) {
      const file = await files.read(document, textId);
      // A page names its text only after the text is written as a whole.
      return file && (JSON.parse(await file.text()) as ReadText);
    },
    async removeUnused({ id, pages }) {
      const used = new Set<string>([
        ...listings,
        ...pages.flatMap(({ id, textId }) => [id, textId ?? id]),
      ]);
      for (const name of await files.names(id)) if (!used.has(name)) await files.remove(id, name);
    },
  };
}
