import type { FileStore, WriteResult } from "./file-store.ts";

/**
 * Records on this device, each in a folder named by its id. A crash at any moment leaves each
 * record as it was before or after its last change.
 */
export type KeptRecords<T> = {
  /** Lists the records, newest first. */
  list(): Promise<T[]>;
  save(record: T): Promise<WriteResult>;
  remove(id: string): Promise<void>;
};

/**
 * Creates a store that keeps each record as JSON, in the property `field`. Saves alternate between
 * the two file `names`, so that the older file is read if a crash cuts off the newer one. `parse`
 * returns undefined for anything that is not a record.
 */
export function createKeptRecords<T extends { id: string; createdAt: number }>(
  files: FileStore,
  {
    names,
    field,
    parse,
    store = (record) => record,
  }: {
    names: readonly [string, string];
    field: string;
    parse: (value: unknown) => T | undefined;
    /** Converts a record to the form that is stored as JSON, if that differs. */
    store?: (record: T) => object;
  },
): KeptRecords<T> {
  const revisions = new Map<string, number>();

  const parseFile = (text: string | undefined): { revision: number; record: T } | undefined => {
    try {
      const { revision, [field]: stored } = JSON.parse(text ?? "null") ?? {};
      const record = parse(stored);
      return record && Number.isSafeInteger(revision) ? { revision, record } : undefined;
    } catch {
      return undefined;
    }
  };

  const read = async (id: string): Promise<T | undefined> => {
    let newest: { revision: number; record: T } | undefined;
    for (const name of names) {
      const file = parseFile(await (await files.read(id, name))?.text());
      if (file && file.record.id === id && file.revision > (newest?.revision ?? -1)) newest = file;
    }
    if (newest) revisions.set(id, newest.revision);
    return newest?.record;
  };

  return {
    async list() {
      const records = await Promise.all((await files.folders()).map(read));
      return records
        .filter((record) => record !== undefined)
        .sort((a, b) => b.createdAt - a.createdAt);
    },
    async save(record) {
      const revision = (revisions.get(record.id) ?? 0) + 1;
      const text = JSON.stringify({ revision, [field]: store(record) });
      const result = await files.write(record.id, names[revision % 2]!, new Blob([text]));
      if (result.ok) revisions.set(record.id, revision);
      return result;
    },
    async remove(id) {
      revisions.delete(id);
      await files.remove(id);
    },
  };
}
