import type { StoredScan } from "../api.ts";
import { type LiveState, openEventStream } from "../live/event-stream.ts";

/** Opens the stream of scans, as `openEventStream` does. `query` is called for each connection. */
export function openScanStream(options: {
  query: () => URLSearchParams;
  onstate: (state: LiveState) => void;
  onscan: (scan: StoredScan) => void;
  onrepeat?: (repeat: Pick<StoredScan, "id" | "repeats">) => void;
  ondelete?: (id: number) => void;
  onrestore?: (scan: StoredScan) => void;
}): { close(): void } {
  const { query, onstate, onscan, onrepeat, ondelete, onrestore } = options;
  return openEventStream<{
    scan: StoredScan;
    repeat: Pick<StoredScan, "id" | "repeats">;
    delete: { id: number };
    restore: StoredScan;
  }>({
    url: () => `/api/scans/stream?${query()}`,
    onstate,
    on: {
      scan: onscan,
      repeat: (repeat) => onrepeat?.(repeat),
      delete: ({ id }) => ondelete?.(id),
      restore: (scan) => onrestore?.(scan),
    },
  });
}
