// Written by scripts/texts/make-text-types.ts from en/not-found.json.

import type { Value } from "@scanhook/texts/make-texts";

export type NotFound = {
  notFound: {
    title: string;
    text: string;
    back: string;
    forbidden: {
      title: string;
      role: (values: { role: Value }) => string;
      limited: string;
    };
  };
};
