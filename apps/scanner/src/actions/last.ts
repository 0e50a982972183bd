import type { Source } from "@scanhook/webhook";
import { listEntries } from "../history/store.ts";

/** What the last NFC tag, or the last code, scanned on this device said; undefined before the first. */
export async function lastContent(source: Source): Promise<string | undefined> {
  const [entry] = await listEntries({ limit: 1, matches: (each) => each.source === source });
  return entry?.scan.content;
}
