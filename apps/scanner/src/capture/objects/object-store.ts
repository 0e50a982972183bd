import type { FileStore, WriteResult } from "../files/file-store.ts";
import { createKeptRecords } from "../files/kept-records.ts";
import type { KeptObject } from "./kept-object.ts";
import { parseObject } from "./parse-object.ts";

/**
 * The files of an object besides its pictures: its mesh with texture, the model that the system
 * made, and a small picture of it.
 */
export type ObjectFile = "body" | "model" | "thumbnail";

export type ObjectStore = ReturnType<typeof createObjectStore>;

const listings = ["object-0.json", "object-1.json"] as const;
/** More than the two lists of an object with the most pictures take. */
const listingBytes = 100_000;

/**
 * The objects on this device. A crash at any moment leaves each as it was before or after its last
 * change.
 */
export function createObjectStore(files: FileStore) {
  const records = createKeptRecords<KeptObject>(files, {
    names: listings,
    field: "object",
    parse: parseObject,
  });
  return {
    ...records,
    /**
     * Adds a picture or a file. Leaves space for the list, so that a full device can still delete.
     */
    async add(object: string, name: string, file: Blob): Promise<WriteResult> {
      if (!(await files.hasSpaceFor(file.size + listingBytes)))
        return { ok: false, reason: "full" };
      return files.write(object, name, file);
    },
    read: (object: string, name: string): Promise<Blob | undefined> => files.read(object, name),
    removePicture: (object: string, picture: string): Promise<void> =>
      files.remove(object, picture),
    /** Returns how many bytes the pictures of an object take. */
    async countBytes({ id, pictures }: KeptObject): Promise<number> {
      const read = await Promise.all(pictures.map((picture) => files.read(id, picture.id)));
      return read.reduce((sum, file) => sum + (file?.size ?? 0), 0);
    },
  };
}
