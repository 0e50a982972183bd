// Written by scripts/texts/make-text-types.ts from en/documents.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Documents = {
  documents: {
    title: string;
    lead: string;
    scan: string;
    choose: string;
    drop: string;
    kept: string;
    none: string;
    search: string;
    searchHint: string;
    searching: string;
    noneFound: string;
    showMore: (values: { count: Value }) => string;
    foundCount: (values: { count: number }) => string;
    foundOn: (values: { page: Value; line: Value }) => string;
    pages: (values: { count: number }) => string;
    newTitle: (values: { date: Value }) => string;
    notKept: string;
    mayBeDeleted: string;
    problems: {
      full: string;
      failed: string;
      broken: string;
      language: string;
      text: string;
    };
    fileProblems: {
      empty: (values: { name: Value }) => string;
      unreadable: (values: { name: Value }) => string;
      large: (values: { name: Value }) => string;
      broken: (values: { name: Value }) => string;
      pdf: (values: { name: Value; reason: Value }) => string;
      "pdf-pages": (values: { name: Value; reason: Value }) => string;
    };
    unnamedFileProblems: {
      empty: string;
      unreadable: string;
      large: string;
    };
    skippedPages: {
      damaged: (values: { page: Value }) => string;
      also: (values: { count: number; reason: Value; pages: Value }) => string;
      andMore: (values: { pages: Value }) => string;
    };
    dismiss: string;
    progress: {
      adding: (values: { number: Value; total: Value }) => string;
      pdf: (values: { number: Value; total: Value }) => string;
      pictures: (values: { number: Value; total: Value }) => string;
      text: (values: { number: Value; total: Value }) => string;
    };
    document: {
      back: string;
      name: string;
      takeTitle: (values: { title: Value }) => string;
      look: string;
      ownLook: (values: { count: number; pages: Value }) => string;
      sameLook: string;
      filters: {
        original: string;
        grey: string;
        "black-and-white": string;
        clean: string;
      };
      paper: string;
      byShape: string;
      papers: {
        A4: string;
        A5: string;
        Letter: string;
        Legal: string;
        card: string;
        "receipt-80": string;
        "receipt-57": string;
      };
      doubtful: (values: { count: number; pages: Value }) => string;
      setCorners: (values: { number: Value }) => string;
      check: string;
      checkPage: (values: { number: Value }) => string;
      pageList: string;
      page: (values: { number: Value }) => string;
      edit: (values: { number: Value }) => string;
      earlier: (values: { number: Value }) => string;
      later: (values: { number: Value }) => string;
      deletePage: (values: { number: Value }) => string;
      deleted: (values: { number: Value }) => string;
      notShown: string;
      undo: string;
      empty: string;
      export: string;
      pdf: string;
      share: string;
      jpeg: string;
      png: string;
      text: string;
      print: string;
      cannotPrint: string;
      read: string;
      stop: string;
      readHint: (values: { languages: Value }) => string;
      languages: string;
      hasText: string;
      delete: string;
      deleteQuestion: string;
      keep: string;
      saved: string;
    };
    folders: {
      folder: string;
      none: string;
      show: string;
      all: string;
      change: (values: { name: Value }) => string;
      name: string;
      remove: string;
      removed: (values: { name: Value }) => string;
    };
    languages: {
      title: string;
      hint: string;
      others: (values: { names: Value; example: Value }) => string;
    };
    codes: {
      onThisPage: (values: { count: number }) => string;
      onThesePages: (values: { count: number }) => string;
      hint: string;
      goTo: (values: { job: Value }) => string;
      send: string;
      sendCode: (values: { line: Value }) => string;
      wasSent: string;
      sendAgain: string;
      sendCodeAgain: (values: { line: Value }) => string;
      on: (values: { page: Value }) => string;
    };
    correct: {
      title: (values: { number: Value }) => string;
      done: string;
      hint: string;
      doubts: {
        "not-found": string;
        unsure: string;
      };
      isWholePhoto: string;
      corners: readonly string[];
      sides: readonly string[];
      look: string;
      forAll: string;
      flatten: string;
      left: string;
      right: string;
      whole: string;
      split: string;
      again: string;
      result: string;
      text: string;
      noText: string;
      textOnPage: string;
      selectHint: string;
      copy: string;
      correctText: string;
      corrected: string;
      linesHint: string;
      line: (values: { number: Value }) => string;
      readAgain: string;
      loseTitle: string;
      loseQuestion: string;
      lose: string;
      keepText: string;
      resolution: (values: { dpi: Value }) => string;
      size: (values: { name: Value; width: Value; height: Value }) => string;
      guess: string;
      low: (values: { dpi: Value }) => string;
    };
    camera: {
      title: string;
      shoot: string;
      close: string;
      hint: string;
      taking: string;
      taken: (values: { count: number }) => string;
      byItself: string;
      holdStill: string;
      next: string;
      nextAfter: (values: { count: number }) => string;
      low: (values: { dpi: Value }) => string;
      blurred: string;
      doubts: {
        "not-found": string;
        unsure: string;
      };
      setCorners: string;
      again: string;
      notTaken: string;
    };
  };
};
