/**
 * Tells a screen reader about new scans sparsely: the first at once, then at most one sentence per
 * `everyMs` that sums up what came meanwhile. Has to be closed.
 */
export function createTeller(
  tell: (text: string) => void,
  sentence: (count: number, newest: string) => string,
  parts: { everyMs?: number; longest?: number } = {},
): { add(count: number, newest: string): void; close(): void } {
  const { everyMs = 10_000, longest = 80 } = parts;
  let count = 0;
  let newest = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function speak(): void {
    timer = undefined;
    if (count === 0) return;
    tell(sentence(count, newest));
    count = 0;
    timer = setTimeout(speak, everyMs);
  }

  return {
    add(more, content) {
      count += more;
      newest = content.slice(0, longest);
      if (timer === undefined) speak();
    },
    close() {
      clearTimeout(timer);
    },
  };
}
