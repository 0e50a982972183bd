import type { StoredScan } from "../api.ts";
import { texts } from "../texts/en.ts";

/** Returns what an act in a register did, in words; undefined for a scan of anything else. */
export function describeAct({ inbox, tagType, content, verdict }: StoredScan): string | undefined {
  if (inbox !== "register-events" || tagType !== "registerEvent") return undefined;
  return verdict?.text ?? content;
}

/** Returns where a scan comes from, in words. */
export function sourceOf(scan: StoredScan): string {
  if (describeAct(scan) !== undefined) return texts.source.act;
  return texts.source[scan.source ?? "unknown"];
}
