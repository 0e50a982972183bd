/** Returns about `count` of the items, evenly spread over their list, or all if there are fewer. */
export function thinOut<Item>(items: readonly Item[], count: number): Item[] {
  const stride = Math.max(1, items.length / count);
  const kept: Item[] = [];
  for (let index = 0; index < items.length; index += stride) kept.push(items[Math.floor(index)]!);
  return kept;
}
