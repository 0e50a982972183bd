// Written by scripts/texts/make-text-types.ts from en/objects.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Objects = {
  objects: {
    title: string;
    lead: string;
    scan: string;
    captured: string;
    system: {
      title: string;
      lead: string;
      start: string;
      running: string;
      other: string;
      back: string;
      failed: string;
    };
    newName: (values: { date: Value }) => string;
    pictureCount: (values: { count: number }) => string;
    working: (values: { percent: Value }) => string;
    unfinished: string;
    notKept: string;
    mayBeDeleted: string;
    sizes: {
      box: (values: { length: Value; width: Value; height: Value }) => string;
      length: (values: { length: Value; uncertainty: Value }) => string;
      volume: (values: { volume: Value; uncertainty: Value }) => string;
    };
  };
  openObject: {
    back: string;
    dismiss: string;
    problems: {
      full: string;
      failed: string;
      "too-many": (values: { most: Value }) => string;
      unreadable: (values: { count: number; names: Value }) => string;
      furtherFiles: (values: { count: number; names: Value }) => string;
      heic: string;
    };
    whyMat: {
      ios: string;
      noLidar: string;
      oldIos: (values: { needed: Value; version: Value }) => string;
    };
    mat: {
      title: string;
      steps: readonly string[];
      paper: string;
      papers: {
        a4: string;
        letter: string;
      };
      save: string;
      print: string;
      failed: string;
    };
    ruler: {
      label: string;
      hint: string;
      notTheRuler: string;
      wrongSize: (values: { share: Value; factor: Value }) => string;
      trueSize: string;
    };
    pictures: {
      title: string;
      steps: readonly string[];
      limits: string;
      choose: string;
      add: string;
      taking: (values: { number: Value; total: Value }) => string;
      few: (values: { count: number; least: Value }) => string;
      kept: (values: { count: number }) => string;
    };
    turnOver: {
      title: string;
      addTitle: string;
      lead: string;
      steps: readonly string[];
      start: string;
      choose: string;
      few: (values: { count: number; least: Value }) => string;
      kept: (values: { count: number }) => string;
      skip: string;
      remove: (values: { count: number }) => string;
    };
    capture: {
      titles: {
        "1": string;
        "2": string;
      };
      start: string;
      close: string;
      finish: string;
      taken: {
        "1": (values: { count: number }) => string;
        "2": (values: { count: number }) => string;
      };
      dome: (values: { covered: Value; all: Value }) => string;
      isTaken: string;
      known: string;
      enough: string;
      broken: string;
      tooFast: string;
      besideDome: string;
    };
    work: {
      title: string;
      hint: string;
      stages: {
        markers: string;
        outlines: string;
        mesh: string;
        texture: string;
      };
      waiting: string;
      stop: string;
      again: string;
      start: string;
      smaller: string;
    };
    makeProblems: {
      "too-few-views": (values: { least: Value }) => string;
      stopped: string;
      "object-moved": string;
      "nothing-seen": string;
      memory: string;
      interrupted: string;
      full: string;
      failed: string;
    };
    unused: {
      title: (values: { count: number; unused: Value }) => string;
      count: (values: { count: Value; sentence: Value }) => string;
      remove: (values: { count: number }) => string;
    };
    viewer: {
      label: (values: { size: Value }) => string;
      hint: string;
      noWebGl: string;
      broken: string;
      closer: string;
      farther: string;
      whole: string;
      texture: string;
      mark: string;
      marked: (values: { percent: Value }) => string;
      first: string;
      between: (values: { length: Value }) => string;
      missed: string;
      clear: string;
    };
    sizes: {
      title: string;
      length: string;
      width: string;
      height: string;
      volume: string;
      hullOnly: string;
      uncertainty: string;
      base: {
        seen: string;
        flat: string;
        "not-joined": string;
      };
      checked: (values: { corners: Value; millimeters: Value }) => string;
      made: (values: { count: number; time: Value }) => string;
      madeTurned: (values: { count: number; turned: Value; time: Value }) => string;
      seconds: (values: { seconds: Value }) => string;
      warnings: {
        "other-object": string;
        "beyond-mat": string;
        "views-disagree": string;
        "curled-mat": string;
        "low-views": string;
        "few-views": string;
      };
      guess: (values: { percent: Value }) => string;
      unclearHeight: string;
      unclearOutlines: string;
    };
    captured: {
      size: string;
      pictures: (values: { count: number }) => string;
      show: string;
      save: string;
      hint: string;
      failed: string;
    };
    export: {
      title: string;
      hint: string;
      formats: {
        glb: string;
        usdz: string;
        "3mf": string;
        stl: string;
        obj: string;
        ply: string;
      };
      failed: string;
    };
    name: string;
    delete: string;
    deleteQuestion: string;
    keep: string;
    viewProblems: {
      "mat-not-seen": string;
      "too-few-markers": (values: { least: Value }) => string;
      "mat-not-flat": string;
      "other-size": string;
    };
    checkProblems: {
      blurred: string;
      "too-dark": string;
      "too-bright": string;
      "hard-shadow": string;
    };
    locateProblems: {
      "mat-not-seen": string;
      "too-few-pictures": (values: { least: Value }) => string;
      "same-direction": string;
      "mat-not-flat": string;
    };
  };
};
