// Written by scripts/texts/make-text-types.ts from en/rooms.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Rooms = {
  rooms: {
    title: string;
    lead: string;
    scan: string;
    draw: string;
    openFile: string;
    kept: string;
    none: string;
    newName: (values: { date: Value }) => string;
    roomName: (values: { number: Value }) => string;
    roomCount: (values: { count: number }) => string;
    unfinished: (values: { count: number }) => string;
    notKept: string;
    mayBeDeleted: string;
    refusals: {
      browser: string;
      oldIos: (values: { needed: Value; version: Value }) => string;
      ios: string;
      noLidar: string;
    };
    problems: {
      full: string;
      failed: string;
      refused: (values: { sentence: Value }) => string;
      unreadable: (values: { sentence: Value }) => string;
    };
    dismiss: string;
    lengths: {
      empty: string;
      notALength: string;
      dividedByZero: string;
      tooLong: string;
      range: string;
    };
    start: {
      title: string;
      back: string;
      name: string;
      units: string;
      metric: string;
      imperial: string;
      shape: string;
      shapes: {
        rectangle: string;
        angled: string;
      };
      walls: string;
      wallsHint: string;
      length: (values: { wall: Value }) => string;
      turn: (values: { wall: Value }) => string;
      turns: {
        left: string;
        right: string;
        other: string;
      };
      wrongTurn: (values: { most: Value }) => string;
      degrees: (values: { wall: Value }) => string;
      addWall: string;
      removeWall: (values: { wall: Value }) => string;
      height: string;
      thickness: string;
      optional: string;
      through: string;
      nowhere: string;
      make: string;
      preview: string;
      noPreview: string;
    };
    plan: {
      back: string;
      undo: string;
      name: string;
      units: string;
      drawing: (values: { count: number; area: Value }) => string;
      innerArea: string;
      grossArea: string;
      areaHint: string;
      guessHint: string;
      perimeter: string;
      height: string;
      closing: string;
      closingHint: string;
      byConstruction: string;
      joinError: string;
      room: string;
      roomName: string;
      allThick: string;
      corner: (values: { number: Value }) => string;
      drag: string;
      walls: string;
      wall: (values: { id: Value; length: Value }) => string;
      length: (values: { id: Value }) => string;
      lengthHint: string;
      asDrawn: string;
      asScanned: string;
      residual: (values: { distance: Value }) => string;
      shownLonger: (values: { distance: Value }) => string;
      shownShorter: (values: { distance: Value }) => string;
      details: (values: { id: Value }) => string;
      thickness: string;
      addCorner: string;
      removeWall: string;
      add: {
        door: string;
        window: string;
        opening: string;
      };
      noSpace: string;
      kinds: {
        door: string;
        window: string;
        opening: string;
      };
      kind: string;
      offset: string;
      width: string;
      openingHeight: string;
      sill: string;
      hinge: string;
      hinges: {
        start: string;
        end: string;
      };
      swing: string;
      swings: {
        in: string;
        out: string;
      };
      leadsTo: string;
      nowhere: string;
      removeOpening: (values: { id: Value }) => string;
      addRoom: string;
      scanRoom: string;
      removeRoom: (values: { room: Value }) => string;
      export: string;
      formats: {
        pdf: string;
        svg: string;
        dxf: string;
        glb: string;
        usdz: string;
        json: string;
      };
      share: string;
      failed: string;
      delete: string;
      deleteQuestion: string;
      keep: string;
    };
    system: {
      title: string;
      lead: string;
      start: string;
      running: string;
      other: string;
      back: string;
      failed: string;
    };
    chrome: {
      lead: string;
      scan: string;
      scanYourself: string;
      save: string;
      open: string;
      start: string;
      missing: string;
    };
    walk: {
      title: string;
      before: string;
      start: string;
      back: string;
      failed: string;
      denied: string;
      steps: {
        floor: string;
        walls: string;
        height: string;
        openings: string;
      };
      set: {
        floor: string;
        walls: string;
        height: string;
        openings: string;
      };
      second: string;
      secondCorner: string;
      found: (values: { walls: Value }) => string;
      wallCount: (values: { count: number }) => string;
      openingCount: (values: { count: number }) => string;
      close: string;
      skip: string;
      undo: string;
      finish: string;
      stop: string;
      problems: {
        notFloor: string;
        tooNear: string;
        noWall: string;
        notHeight: string;
        tooSmall: string;
      };
      noFloor: string;
      lost: string;
      unfinished: (values: { count: number }) => string;
      makeRoom: string;
      again: string;
      discard: string;
      broken: (values: { sentence: Value }) => string;
    };
    planProblems: {
      notJson: string;
      newerVersion: (values: { version: Value }) => string;
      wrongValue: {
        object: (values: { path: Value }) => string;
        file: string;
        number: (values: { path: Value; number: Value }) => string;
        text: (values: { path: Value; maxLength: Value }) => string;
        choice: (values: { path: Value; choices: Value }) => string;
        list: (values: { path: Value; min: Value; max: Value }) => string;
        length: (values: {
          path: Value;
          from: Value;
          to: Value;
          example: Value;
          feet: Value;
        }) => string;
        someLength: (values: { path: Value; example: Value }) => string;
        angle: (values: { path: Value }) => string;
        point: (values: { path: Value }) => string;
        otherRoom: (values: { path: Value }) => string;
      };
      unknownField: (values: { path: Value }) => string;
      repeatedId: (values: { path: Value; id: Value }) => string;
      unknownOpening: (values: { path: Value; room: Value; opening: Value }) => string;
      wallWithoutLength: (values: { path: Value }) => string;
      wallsWithoutArea: (values: { room: Value }) => string;
      wallsCross: (values: { first: Value; second: Value; room: Value }) => string;
      openingBeyondWall: (values: {
        opening: Value;
        wall: Value;
        room: Value;
        length: Value;
      }) => string;
      openingAboveCeiling: (values: { opening: Value; room: Value; height: Value }) => string;
      openingsOverlap: (values: { first: Value; second: Value; room: Value }) => string;
    };
    planNotes: {
      unlikeScan: (values: {
        room: Value;
        wall: Value;
        confirmed: Value;
        expected: Value;
      }) => string;
      unlikeOthers: (values: {
        room: Value;
        wall: Value;
        confirmed: Value;
        expected: Value;
      }) => string;
      guessedWalls: (values: { count: number; room: Value; walls: Value }) => string;
      roomsOverlap: (values: { first: Value; second: Value }) => string;
      roomApart: (values: { room: Value }) => string;
      doorsApart: (values: { first: Value; second: Value; gap: Value }) => string;
      doorInto: (values: { opening: Value; room: Value; other: Value }) => string;
      openDoors: (values: { doors: Value }) => string;
      doorOf: (values: { opening: Value; room: Value }) => string;
    };
    missingLetters: {
      all: (values: { letters: Value }) => string;
      some: (values: { letters: Value }) => string;
    };
    areas: {
      metric: (values: { area: Value }) => string;
      imperial: (values: { area: Value }) => string;
    };
    drawn: {
      sill: string;
      sketched: string;
      squareFeet: string;
      furniture: {
        storage: string;
        refrigerator: string;
        stove: string;
        bed: string;
        sink: string;
        "washer dryer": string;
        toilet: string;
        bathtub: string;
        oven: string;
        dishwasher: string;
        table: string;
        sofa: string;
        chair: string;
        fireplace: string;
        television: string;
        stairs: string;
      };
    };
  };
};
