// Written by scripts/texts/make-text-types.ts from en/scans.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Scans = {
  bulk: {
    bulk: {
      label: string;
      allShown: string;
      all: string;
      selected: (values: { count: number }) => string;
      send: string;
      exportTitle: (values: { count: number }) => string;
      delete: string;
      deleteTitle: (values: { count: number }) => string;
      deleteText: string;
      deleteSubmit: (values: { count: number }) => string;
      deleted: (values: { count: number }) => string;
      audited: (values: { count: number }) => string;
    };
    deletion: {
      label: string;
      deleted: (values: { count: number }) => string;
      until: (values: { time: Value }) => string;
      undo: string;
      forGood: string;
      restored: (values: { count: number }) => string;
      refused: (values: { count: number }) => string;
      purged: (values: { count: number }) => string;
    };
  };
  counts: {
    received: (values: { count: number; number: Value }) => string;
    stored: (values: { count: number; number: Value }) => string;
    receivedHint: string;
    storedHint: string;
    chart: {
      title: string;
      hint: string;
      hintOfInbox: (values: { inbox: Value }) => string;
      day: string;
      value: (values: { count: number; day: Value }) => string;
      highest: (values: { scans: Value }) => string;
      table: string;
      hideTable: string;
      dayColumn: string;
      scansColumn: string;
    };
    contents: {
      show: string;
      hide: string;
      title: string;
      contentColumn: string;
      scansColumn: string;
      none: string;
      others: (values: { count: number }) => string;
      more: (values: { count: number }) => string;
      countedAt: (values: { time: Value }) => string;
      again: string;
    };
  };
  send: {
    title: (values: { count: number }) => string;
    route: string;
    choose: string;
    option: (values: { route: Value; destination: Value }) => string;
    noRoute: string;
    makeRoute: string;
    countingAll: (values: { count: number }) => string;
    counting: (values: { done: Value; total: Value }) => string;
    willSend: (values: { count: number; destination: Value }) => string;
    delivered: (values: { count: number }) => string;
    unmatched: (values: { count: number }) => string;
    pending: (values: { count: number }) => string;
    routeOff: string;
    paused: (values: { destination: Value }) => string;
    submit: (values: { count: number }) => string;
    sending: (values: { done: Value; total: Value }) => string;
    stopped: (values: { count: number; done: Value }) => string;
    sent: (values: { count: number; destination: Value }) => string;
  };
  codeParts: {
    gs1: {
      title: string;
      identifier: string;
    };
    label: {
      title: string;
      identifier: string;
    };
    malformed: string;
    wrongCheckDigit: string;
  };
};
