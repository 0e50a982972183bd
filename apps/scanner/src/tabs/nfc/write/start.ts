import type { NdefRecord } from "@scanhook/tags";
import type { Kind, KindValues } from "../../../writing/kinds.ts";
import { takeOver } from "../../../writing/open-print-tag.ts";
import { copyDraft, drafts, openPrintTagDraft } from "./drafts.svelte.ts";
import { type WritePlace, writeHash } from "./place.svelte.ts";

/** What writing begins with: a form with some values in it, or a tag that was read. */
export type WriteStart =
  | { [K in Kind]: { kind: K; values: Partial<KindValues[K]> } }[Kind]
  | { kind: "copy" | "open-print-tag"; uid?: string; records: readonly NdefRecord[] };

/** Opens the writing half with these values filled in. Nothing is written before the person says so. */
export function openWriting(start: WriteStart): void {
  location.hash = writeHash(fillIn(start));
}

function fillIn(start: WriteStart): WritePlace {
  if ("values" in start) {
    Object.assign(drafts[start.kind], start.values);
    return start.kind;
  }
  if (start.kind === "open-print-tag") {
    const taken = takeOver(start.records);
    if (taken.ok) openPrintTagDraft.take(taken.base);
    return start.kind;
  }
  copyDraft.source = { uid: start.uid ?? "", records: start.records };
  return "copy";
}
