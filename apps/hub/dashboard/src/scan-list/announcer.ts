/**
 * Creates an announcer of new scans for screen readers. It announces the first scan immediately.
 * For later scans it announces at most one sentence per `intervalMs`, with their number.
 * `maxLength` is the number of characters of a content that are read out. Call `close` when done.
 */
export function createAnnouncer(
  announce: (text: string) => void,
  toSentence: (values: { count: number; newest: string }) => string,
  options: { intervalMs?: number; maxLength?: number } = {},
): { add(count: number, newest: string): void; close(): void } {
  const { intervalMs = 10_000, maxLength = 80 } = options;
  let count = 0;
  let newest = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announceSummary(): void {
    timer = undefined;
    if (count === 0) return;
    announce(toSentence({ count, newest }));
    count = 0;
    timer = setTimeout(announceSummary, intervalMs);
  }

  return {
    add(addedCount, content) {
      count += addedCount;
      newest = content.slice(0, maxLength);
      if (timer === undefined) announceSummary();
    },
    close() {
      clearTimeout(timer);
    },
  };
}
