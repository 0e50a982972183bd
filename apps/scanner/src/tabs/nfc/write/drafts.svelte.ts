import type { KeptForm } from "@scanhook/page-parts/kept-form";
import type { NdefRecord } from "@scanhook/tags";
import { askBeforeLeavingPage, keepDraft } from "../../../kept-draft.svelte.ts";
import { emptyValues, type Kind, type KindValues } from "../../../writing/kinds.ts";
import { emptyOpenPrintTag, type OpenPrintTagBase } from "../../../writing/open-print-tag.ts";

const emptyDrafts: KindValues = {
  ...emptyValues,
  text: { text: "", language: navigator.language },
};

function keepKind<K extends Kind>(kind: K, secrets: (keyof KindValues[K] & string)[] = []) {
  return keepDraft<KindValues[K]>({
    name: `write ${kind}`,
    empty: () => ({ ...emptyDrafts[kind] }),
    secrets,
  });
}

/**
 * The forms for writing. Their values are kept while other screens are shown, and over a reload.
 */
export const drafts: { [K in Kind]: KeptForm<KindValues[K]> } = {
  link: keepKind("link"),
  text: keepKind("text"),
  wifi: keepKind("wifi", ["password"]),
  contact: keepKind("contact"),
  phone: keepKind("phone"),
  mail: keepKind("mail"),
  place: keepKind("place"),
  app: keepKind("app"),
};

/** The form of a new OpenPrintTag, or of the existing one in `base`, which is not stored. */
class OpenPrintTagDraft {
  base = $state.raw<OpenPrintTagBase | undefined>();
  reserveSpace = $state(true);
  readonly form = keepDraft({
    name: "write open-print-tag",
    empty: () => ({ ...emptyOpenPrintTag }),
    canStore: () => !this.base,
  });

  constructor() {
    askBeforeLeavingPage(
      () =>
        this.base !== undefined && JSON.stringify(this.values) !== JSON.stringify(this.base.values),
    );
  }

  get values() {
    return this.form.draft;
  }

  edit(base: OpenPrintTagBase): void {
    this.base = base;
    this.form.draft = { ...base.values };
  }

  clear(): void {
    this.base = undefined;
    this.form.reset();
  }
}

export const openPrintTagDraft = new OpenPrintTagDraft();

/** The tag to copy. */
class CopyDraft {
  source = $state.raw<{ uid: string; records: readonly NdefRecord[] } | undefined>();
}

export const copyDraft = new CopyDraft();
