// Written by scripts/texts/make-text-types.ts from en/nfc.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Nfc = {
  nfc: {
    title: string;
    start: {
      title: string;
      text: string;
      button: string;
    };
    starting: string;
    lockSheet: {
      hold: string;
      other: string;
    };
    ready: {
      title: string;
      text: string;
    };
    next: string;
    tryAgain: string;
    write: string;
    writeTo: string;
    copy: string;
    change: string;
    repeated: string;
    again: string;
    blank: {
      title: string;
      text: string;
    };
    nameless: {
      title: string;
      text: string;
    };
    unreadable: {
      title: string;
      text: string;
    };
    foreign: {
      title: string;
      text: string;
    };
    damaged: string;
    problems: {
      insecure: {
        title: string;
        text: string;
      };
      unsupported: {
        title: string;
        text: string;
      };
      dismissed: {
        title: string;
        text: string;
      };
      denied: {
        title: string;
        text: string;
      };
      "no-adapter": {
        title: string;
        text: string;
      };
      off: {
        title: string;
        text: string;
      };
      busy: {
        title: string;
        text: string;
      };
      failed: {
        title: string;
        text: string;
      };
    };
    unsupported: {
      ios: string;
      android: string;
      desktop: string;
    };
    instead: {
      title: string;
      chrome: {
        title: string;
        text: string;
      };
      kiosk: {
        title: string;
        text: string;
        command: string;
      };
      writing: {
        title: string;
        text: string;
        link: string;
      };
      codes: {
        title: string;
        text: string;
        link: string;
      };
    };
    fields: {
      uid: string;
      type: string;
      size: string;
      locked: string;
    };
    noUid: string;
    randomUid: string;
    technologies: {
      iso14443: string;
      iso15693: string;
    };
    unknownType: string;
    bytes: (values: { count: number }) => string;
    sizeOf: (values: { count: number; bytes: Value }) => string;
    lockedUnknown: string;
    details: string;
    showMessage: string;
    copyUid: string;
    records: {
      heading: (values: { count: number; number: Value }) => string;
      empty: {
        title: string;
        text: string;
      };
      uri: string;
      text: string;
      poster: string;
      wifi: string;
      mime: (values: { type: Value }) => string;
      app: string;
      openPrintTag: string;
      openTag3D: string;
      external: (values: { type: Value }) => string;
      unknown: {
        title: string;
        text: string;
      };
      unknownType: (values: { type: Value }) => string;
      damaged: string;
      language: string;
      languageUnknown: string;
      actions: {
        do: string;
        save: string;
        edit: string;
      };
      openStore: string;
      alsoTitle: (values: { title: Value; language: Value }) => string;
      showBytes: (values: { bytes: Value }) => string;
    };
  };
  spool: {
    nameless: string;
    color: string;
    facts: {
      left: string;
      full: string;
      container: string;
      length: string;
      print: string;
      bed: string;
      preheat: string;
      chamber: string;
      drying: string;
      diameter: string;
      nozzle: string;
      density: string;
      wavelength: string;
      viscosity: string;
      volume: string;
      made: string;
      expires: string;
      protection: string;
      serial: string;
      sku: string;
      gtin: string;
      message: string;
      address: string;
    };
    leftOf: (values: { left: Value; share: Value }) => string;
    nominal: (values: { actual: Value; nominal: Value }) => string;
    best: (values: { range: Value; best: Value }) => string;
    during: (values: { temperature: Value; time: Value }) => string;
    upTo: (values: { value: Value }) => string;
    from: (values: { value: Value }) => string;
    problems: string;
    units: {
      gram: (values: { value: Value }) => string;
      meter: (values: { value: Value }) => string;
      millimeter: (values: { value: Value }) => string;
      nanometer: (values: { value: Value }) => string;
      milliliter: (values: { value: Value }) => string;
      density: (values: { value: Value }) => string;
      viscosity: (values: { value: Value }) => string;
      celsius: (values: { value: Value }) => string;
      celsiusRange: (values: { min: Value; max: Value }) => string;
      hours: (values: { value: Value }) => string;
      minutes: (values: { value: Value }) => string;
    };
  };
  openPrintTag: {
    allFields: string;
    regions: {
      main: string;
      aux: string;
      meta: string;
      uuids: string;
    };
    uuids: {
      brand: string;
      material: string;
      package: string;
      instance: string;
    };
    unknownField: (values: { key: Value }) => string;
  };
};
