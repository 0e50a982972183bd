// Written by scripts/texts/make-text-types.ts from en/sending.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Sending = {
  sending: {
    causes: {
      dns: string;
      tls: string;
      "not-tls": string;
      refused: string;
      reset: string;
      timeout: string;
      blocked: string;
      network: string;
      cancelled: string;
    };
    redirect: string;
    redirectTo: (values: { location: Value }) => string;
    status: (values: { status: Value }) => string;
    url: {
      empty: string;
      "not-a-url": (values: { address: Value }) => string;
      credentials: string;
      scheme: (values: { scheme: Value }) => string;
      insecure: string;
      "page-elsewhere": string;
    };
    logIn: {
      wrong: string;
      missing: string;
      "not-asked": string;
      hidden: string;
      "other-scheme": (values: { scheme: Value }) => string;
    };
  };
};
