// Written by scripts/texts/make-text-types.ts from en/actions.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Actions = {
  actions: {
    refused: {
      title: string;
      nothing: string;
      link: string;
      toQr: string;
      toNfc: string;
      copy: string;
      why: {
        "too-long": string;
        hidden: string;
        malformed: string;
        unknown: string;
        foreign: string;
        nfc: string;
        "no-place": string;
        "write-both": string;
        "write-script": string;
        "return-misplaced": string;
        "return-malformed": string;
        "return-not-https": string;
        "return-scheme": string;
        "return-credentials": string;
        "return-host": string;
      };
    };
    place: {
      title: string;
      write: string;
    };
    returning: {
      title: string;
      web: (values: { host: Value }) => string;
      app: (values: { scheme: Value }) => string;
      yes: string;
      no: string;
      sending: string;
    };
    shared: {
      title: string;
      none: string;
      notTaken: (values: { count: number }) => string;
      toQr: string;
      picture: string;
      pdf: string;
      scan: string;
      add: string;
      addAll: (values: { count: Value }) => string;
      open: string;
      write: string;
      discard: string;
    };
  };
};
