import { createTurns } from "../turns.ts";
import type { FileStore, WriteResult } from "./file-store.ts";
import type { KeptRecords } from "./kept-records.ts";
import { openFileStore } from "./open-file-store.ts";

/**
 * The captures of one kind on this device, newest first. `root` is the folder of their files, and
 * `createStore` creates the store that reads and writes captures in it.
 */
export function createKeptList<T extends { id: string; createdAt: number }, Files>(
  root: string,
  createStore: (files: FileStore) => KeptRecords<T> & Files,
) {
  const state = $state<{
    phase: "loading" | "ready" | "not-loaded";
    /** Whether the captures outlive the page. */
    lasts: boolean;
    /** Whether the browser promised not to evict the captures. */
    isPersistent: boolean;
  }>({ phase: "loading", lasts: true, isPersistent: true });
  let list = $state.raw<readonly T[]>([]);
  let opened: Promise<{ store: KeptRecords<T> & Files; lasts: boolean }> | undefined;
  /** Runs changes of the files one after another. */
  const inTurn = createTurns();

  const open = () => {
    opened ??= openFileStore(root).then((files) => ({
      store: createStore(files),
      lasts: files.lasts,
    }));
    return opened;
  };
  const openStore = async () => (await open()).store;

  return {
    state,
    get list() {
      return list;
    },
    /** Opens the store on the first call. Rejects if it cannot be loaded. */
    openStore,
    inTurn,
    /** Loads the list. Captures that were started meanwhile and are not stored yet stay in it. */
    async load() {
      const loaded = await open().catch(() => undefined);
      if (!loaded) {
        opened = undefined;
        state.phase = "not-loaded";
        return;
      }
      const stored = await loaded.store.list();
      const unstored = list.filter(({ id }) => !stored.some((capture) => capture.id === id));
      list = [...unstored, ...stored].sort(newestFirst);
      state.lasts = loaded.lasts;
      state.isPersistent = (await navigator.storage?.persisted?.()) ?? false;
      state.phase = "ready";
    },
    /** Adds a capture to the list, or replaces the one with its id. */
    put(capture: T) {
      list = [capture, ...list.filter(({ id }) => id !== capture.id)].sort(newestFirst);
    },
    /** Writes a capture after all earlier changes. Does not reject. */
    save: (capture: T): Promise<WriteResult> =>
      inTurn(async () => (await openStore()).save(capture)).catch(() => ({
        ok: false,
        reason: "failed",
      })),
    async remove(id: string) {
      list = list.filter((capture) => capture.id !== id);
      await inTurn(async () => (await openStore()).remove(id));
    },
    /** Asks the browser not to evict the captures. Call it once there is one to keep. */
    askToPersist() {
      // If this rejects, the browser may still evict them.
      navigator.storage?.persist?.().then(
        (isPersistent) => {
          state.isPersistent = isPersistent;
        },
        () => {},
      );
    },
  };
}

const newestFirst = (a: { createdAt: number }, b: { createdAt: number }) =>
  b.createdAt - a.createdAt;
