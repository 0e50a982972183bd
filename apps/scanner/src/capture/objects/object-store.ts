import type { FileStore, WriteResult } from "../files/file-store.ts";
import { createKeptRecords } from "../files/kept-records.ts";
import type { KeptObject } from "./kept-object.ts";
import { parseObject } from "./parse-object.ts";

/**
 * The files of an object besides its pictures: its mesh with texture (`body`), the USDZ model that
 * the system captured, and a small picture.
 */
export type ObjectFile = "body" | "model" | "thumbnail";

export type ObjectStore = ReturnType<typeof createObjectStore>;

const recordFiles = ["object-0.json", "object-1.json"] as const;
/**
 * The space that stays free for the two record files of an object, in bytes. They need less, even
 * with the maximum number of pictures.
 */
const reservedBytes = 100_000;

/**
 * The objects on this device. A crash at any moment leaves each as it was before or after its last
 * change.
 */
export function createObjectStore(files: FileStore) {
  const records = createKeptRecords<KeptObject>(files, {
    names: recordFiles,
    field: "object",
    parse: parseObject,
  });
  return {
    ...records,
    /**
     * Adds a picture or another file. Leaves space for the record, so that pictures can be deleted
     * on a full device.
     */
    async add(object: string, name: string, file: Blob): Promise<WriteResult> {
      if (!(await files.hasSpaceFor(file.size + reservedBytes)))
        return { ok: false, reason: "full" };
      return files.write(object, name, file);
    },
    read: (object: string, name: string): Promise<Blob | undefined> => files.read(object, name),
    removePicture: (object: string, picture: string): Promise<void> =>
      files.remove(object, picture),
    /** Returns the size of all picture files of an object together. */
    async countBytes({ id, pictures }: KeptObject): Promise<number> {
      const found = await Promise.all(pictures.map((picture) => files.read(id, picture.id)));
      return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
    },
  };
}
