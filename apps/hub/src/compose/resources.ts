/** Resources that were opened, to be closed in the opposite order. */
export type Resources = {
  /** Adds what closes a resource. */
  defer(close: () => unknown): void;
  /** Returns these resources as a new value, so that the end of a block does not close them. */
  move(): Resources;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Makes an empty list of resources. Closing it closes each one, once, even if another one fails,
 * and rejects with the first failure. Node 22 lacks AsyncDisposableStack, which does the same.
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
