import type { StoredScan } from "../api.ts";
import { texts } from "../texts/page.ts";

/** Returns a text about the effect of an act in a register, or undefined for other scans. */
export function describeAct({ inbox, tagType, content, verdict }: StoredScan): string | undefined {
  if (inbox !== "register-events" || tagType !== "registerEvent") return undefined;
  return verdict?.text ?? content;
}

/** Returns a text about the source of a scan. */
export function sourceOf(scan: StoredScan): string {
  if (describeAct(scan) !== undefined) return texts.source.act;
  return texts.source[scan.source ?? "unknown"];
}
