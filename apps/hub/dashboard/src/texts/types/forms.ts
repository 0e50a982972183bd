// Written by scripts/texts/make-text-types.ts from en/forms.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Forms = {
  restored: {
    restored: string;
    missing: (values: { secrets: Value }) => string;
    notStored: string;
    discard: string;
  };
  stale: {
    title: string;
    text: string;
    textAt: (values: { when: Value }) => string;
    theirs: string;
    mine: string;
    before: string;
    submit: string;
    empty: string;
    on: string;
    off: string;
    savedSecret: string;
    typedSecret: string;
    removedSecret: string;
  };
};
