/** Open resources, which are closed in the opposite order. */
export type Resources = {
  /** Adds the function that closes a resource. */
  defer(close: () => unknown): void;
  /** Returns these resources as a new value, so that the end of a block does not close them. */
  move(): Resources;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Creates an empty list of resources. Disposing of the list closes each resource once, even if
 * closing another one fails, and rejects with the first failure. Node 22 lacks
 * AsyncDisposableStack, which does the same.
 */
export function createResources(closers: (() => unknown)[] = []): Resources {
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    const failures: unknown[] = [];
    for (const closer of closers.splice(0).reverse()) {
      try {
        await closer();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
  return {
    defer: (closer) => void closers.push(closer),
    move: () => createResources(closers.splice(0)),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
