export type IdListeners = {
  /** Returns a function that removes the listener. */
  on(listener: (id: number) => void): () => void;
  tell(id: number): void;
  clear(): void;
};

/** Creates a set of listeners that are called with the ids of scans. */
export function createIdListeners(): IdListeners {
  const listeners = new Set<(id: number) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(id) {
      for (const listener of [...listeners]) listener(id);
    },
    clear: () => listeners.clear(),
  };
}
