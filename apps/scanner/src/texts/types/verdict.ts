// Written by scripts/texts/make-text-types.ts from en/verdict.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Verdict = {
  verdict: {
    asking: string;
    unchecked: {
      word: string;
      text: string;
      refused: string;
    };
    askAgain: string;
    goOn: string;
    leads: string;
    inside: (values: { inside: Value }) => string;
    insideOf: (values: { inside: Value; capacity: Value }) => string;
    details: string;
    stock: {
      bar: string;
      actions: {
        add: string;
        remove: string;
        move: string;
        count: string;
        lend: string;
        "lend-or-return": string;
        return: string;
      };
      fromTo: (values: { from: Value; place: Value }) => string;
      next: string;
      nextHint: string;
      unsure: string;
      done: string;
      isPutDown: (values: { what: Value }) => string;
      timeIsOver: (values: { what: Value }) => string;
      nextQuantity: string;
      change: string;
      changeTo: string;
      here: (values: { amount: Value }) => string;
      keypad: {
        label: string;
        keys: string;
        point: string;
        clear: string;
        erase: string;
        cancel: string;
        ok: string;
        whys: {
          empty: string;
          form: string;
          much: (values: { most: Value }) => string;
        };
      };
      name: {
        act: string;
        label: string;
        hint: (values: { code: Value }) => string;
        save: string;
        cancel: string;
        empty: string;
        word: string;
        text: (values: { here: Value }) => string;
      };
    };
    loan: {
      has: (values: { holder: Value }) => string;
      had: (values: { holder: Value }) => string;
      isLent: string;
      wasLent: string;
      hasUntil: (values: { holder: Value; day: Value }) => string;
      isLentUntil: (values: { day: Value }) => string;
      overdue: string;
      wasDue: (values: { count: number; day: Value }) => string;
      backBy: (values: { day: Value }) => string;
    };
    supervision: {
      undo: string;
      letIn: string;
      find: string;
      findHint: string;
      back: string;
      name: string;
      search: string;
      none: string;
      count: (values: { count: number }) => string;
      checkIn: string;
      actionFor: (values: { action: Value; guest: Value }) => string;
      inside: (values: { time: Value; door: Value }) => string;
      outside: string;
      group: (values: { group: Value }) => string;
      fact: (values: { name: Value; value: Value }) => string;
    };
    failedActs: {
      act: string;
      search: string;
      noReceiver: string;
      status: (values: { status: Value }) => string;
    };
  };
  answers: {
    answer: string;
    answerQuestions: (values: { count: number }) => string;
    answerAnyway: string;
    goOn: string;
    read: string;
    cannotAsk: string;
    progress: (values: { answered: Value; total: Value }) => string;
    required: string;
    clear: string;
    consent: {
      yes: string;
      no: string;
    };
    passFail: {
      pass: string;
      fail: string;
      na: string;
    };
    good: (values: { limits: Value }) => string;
    failed: (values: { why: Value }) => string;
    outside: (values: { limits: Value }) => string;
    below: (values: { min: Value; unit: Value }) => string;
    belowStars: (values: { count: number }) => string;
    above: (values: { max: Value; unit: Value }) => string;
    between: (values: { min: Value; max: Value; unit: Value }) => string;
    atLeast: (values: { min: Value; unit: Value }) => string;
    atLeastStars: (values: { count: number }) => string;
    atMost: (values: { max: Value; unit: Value }) => string;
    sign: string;
    choose: string;
    stars: (values: { count: number; max: Value }) => string;
    from: (values: { day: Value }) => string;
    to: (values: { day: Value }) => string;
    length: (values: { length: Value; max: Value }) => string;
    until: (values: { time: Value }) => string;
    late: (values: { time: Value }) => string;
    problems: {
      missing: string;
      "not-pass-fail": string;
      "not-a-number": string;
      "not-a-text": string;
      "too-long": string;
      "not-an-option": string;
      "not-tags": string;
      "not-yes-or-no": string;
      "not-stars": string;
      "not-a-date": string;
      "too-early": string;
      "too-late": string;
      "not-asked": string;
    };
    send: string;
    sending: string;
    sendAgain: string;
    later: string;
    close: string;
    kept: string;
    notKept: string;
    notSent: string;
    notTaken: string;
    noAnswer: string;
    jobGone: string;
    unanswered: string;
    discard: string;
    discardQuestion: string;
    discardText: string;
    cancel: string;
    discarded: string;
    waiting: (values: { count: Value }) => string;
    refused: (values: { count: Value }) => string;
    page: {
      title: string;
      back: string;
      none: string;
      scan: string;
    };
  };
};
