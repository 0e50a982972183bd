/**
 * Returns the mapped items each time it is iterated. They are made one at a time, so that a long
 * report does not hold up the thread that also receives scans.
 */
export function mapLazily<In, Out>(items: readonly In[], toItem: (item: In) => Out): Iterable<Out> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield toItem(item);
    },
  };
}
