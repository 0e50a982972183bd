/** Returns a function that creates a value on its first call and returns the same one later. */
export function memoize<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
