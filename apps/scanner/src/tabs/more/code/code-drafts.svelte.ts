import type { WritableFormat } from "@scanhook/code-writer";
import type { KeptForm } from "@scanhook/page-parts/kept-form";
import { keepDraft } from "../../../kept-draft.svelte.ts";
import { type CodeKind, type CodeValues, emptyCodeValues } from "../../../making/contents.ts";
import type { Paper } from "../../../making/sheet-layout.ts";

function keepKind<K extends CodeKind>(
  kind: K,
  secrets: (keyof CodeValues[K] & string)[] = [],
): KeptForm<CodeValues[K]> {
  return keepDraft<CodeValues[K]>({
    name: `code ${kind}`,
    empty: () => ({ ...emptyCodeValues[kind] }),
    secrets,
  });
}

/** The forms for codes. Their values are kept while other screens are shown, and over a reload. */
export const drafts: { [K in CodeKind]: KeptForm<CodeValues[K]> } = {
  link: keepKind("link"),
  text: keepKind("text"),
  wifi: keepKind("wifi", ["password"]),
  contact: keepKind("contact"),
};

/** The last choices. A kind that does not go into the format gets a QR code. */
export const choice = $state<{
  kind: CodeKind;
  format: WritableFormat;
  paper: Paper;
  /** The number of codes on a sheet; as many as there is room for by default. */
  copies: number | "full";
}>({ kind: "link", format: "qr", paper: "a4", copies: "full" });
