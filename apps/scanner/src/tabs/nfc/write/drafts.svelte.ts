import type { NdefRecord } from "@scanhook/tags";
import { emptyValues, type KindValues } from "../../../writing/kinds.ts";
import { emptyOpenPrintTag, type OpenPrintTagBase } from "../../../writing/open-print-tag.ts";

/** The values of the forms, which are kept while other screens are shown. */
export const drafts: KindValues = $state({
  ...emptyValues,
  text: { text: "", language: navigator.language },
});

/** The form of a new OpenPrintTag, or of the existing one in `base`. */
class OpenPrintTagDraft {
  values = $state({ ...emptyOpenPrintTag });
  base = $state.raw<OpenPrintTagBase | undefined>();
  reserveSpace = $state(true);

  edit(base: OpenPrintTagBase): void {
    this.base = base;
    this.values = { ...base.values };
  }

  clear(): void {
    this.base = undefined;
    this.values = { ...emptyOpenPrintTag };
  }
}

export const openPrintTagDraft = new OpenPrintTagDraft();

/** The tag to copy. */
class CopyDraft {
  source = $state.raw<{ uid: string; records: readonly NdefRecord[] } | undefined>();
}

export const copyDraft = new CopyDraft();
