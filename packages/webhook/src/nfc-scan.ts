import { toIdentifier } from "./identifier.ts";
import { type Scan, toDate } from "./scan.ts";

/** A scan of a tag. `uid` is taken as {@link toIdentifier} takes it; `content` is `""` for an empty tag. */
export function nfcScan(
  reading: {
    uid?: Uint8Array | string | undefined;
    content: string;
    tagType?: "openPrintTag";
    structured?: Record<string, unknown>;
  },
  now: { date?: Date } = {},
): Scan {
  const { uid, content, tagType, structured } = reading;
  const scan: Scan = { identifier: toIdentifier(uid), date: toDate(now.date), content };
  return tagType ? { ...scan, tagType, structured: structured ?? {} } : scan;
}
