/** Files in folders. A failed write leaves no partial file and does not affect other files. */
export type FileStore = {
  /** Whether the files outlive the page. */
  lasts: boolean;
  folders(): Promise<string[]>;
  names(folder: string): Promise<string[]>;
  read(folder: string, name: string): Promise<Blob | undefined>;
  /** Returns whether the quota has room for `bytes` more; true where no quota is known. */
  hasSpaceFor(bytes: number): Promise<boolean>;
  write(folder: string, name: string, file: Blob): Promise<WriteResult>;
  /** Removes a file, or a folder with all of its files. */
  remove(folder: string, name?: string): Promise<void>;
};

export type WriteResult = { ok: true } | { ok: false; reason: "full" | "failed" };

/** Keeps files in memory, until the page is closed. */
export function createMemoryStore(): FileStore {
  const folders = new Map<string, Map<string, Blob>>();
  return {
    lasts: false,
    folders: async () => [...folders.keys()],
    names: async (folder) => [...(folders.get(folder)?.keys() ?? [])],
    read: async (folder, name) => folders.get(folder)?.get(name),
    hasSpaceFor: async () => true,
    async write(folder, name, file) {
      const files = folders.get(folder) ?? new Map<string, Blob>();
      folders.set(folder, files.set(name, file));
      return { ok: true };
    },
    async remove(folder, name) {
      if (name === undefined) folders.delete(folder);
      else folders.get(folder)?.delete(name);
    },
  };
}
