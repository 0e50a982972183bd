import { toIdentifier } from "./identifier.ts";
import { formatDate, type Scan } from "./scan.ts";

/**
 * Makes the scan of a tag. `uid` has any form that {@link toIdentifier} accepts; `content` is `""`
 * for an empty tag.
 */
export function nfcScan(
  reading: {
    uid?: Uint8Array | string | undefined;
    content: string;
    tagType?: "openPrintTag" | undefined;
    structured?: Record<string, unknown> | undefined;
  },
  now: { date?: Date } = {},
): Scan {
  const { uid, content, tagType, structured } = reading;
  const scan: Scan = { identifier: toIdentifier(uid), date: formatDate(now.date), content };
  return tagType ? { ...scan, tagType, structured: structured ?? {} } : scan;
}
