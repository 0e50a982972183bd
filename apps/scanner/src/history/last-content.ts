import type { Source } from "@scanhook/webhook";
import { listEntries } from "./entries.ts";

/**
 * Returns the content of the last NFC tag or code in the history of this device; undefined if it
 * has none.
 */
export async function readLastContent(source: Source): Promise<string | undefined> {
  const [entry] = await listEntries({
    limit: 1,
    matches: ({ source: entrySource }) => entrySource === source,
  });
  return entry?.scan.content;
}
