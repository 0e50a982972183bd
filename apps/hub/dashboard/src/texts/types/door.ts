// Written by scripts/texts/make-text-types.ts from en/door.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Door = {
  door: {
    pageTitle: string;
    title: (values: { register: Value }) => string;
    allDoors: string;
    inside: string;
    insideOf: (values: { capacity: Value }) => string;
    full: string;
    waiting: {
      word: string;
      text: string;
    };
    where: (values: { door: Value; time: Value }) => string;
    connecting: {
      word: string;
      text: string;
    };
    lost: {
      word: string;
      text: (values: { time: Value }) => string;
    };
    ended: {
      word: string;
      text: string;
    };
    fullScreen: string;
  };
};
