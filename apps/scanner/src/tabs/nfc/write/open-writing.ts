import type { NdefRecord } from "@scanhook/tags";
import type { Kind, KindValues } from "../../../writing/kinds.ts";
import { readOpenPrintTagBase } from "../../../writing/open-print-tag.ts";
import { copyDraft, drafts, openPrintTagDraft } from "./drafts.svelte.ts";
import { toWriteHash, type WriteScreen } from "./write-screen.svelte.ts";

/** The values to fill a form with, or a tag to copy or edit. */
export type WritingStart =
  | { [K in Kind]: { kind: K; values: Partial<KindValues[K]> } }[Kind]
  | { kind: "copy" | "open-print-tag"; uid?: string | undefined; records: readonly NdefRecord[] };

/**
 * Opens the screen for writing with these values filled in. Nothing is written before a person
 * confirms it.
 */
export function openWriting(start: WritingStart): void {
  location.hash = toWriteHash(fillDraft(start));
}

/** Fills the draft and returns its screen. */
function fillDraft(start: WritingStart): WriteScreen {
  if ("values" in start) {
    Object.assign(drafts[start.kind].draft, start.values);
    return start.kind;
  }
  if (start.kind === "open-print-tag") {
    const existing = readOpenPrintTagBase(start.records);
    if (existing.ok) openPrintTagDraft.edit(existing.base);
    return start.kind;
  }
  copyDraft.source = { uid: start.uid ?? "", records: start.records };
  return "copy";
}
