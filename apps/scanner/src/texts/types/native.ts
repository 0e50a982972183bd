// Written by scripts/texts/make-text-types.ts from en/native.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Native = {
  description: string;
  permissions: {
    nfc: string;
    camera: string;
    localNetwork: string;
    photos: string;
    location: string;
  };
  scan: {
    title: string;
    description: string;
    parameter: string;
    summary: (values: { function: Value }) => string;
    choices: {
      "scan-nfc": string;
      "scan-code": string;
      "scan-document": string;
      "scan-object": string;
      "scan-room": string;
    };
  };
  openTab: {
    title: string;
    description: string;
    parameter: string;
    summary: (values: { tab: Value }) => string;
  };
  writeTag: {
    url: string;
    text: string;
    summary: (values: { url: Value; text: Value }) => string;
  };
  descriptions: {
    "scan-nfc": string;
    "scan-code": string;
    "scan-document": string;
    "scan-object": string;
    "scan-room": string;
    "last-nfc": string;
    "last-code": string;
    "write-nfc": string;
  };
  phrases: {
    scan: readonly string[];
    openTab: readonly string[];
    "scan-nfc": readonly string[];
    "scan-code": readonly string[];
    "scan-document": readonly string[];
    "scan-object": readonly string[];
    "scan-room": readonly string[];
    "last-nfc": readonly string[];
    "last-code": readonly string[];
    "write-nfc": readonly string[];
  };
  nothingScanned: {
    tag: string;
    code: string;
  };
  copied: {
    nothing: string;
    empty: string;
    done: string;
  };
  capture: {
    cancel: string;
    finish: string;
    continue: string;
    take: string;
    again: string;
    turned: string;
    round: string;
    underside: string;
    making: string;
    wait: string;
    turn: string;
    light: string;
    slower: string;
    away: string;
    closer: string;
    aim: string;
    box: string;
    walk: string;
  };
};
