import type { NdefRecord } from "@scanhook/tags";
import { emptyValues, type KindValues } from "../../../writing/kinds.ts";
import { emptyOpenPrintTag, type OpenPrintTagBase } from "../../../writing/open-print-tag.ts";

/** What stands in the forms; it stays while other screens are shown. */
export const drafts: KindValues = $state({
  ...emptyValues,
  text: { text: "", language: navigator.language },
});

/** The form of an OpenPrintTag, perhaps of one that is changed. */
class OpenPrintTagDraft {
  values = $state({ ...emptyOpenPrintTag });
  base = $state.raw<OpenPrintTagBase | undefined>();
  roomy = $state(true);

  take(base: OpenPrintTagBase): void {
    this.base = base;
    this.values = { ...base.values };
  }

  clear(): void {
    this.base = undefined;
    this.values = { ...emptyOpenPrintTag };
  }
}

export const openPrintTagDraft = new OpenPrintTagDraft();

/** The tag that is copied. */
class CopyDraft {
  source = $state.raw<{ uid: string; records: readonly NdefRecord[] } | undefined>();
}

export const copyDraft = new CopyDraft();
