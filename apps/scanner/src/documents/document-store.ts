import type { FileStore, WriteResult } from "../files/file-store.ts";
import { type KeptDocument, parseDocument } from "./document.ts";
import type { ReadText } from "./page-text.ts";

/** The documents on this device. A crash at any moment leaves each as it was before or after its last change. */
export type DocumentStore = {
  lasts: boolean;
  /** Lists the documents, newest first. */
  list(): Promise<KeptDocument[]>;
  save(document: KeptDocument): Promise<WriteResult>;
  remove(id: string): Promise<void>;
  addPicture(document: string, page: string, picture: Blob): Promise<WriteResult>;
  readPicture(document: string, page: string): Promise<Blob | undefined>;
  addText(document: string, textId: string, read: ReadText): Promise<WriteResult>;
  readText(document: string, textId: string): Promise<ReadText | undefined>;
  /** Removes pictures that no page shows, which undo needed until now. */
  removeUnused(document: KeptDocument): Promise<void>;
};

/** Two files take turns: the newer one may be cut off by a crash, and then the older one counts. */
const listings = ["pages-0.json", "pages-1.json"] as const;

/** More than the two lists of the longest document take. */
const listingBytes = 1_000_000;

export function createDocumentStore(files: FileStore): DocumentStore {
  const revisions = new Map<string, number>();

  const read = async (id: string): Promise<KeptDocument | undefined> => {
    let newest: { revision: number; document: KeptDocument } | undefined;
    for (const name of listings) {
      const listing = parseListing(await (await files.read(id, name))?.text());
      if (listing && listing.document.id === id && listing.revision > (newest?.revision ?? -1)) {
        newest = listing;
      }
    }
    if (newest) revisions.set(id, newest.revision);
    return newest?.document;
  };

  return {
    lasts: files.lasts,
    async list() {
      const documents = await Promise.all((await files.folders()).map(read));
      return documents
        .filter((document) => document !== undefined)
        .sort((a, b) => b.createdAt - a.createdAt);
    },
    async save(document) {
      const revision = (revisions.get(document.id) ?? 0) + 1;
      const text = JSON.stringify({ revision, document });
      const result = await files.write(document.id, listings[revision % 2]!, new Blob([text]));
      if (result.ok) revisions.set(document.id, revision);
      return result;
    },
    async remove(id) {
      revisions.delete(id);
      await files.remove(id);
    },
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

function parseListing(
  text: string | undefined,
): { revision: number; document: KeptDocument } | undefined {
  try {
    const { revision, document: stored } = JSON.parse(text ?? "null") ?? {};
    const document = parseDocument(stored);
    return document && Number.isSafeInteger(revision) ? { revision, document } : undefined;
  } catch {
    return undefined;
  }
}
