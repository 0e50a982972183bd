export type IdListeners = {
  /** Returns the way to stop it. */
  on(listener: (id: number) => void): () => void;
  tell(id: number): void;
  clear(): void;
};

/** Those who want to hear of scans, each by its id. */
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
