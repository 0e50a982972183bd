// Written by scripts/texts/make-text-types.ts from en/writing.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Writing = {
  making: {
    kind: string;
    kinds: {
      link: string;
      text: string;
      wifi: string;
      contact: string;
    };
    passwordHint: string;
    fieldProblems: {
      "script-address": string;
    };
    format: string;
    preview: string;
    correct: string;
    alt: (values: { format: Value; name: Value }) => string;
    problems: {
      empty: string;
      "too-long": (values: { format: Value }) => string;
      "too-long-qr": string;
      "not-ascii": (values: { format: Value }) => string;
      "not-digits": (values: { format: Value }) => string;
      length: (values: { format: Value; digits: Value; fewer: Value }) => string;
      "check-digit": (values: { expected: Value }) => string;
    };
    savePng: string;
    saveSvg: string;
    failed: string;
    sheet: {
      title: string;
      paper: string;
      papers: {
        a4: string;
        letter: string;
      };
      copies: string;
      full: (values: { count: Value }) => string;
      save: string;
      tooBig: string;
      file: (values: { name: Value }) => string;
    };
  };
  nfcWriting: {
    title: string;
    back: string;
    toNfc: string;
    cannot: {
      title: string;
      text: string;
    };
    withReader: {
      text: string;
      copy: string;
      incomplete: string;
      list: string;
      copyTag: string;
    };
    menu: {
      main: string;
      more: string;
      kinds: {
        link: {
          title: string;
          hint: string;
        };
        text: {
          title: string;
          hint: string;
        };
        wifi: {
          title: string;
          hint: string;
        };
        contact: {
          title: string;
          hint: string;
        };
        phone: {
          title: string;
          hint: string;
        };
        mail: {
          title: string;
          hint: string;
        };
        place: {
          title: string;
          hint: string;
        };
        app: {
          title: string;
          hint: string;
        };
      };
      openPrintTag: {
        title: string;
        hint: string;
      };
      copy: {
        title: string;
        hint: string;
      };
      list: {
        title: string;
        hint: string;
      };
      erase: {
        title: string;
        hint: string;
      };
    };
    fields: {
      url: string;
      urlHint: string;
      text: string;
      language: string;
      languageHint: string;
      ssid: string;
      security: string;
      securities: {
        wpa: string;
        wep: string;
        open: string;
      };
      wifiPassword: string;
      wifiPasswordHint: string;
      show: string;
      hide: string;
      given: string;
      family: string;
      organization: string;
      role: string;
      phone: string;
      email: string;
      website: string;
      address: string;
      note: string;
      number: string;
      numberHint: string;
      to: string;
      toHint: string;
      subject: string;
      body: string;
      coordinates: string;
      coordinatesHint: string;
      placeName: string;
      app: string;
      appHint: string;
      appUrl: string;
      appUrlHint: string;
      optional: string;
      more: string;
    };
    problems: {
      "no-address": string;
      "not-an-address": string;
      "script-address": string;
      "no-text": string;
      "not-a-language": string;
      "no-network": string;
      "long-network": string;
      "no-password": string;
      "wpa-password": string;
      "wep-password": string;
      "no-contact": string;
      "no-number": string;
      "not-a-number": string;
      "no-email": string;
      "not-an-email": string;
      "no-place": string;
      "not-a-place": string;
      "no-app": string;
      "not-an-app": string;
    };
    size: {
      bytes: (values: { count: number }) => string;
      takes: (values: { count: number }) => string;
      larger: string;
      fits: (values: { count: number; chip: Value; taken: Value }) => string;
      tooBig: (values: { count: number; chip: Value }) => string;
      label: string;
      fitsShort: string;
      tooSmall: string;
      fillIn: string;
    };
    write: string;
    lock: string;
    lockHint: string;
    locking: {
      one: {
        title: string;
        text: string;
      };
      copies: {
        title: string;
        text: string;
      };
      list: {
        title: (values: { count: number }) => string;
        text: string;
      };
      confirm: string;
      cancel: string;
    };
    steps: {
      waiting: {
        title: string;
        text: string;
      };
      writing: {
        title: string;
        text: string;
      };
      unreadable: {
        title: string;
        text: string;
      };
      checking: {
        title: string;
        text: string;
      };
      checkingUnreadable: {
        title: string;
        text: string;
      };
      otherTag: {
        title: string;
        text: string;
      };
      locking: {
        title: string;
        text: string;
      };
      moved: {
        title: string;
        text: string;
      };
      cancel: string;
    };
    results: {
      done: string;
      doneText: string;
      locked: string;
      lockedText: string;
      notLocked: string;
      notLockedText: (values: { why: Value }) => string;
      erased: string;
      erasedText: string;
      wrongRadio: string;
      different: {
        title: string;
        text: string;
      };
      failed: {
        lost: {
          title: string;
          text: string;
        };
        foreign: {
          title: string;
          text: string;
        };
        "not-lockable": {
          title: string;
          text: string;
        };
        cancelled: {
          title: string;
          text: string;
        };
      };
      refused: string;
      refusedSmall: string;
      refusedText: (values: { needed: Value }) => string;
      invalid: string;
      invalidText: (values: { detail: Value }) => string;
      tryAgain: string;
      another: string;
      close: string;
      finish: string;
      technical: (values: { detail: Value }) => string;
    };
    copy: {
      read: string;
      readText: string;
      empty: string;
      unreadable: string;
      pick: string;
      source: string;
      start: string;
      more: string;
      written: (values: { count: number }) => string;
      other: string;
      notWritable: string;
    };
    erase: {
      lead: string;
      start: string;
      more: string;
    };
    asked: {
      copy: {
        title: string;
        text: string;
      };
      line: {
        title: (values: { line: Value }) => string;
        text: (values: { next: Value; line: Value }) => string;
      };
      overwrite: string;
      other: string;
    };
  };
  writeList: {
    lead: string;
    known: string;
    file: string;
    paste: string;
    placeholder: string;
    check: string;
    empty: string;
    "no-columns": string;
    unreadable: string;
    tooLarge: string;
    preview: string;
    ready: (values: { count: number }) => string;
    readyWithErrors: (values: { tags: Value; lines: Value }) => string;
    tagCount: (values: { count: number }) => string;
    lineCount: (values: { count: number }) => string;
    noneGood: string;
    columns: string;
    column: (values: { name: Value; meaning: Value }) => string;
    onlyColumn: (values: { meaning: Value }) => string;
    notWritten: string;
    content: string;
    latitude: string;
    longitude: string;
    line: (values: { line: Value }) => string;
    errors: string;
    errorsHint: string;
    problemIn: (values: { column: Value; sentence: Value }) => string;
    change: string;
    start: (values: { count: number }) => string;
    further: (values: { count: Value }) => string;
    largest: string;
    running: (values: { number: Value; of: Value }) => string;
    next: string;
    skip: string;
    stop: string;
    writtenCount: (values: { count: number }) => string;
    skippedCount: (values: { count: number }) => string;
    openCount: (values: { count: number }) => string;
    progress: string;
    none: string;
    skipped: (values: { line: Value }) => string;
    last: (values: { line: Value }) => string;
    nextTag: string;
    goOn: (values: { count: number }) => string;
    finished: string;
    summary: (values: { count: number; done: Value }) => string;
    download: string;
    downloadHint: string;
    again: string;
    leaveQuestion: string;
    leaveHint: string;
    stay: string;
    leave: string;
    retry: (values: { count: number }) => string;
    fileName: (values: { date: Value }) => string;
    results: {
      columns: {
        content: string;
        line: string;
        result: string;
        uid: string;
        locked: string;
        time: string;
      };
      states: {
        open: string;
        skipped: string;
        bad: string;
        done: string;
      };
      yes: string;
    };
    faults: {
      nothing: string;
      quotes: string;
      "more-cells": string;
    };
    "not-a-security": string;
  };
  writeOpenPrintTag: {
    lead: string;
    onlyV: string;
    edit: string;
    editHint: string;
    hold: string;
    notOne: string;
    editing: string;
    startNew: string;
    reserveSpace: string;
    reserveSpaceHint: string;
    none: string;
    unknown: (values: { value: Value }) => string;
    belowMinimum: string;
    pick: (values: { label: Value }) => string;
    combined: string;
    groups: {
      material: string;
      weights: string;
      temperatures: string;
      filament: string;
      colors: string;
      properties: string;
      measures: string;
      dates: string;
      ids: string;
      use: string;
    };
    labels: {
      material_class: string;
      material_type: string;
      material_name: string;
      material_abbreviation: string;
      brand_name: string;
      primary_color: string;
      primary_color_lab: string;
      primary_color_ral: string;
      secondary_color_0: string;
      secondary_color_1: string;
      secondary_color_2: string;
      secondary_color_3: string;
      secondary_color_4: string;
      nominal_netto_full_weight: string;
      actual_netto_full_weight: string;
      empty_container_weight: string;
      consumed_weight: string;
      min_print_temperature: string;
      max_print_temperature: string;
      preheat_temperature: string;
      min_bed_temperature: string;
      max_bed_temperature: string;
      min_chamber_temperature: string;
      max_chamber_temperature: string;
      chamber_temperature: string;
      drying_temperature: string;
      drying_time: string;
      filament_diameter: string;
      min_nozzle_diameter: string;
      hardness_shore_a: string;
      hardness_shore_d: string;
      nominal_full_length: string;
      actual_full_length: string;
      transmission_distance: string;
      container_width: string;
      container_outer_diameter: string;
      container_inner_diameter: string;
      container_hole_diameter: string;
      container_volumetric_capacity: string;
      viscosity_18c: string;
      viscosity_25c: string;
      viscosity_40c: string;
      viscosity_60c: string;
      tags: string;
      gtin: string;
      country_of_origin: string;
      manufactured_date: string;
      expiration_date: string;
      instance_uuid: string;
      package_uuid: string;
      material_uuid: string;
      brand_uuid: string;
      brand_specific_instance_id: string;
      brand_specific_package_id: string;
      brand_specific_material_id: string;
      workgroup: string;
      general_purpose_range_user: string;
      last_stir_time: string;
      storage_location: string;
      purchase_time: string;
      purchase_price: string;
      purchase_currency: string;
    };
  };
};
