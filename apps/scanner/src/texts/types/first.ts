// Written by scripts/texts/make-text-types.ts from en/first.json.

import type { Value } from "@scanhook/texts/make-texts";

export type First = {
  app: {
    name: string;
    navigation: string;
    skip: string;
    tabs: {
      nfc: string;
      qr: string;
      document: string;
      "3d": string;
      more: string;
    };
    loading: string;
    notLoaded: {
      title: string;
      silent: string;
      same: string;
      newer: string;
      tryAgain: string;
      history: string;
      brief: string;
    };
    reload: string;
    updateReady: string;
    reloadToUpdate: string;
    updateDot: string;
    notSent: string;
    back: string;
    offline: string;
  };
  scan: {
    title: string;
    starting: string;
    reading: string;
    hint: string;
    start: {
      title: string;
      text: string;
      button: string;
    };
    tryAgain: string;
    notStarted: string;
    job: {
      label: string;
      on: (values: { name: Value }) => string;
      unknown: string;
    };
    count: (values: { count: number }) => string;
    drop: string;
    choose: {
      title: (values: { n: Value }) => string;
      text: string;
      both: string;
      all: (values: { n: Value }) => string;
    };
    back: string;
    next: string;
    repeated: string;
    again: string;
    other: string;
    scanIt: string;
    outcome: {
      sending: string;
      sent: string;
      warned: string;
      failed: string;
      refused: string;
      unconfirmed: string;
      kept: string;
      yes: string;
      look: string;
      no: string;
      ask: string;
      unchecked: string;
      notKept: string;
      setUp: string;
      off: {
        code: string;
        nfc: string;
      };
      switchOn: string;
      details: string;
    };
    why: {
      silent: string;
      late: string;
      unsafe: string;
      logIn: string;
      moved: string;
      details: string;
    };
    sendAgain: string;
    noReceiver: string;
    empty: string;
    actions: {
      open: string;
      call: string;
      write: string;
      map: string;
      osm: string;
      lookUp: string;
    };
    last: {
      title: string;
      none: string;
      all: string;
    };
    camera: string;
  };
};
