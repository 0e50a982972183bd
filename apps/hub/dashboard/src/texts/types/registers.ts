// Written by scripts/texts/make-text-types.ts from en/registers.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Registers = {
  registers: {
    reasons: {
      "checked-in": string;
      "checked-out": string;
      undone: string;
      "not-in": string;
      "just-now": string;
      closed: string;
      unknown: string;
      ambiguous: string;
      unsigned: string;
      "not-genuine": string;
      "seen-before": string;
      "no-key": string;
      blocked: string;
      "too-early": string;
      "too-late": string;
      "wrong-group": string;
      "already-in": string;
      used: string;
      "used-up": string;
      full: string;
      "no-such-movement": string;
      "nothing-to-undo": string;
      "changed-since": string;
      "everybody-out": string;
      added: string;
      removed: string;
      moved: string;
      counted: string;
      "was-elsewhere": string;
      "already-counted": string;
      low: string;
      unnamed: string;
      "not-enough": string;
      "best-before": string;
      expired: string;
      recalled: string;
      "place-set": string;
      "quantity-set": string;
      "no-place": string;
      "which-place": string;
      "same-place": string;
      "no-user": string;
      "no-quantity": string;
      "wrong-unit": string;
      "too-much": string;
      misread: string;
      "round-over": string;
      "round-begun": string;
      "round-ended": string;
      "round-applied": string;
      "round-undone": string;
      "holder-set": string;
      lent: string;
      "handed-over": string;
      returned: string;
      "returned-late": string;
      "lent-to-other": string;
      "already-lent": string;
      "not-lent": string;
      "no-holder": string;
      "not-a-thing": string;
      "due-set": string;
      due: string;
      overdue: string;
      missed: string;
      answered: string;
      "answered-already": string;
      "ask-over": string;
      checklist: string;
      passed: string;
      failed: string;
      seen: string;
      "not-due": string;
      "touch-the-tag": string;
      "inspected-meanwhile": string;
      "new-lead": string;
      "known-lead": string;
      "no-contact": string;
      "ask-consent": string;
      "no-consent": string;
    };
    list: {
      intro: string;
      label: string;
      none: string;
      noneForYou: string;
      noneText: string;
      add: string;
      inside: (values: { count: number }) => string;
    };
    keptInFile: string;
    add: {
      title: string;
      submit: string;
      kind: string;
      titleField: string;
      details: string;
      name: string;
      nameRule: string;
      noInbox: string;
      action: string;
      capacity: string;
      capacityRule: string;
      capacityHint: string;
    };
    register: {
      back: string;
      counts: string;
      insideNow: (values: { count: number; number: Value }) => string;
      insideOf: (values: { count: number; number: Value; capacity: Value }) => string;
      entries: string;
      admitted: string;
      refused: string;
      noInbox: string;
      binding: (values: { inbox: Value; action: Value }) => string;
      refusedByCode: (values: { reasons: Value }) => string;
      reasonCount: (values: { reason: Value; number: Value }) => string;
    };
    pair: {
      open: string;
      does: (values: { action: Value }) => string;
    };
    setup: {
      notYours: string;
      open: string;
      title: string;
      remove: string;
      removeTitle: (values: { name: Value }) => string;
    };
    bindings: {
      none: string;
      does: (values: { action: Value }) => string;
      doesAlways: (values: { action: Value }) => string;
      manage: string;
      unbind: string;
      inbox: string;
      choose: string;
      always: string;
      alwaysHint: string;
      submit: string;
      bound: (values: { inbox: Value }) => string;
      unbound: (values: { inbox: Value }) => string;
    };
    codes: {
      title: string;
      exportTitle: string;
      make: string;
      made: (values: { count: number }) => string;
      export: {
        list: string;
        listWorkbook: string;
        listCards: string;
        listLines: string;
        journal: string;
        journalWorkbook: string;
        journalLines: string;
      };
    };
    tryCode: {
      title: string;
      hint: string;
      code: string;
      submit: string;
      rule: (values: { reason: Value; code: Value }) => string;
      lineProblem: (values: { problem: Value }) => string;
    };
    rules: {
      title: string;
      labels: {
        title: string;
        capacity: string;
        uses: string;
        reentry: string;
        opens: string;
        closes: string;
        exitAllAt: string;
        groups: string;
        ignoreCase: string;
        contacts: string;
        products: string;
        stripPrefix: string;
        keepDays: string;
        tap: string;
        texts: string;
      };
      reentries: {
        "after-exit": string;
        never: string;
        always: string;
      };
      none: string;
      forever: string;
      keepDaysHint: string;
      groupsHint: string;
      choosesShownHint: string;
      showsHint: string;
      reading: string;
      productsHint: string;
      submit: string;
    };
    doors: {
      title: string;
      span: (values: { count: number }) => string;
      door: string;
      in: string;
      out: string;
      refused: string;
      last: string;
    };
    entry: {
      never: string;
      label: string;
      group: string;
      codes: string;
      codeKind: string;
      codeKinds: {
        "t:": string;
        "u:": string;
      };
      newCode: string;
      addCode: string;
      remove: string;
      removeCode: (values: { code: Value }) => string;
      uses: string;
      validFrom: string;
      validUntil: string;
      fields: string;
      fieldName: (values: { n: Value }) => string;
      fieldValue: (values: { n: Value }) => string;
      addField: string;
    };
    entries: {
      hint: string;
      group: (values: { group: Value }) => string;
      inside: (values: { door: Value }) => string;
      insideSince: (values: { door: Value; when: Value }) => string;
      outside: (values: { door: Value }) => string;
      outsideSince: (values: { door: Value; when: Value }) => string;
      blocked: string;
      checkIn: string;
      checkOut: string;
      letIn: string;
      block: string;
      unblock: string;
    };
    newEntry: {
      code: string;
      codeHint: string;
    };
    journal: {
      unknown: string;
      everybody: string;
      undo: string;
      forced: string;
      results: {
        yes: string;
        look: string;
        no: string;
        ask: string;
      };
      undone: string;
    };
  };
  rounds: {
    kinds: {
      found: string;
      different: string;
      elsewhere: string;
      new: string;
      missing: string;
      disputed: string;
    };
    kindCount: (values: { kind: Value; number: Value }) => string;
    title: string;
    hint: string;
    none: string;
    begin: string;
    blind: string;
    blindHint: string;
    recount: string;
    recountHint: string;
    begun: string;
    name: (values: { id: Value }) => string;
    goingOn: (values: { count: number; visited: Value; places: Value }) => string;
    ended: (values: { count: number }) => string;
    applied: string;
    comparing: string;
    unbooked: (values: { count: number }) => string;
    end: string;
    endTitle: string;
    endText: (values: { count: number; places: Value }) => string;
    endDone: string;
    back: string;
    differences: string;
    show: string;
    all: string;
    everything: string;
    noDifferences: string;
    noneOfKind: string;
    article: string;
    counted: string;
    booked: string;
    delta: string;
    more: string;
    apply: string;
    applyTitle: string;
    applyText: string;
    applyDone: (values: { count: number }) => string;
    takeBack: string;
    takeBackTitle: string;
    takeBackText: string;
    takeBackDone: (values: { count: number }) => string;
    csv: string;
    xlsx: string;
    jsonl: string;
  };
  stock: {
    roles: {
      article: string;
      place: string;
      number: string;
      person: string;
    };
    filter: string;
    filters: {
      article: string;
      place: string;
      number: string;
      unnamed: string;
      low: string;
    };
    acts: {
      count: string;
      add: string;
      remove: string;
      move: string;
    };
    at: (values: { quantity: Value; place: Value }) => string;
    noPlace: string;
    nowhere: string;
    minimum: (values: { quantity: Value }) => string;
    lowMinimum: (values: { quantity: Value }) => string;
    lowOf: (values: { quantity: Value }) => string;
    unnamed: string;
    entry: {
      total: (values: { quantity: Value }) => string;
      where: string;
      place: string;
      quantity: string;
      last: string;
      counted: (values: { when: Value }) => string;
      contents: string;
      noContents: string;
      card: (values: { quantity: Value }) => string;
      role: string;
      unit: string;
      unitHint: string;
      minimum: string;
      minimumHint: string;
      recalled: string;
      recalledHint: string;
      amount: string;
      unnamedTitle: string;
      unnamedHint: string;
      nameIt: string;
    };
    book: {
      title: string;
      action: string;
      quantity: string;
      quantityIn: (values: { unit: Value }) => string;
      countHint: string;
      place: string;
      to: string;
      from: string;
      anywhere: string;
      choose: string;
      none: string;
      search: string;
      submit: string;
      anyway: string;
      ambiguous: (values: { text: Value; whole: Value; decimal: Value }) => string;
      notQuantity: (values: { text: Value; example: Value; decimalExample: Value }) => string;
      tooMuch: (values: { text: Value; most: Value }) => string;
    };
    journal: {
      add: (values: { quantity: Value }) => string;
      addTo: (values: { quantity: Value; place: Value }) => string;
      remove: (values: { quantity: Value }) => string;
      removeFrom: (values: { quantity: Value; place: Value }) => string;
      move: (values: { quantity: Value }) => string;
      moveFrom: (values: { quantity: Value; from: Value }) => string;
      moveTo: (values: { quantity: Value; place: Value }) => string;
      moveFromTo: (values: { quantity: Value; from: Value; place: Value }) => string;
      count: (values: { change: Value }) => string;
      countAt: (values: { place: Value; change: Value }) => string;
      counted: (values: { quantity: Value }) => string;
      countedLess: (values: { quantity: Value }) => string;
      round: (values: { id: Value }) => string;
      more: (values: { quantity: Value }) => string;
      less: (values: { quantity: Value }) => string;
      same: string;
      changeAt: (values: { change: Value; place: Value }) => string;
      lot: (values: { lot: Value }) => string;
      serial: (values: { serial: Value }) => string;
      expires: (values: { date: Value }) => string;
    };
    rules: {
      belowZero: string;
      belowZeros: {
        no: string;
        look: string;
      };
      unknown: string;
      unknowns: {
        add: string;
        refuse: string;
      };
      withoutPlace: string;
      withoutPlaceHint: string;
      single: string;
      singleHint: string;
    };
    add: {
      what: string;
      role: {
        article: string;
        place: string;
        number: string;
      };
      places: string;
      placesHint: string;
      numbers: string;
      numbersHint: string;
      notNumbers: (values: { part: Value }) => string;
      tooMany: (values: { limit: Value }) => string;
      preview: (values: { number: Value; labels: Value }) => string;
      stopped: (values: { count: number; problem: Value }) => string;
    };
  };
  care: {
    roles: {
      article: string;
      place: string;
      number: string;
      person: string;
    };
    filter: string;
    filters: {
      things: string;
      lent: string;
      overdue: string;
      free: string;
      blocked: string;
      people: string;
      due: string;
      missed: string;
      failed: string;
      never: string;
    };
    lists: {
      entries: (values: { register: Value }) => string;
      people: (values: { register: Value }) => string;
    };
    state: {
      lentTo: (values: { holder: Value }) => string;
      lentToSomebody: string;
      since: (values: { when: Value; door: Value }) => string;
      until: (values: { date: Value }) => string;
      was: (values: { date: Value }) => string;
      keeps: string;
      free: string;
      blocked: string;
      never: string;
      back: (values: { when: Value; door: Value }) => string;
      inspected: {
        passed: string;
        failed: string;
        seen: string;
        set: string;
      };
      inspectedAt: (values: { when: Value; door: Value }) => string;
      next: (values: { date: Value }) => string;
      again: (values: { date: Value }) => string;
      nextAt: (values: { date: Value; stage: Value }) => string;
      againAt: (values: { date: Value; stage: Value }) => string;
      noDate: {
        passed: string;
        failed: string;
        seen: string;
        set: string;
      };
      stages: {
        due: string;
        overdue: string;
        missed: string;
      };
      stageAfter: (values: { stage: Value }) => string;
    };
    acts: {
      title: string;
      lendTo: string;
      handOverTo: string;
      choosePerson: string;
      searchPerson: string;
      noPeople: string;
      noPerson: string;
      backBy: string;
      noDateHint: string;
      backByHint: (values: { when: Value }) => string;
      lend: string;
      handOver: string;
      giveBack: string;
      anyway: string;
      inspect: string;
      newDate: string;
      nextInspection: string;
      saveDate: string;
      extend: (values: { interval: Value }) => string;
      noDate: string;
      questions: (values: { thing: Value }) => string;
    };
    person: {
      title: string;
      none: string;
      in: (values: { register: Value }) => string;
      receipt: string;
      receiptOf: (values: { register: Value }) => string;
    };
    elsewhere: (values: { registers: Value }) => string;
    history: {
      title: string;
      more: string;
      log: string;
      logOf: (values: { register: Value }) => string;
    };
    journal: {
      lentTo: (values: { holder: Value }) => string;
      handedTo: (values: { holder: Value }) => string;
      returnedBy: (values: { holder: Value }) => string;
      lateBy: (values: { holder: Value }) => string;
      until: (values: { date: Value }) => string;
      next: (values: { date: Value }) => string;
      dated: (values: { date: Value }) => string;
    };
    reports: {
      title: string;
      paper: string;
      papers: {
        a4: string;
        letter: string;
      };
      loans: string;
      loansHint: string;
      due: string;
      dueHint: string;
      log: string;
      logHint: string;
      from: string;
      to: string;
      as: (values: { report: Value; format: Value }) => string;
    };
    rules: {
      loanFor: string;
      loanForHint: string;
      askDue: string;
      askDueHint: string;
      handOver: string;
      handOvers: {
        ask: string;
        yes: string;
        no: string;
      };
      every: string;
      everyHint: string;
      everyByGroup: string;
      group: (values: { number: Value }) => string;
      everyOf: (values: { number: Value }) => string;
      addGroup: string;
      noInterval: string;
      sameGroup: (values: { group: Value }) => string;
      removeGroup: (values: { group: Value }) => string;
      leadTime: string;
      leadTimeHint: string;
      touch: string;
      touchHint: string;
      questions: string;
    };
    add: {
      people: string;
      ownPeople: string;
      things: string;
      ownThings: string;
      thingsHint: string;
      checklist: string;
      checklistHint: string;
      role: {
        article: string;
        person: string;
      };
    };
  };
  leads: {
    add: {
      people: string;
      noPeople: string;
      peopleHint: string;
      keepDays: string;
      keepDaysRule: string;
      keepDaysHint: string;
      questions: string;
      rating: string;
      ratingLabel: string;
      note: string;
      noteLabel: string;
      tags: string;
      tagsHint: string;
      consent: string;
      consentHint: string;
      required: string;
      requiredHint: string;
    };
    newEntry: {
      company: string;
      mail: string;
      mailHint: string;
    };
    counts: {
      leads: (values: { count: number; number: Value }) => string;
      people: (values: { register: Value }) => string;
      keepDays: (values: { count: number }) => string;
    };
    filter: string;
    all: string;
    waiting: {
      consent: string;
      scan: string;
    };
    unnamed: string;
    by: string;
    everyone: string;
    person: (values: { name: Value; leads: Value }) => string;
    exports: {
      all: string;
      by: (values: { name: Value }) => string;
      formats: {
        csv: string;
        xlsx: string;
        vcf: string;
      };
    };
    none: string;
    more: string;
    searchHint: string;
    first: (values: { when: Value; who: Value }) => string;
    scans: (values: { count: number }) => string;
    stars: (values: { count: number; stars: Value }) => string;
    entry: {
      firstScanned: string;
      by: (values: { when: Value; who: Value }) => string;
      scans: string;
      fieldsHint: string;
      unnamedTitle: string;
      unnamedHint: string;
      remove: string;
      removeTitle: (values: { name: Value }) => string;
      removed: (values: { count: number; name: Value }) => string;
      goes: string;
      stays: string;
    };
    rules: {
      questions: string;
      questionsHint: string;
      hints: {
        text: string;
        rating: string;
        consent: string;
      };
      groupsHint: string;
      people: (values: { register: Value }) => string;
      noPeople: string;
    };
  };
  labels: {
    title: string;
    paper: string;
    papers: {
      a4: string;
      letter: string;
      roll62: string;
      roll29: string;
    };
    format: string;
    formats: {
      qr: string;
      datamatrix: string;
      code128: string;
    };
    which: string;
    roles: {
      all: string;
      place: string;
      number: string;
      person: string;
      article: string;
    };
    shows: string;
    parts: {
      title: string;
      group: string;
      fields: string;
      code: string;
    };
    onlyFields: string;
    fieldsExample: string;
    preview: string;
    summary: {
      printed: (values: { count: number }) => string;
      tooLong: (values: { count: number }) => string;
      shortened: (values: { count: number }) => string;
      unprintable: (values: { count: number }) => string;
    };
    open: string;
    savePng: string;
  };
  listImport: {
    paste: string;
    file: string;
    sheet: string;
    header: string;
    encoding: string;
    encodingHint: string;
    encodings: {
      "UTF-8": string;
      "UTF-16LE": string;
      "UTF-16BE": string;
      "windows-1252": string;
      "windows-1250": string;
      "windows-1251": string;
      "windows-1253": string;
      "windows-1254": string;
      "windows-1257": string;
      macintosh: string;
      Shift_JIS: string;
      "EUC-JP": string;
      GBK: string;
      Big5: string;
      "EUC-KR": string;
    };
    roles: {
      label: string;
      lastName: string;
      key: string;
      moreKeys: string;
      group: string;
      attention: string;
      uid: string;
      quantity: string;
      place: string;
      holder: string;
      due: string;
      unit: string;
      minimum: string;
      amount: string;
      recalled: string;
    };
    more: string;
    noColumn: string;
    shownHint: string;
    allSamples: string;
    samples: (values: { count: number; shown: Value }) => string;
    sampleCode: string;
    sampleName: string;
    sampleGroup: string;
    sampleQuantity: string;
    samplePlace: string;
    sampleHolder: string;
    sampleDue: string;
    random: string;
    nameLike: (values: { count: number }) => string;
    makeCodes: string;
    submit: string;
    stock: {
      line: (values: { parts: Value }) => string;
      counted: (values: { count: number }) => string;
      same: (values: { count: number }) => string;
      places: (values: { count: number }) => string;
      summed: (values: { count: number }) => string;
      refused: (values: { count: number }) => string;
      differing: (values: { lines: Value }) => string;
    };
    care: {
      line: (values: { parts: Value }) => string;
      lent: (values: { count: number }) => string;
      dated: (values: { count: number }) => string;
      same: (values: { count: number }) => string;
      people: (values: { count: number }) => string;
      refused: (values: { count: number }) => string;
    };
    refusedActs: (values: { count: number }) => string;
    counts: {
      line: (values: { rows: Value; parts: Value }) => string;
      rows: (values: { count: number }) => string;
      new: (values: { count: number }) => string;
      changed: (values: { count: number }) => string;
      same: (values: { count: number }) => string;
      conflict: (values: { count: number }) => string;
    };
    errors: (values: { cells: Value }) => string;
    guessable: (values: { count: number }) => string;
    done: (values: { count: number }) => string;
    refused: (values: { count: number }) => string;
    refusal: (values: { line: Value; text: Value }) => string;
    moreRefused: (values: { count: number }) => string;
    undo: string;
    undoTitle: string;
    undoSubmit: string;
    undone: {
      line: (values: { removed: Value; putBack: Value; left: Value }) => string;
      removed: (values: { count: number }) => string;
      putBack: (values: { count: number }) => string;
      left: (values: { count: number }) => string;
    };
  };
  questions: {
    types: {
      "pass-fail": string;
      number: string;
      text: string;
      choice: string;
      tags: string;
      rating: string;
      date: string;
      consent: string;
    };
    units: {
      hour: string;
      day: string;
      week: string;
      month: string;
      year: string;
    };
    limits: {
      "pass-fail": {
        min: string;
        max: string;
        hint: string;
      };
      number: {
        min: string;
        max: string;
        hint: string;
      };
      text: {
        min: string;
        max: string;
        hint: string;
      };
      choice: {
        min: string;
        max: string;
        hint: string;
      };
      tags: {
        min: string;
        max: string;
        hint: string;
      };
      rating: {
        min: string;
        max: string;
        hint: string;
      };
      date: {
        min: string;
        max: string;
        hint: string;
      };
      consent: {
        min: string;
        max: string;
        hint: string;
      };
    };
    unit: (values: { label: Value }) => string;
    checklist: string;
    checklistHint: string;
    afterReturn: string;
    afterReturnHint: string;
    none: string;
    question: (values: { number: Value }) => string;
    add: string;
    label: string;
    consent: string;
    consentHint: string;
    type: string;
    required: string;
    hint: string;
    hintHint: string;
    unitOf: string;
    options: string;
    option: (values: { number: Value }) => string;
    fails: string;
    optionFails: (values: { option: Value }) => string;
    failsShort: string;
    addOption: string;
    removeOption: (values: { option: Value }) => string;
    groups: string;
    groupsHint: string;
    more: string;
    up: string;
    down: string;
    remove: string;
    ofQuestion: (values: { act: Value; number: Value }) => string;
    moved: (values: { number: Value }) => string;
    removed: (values: { number: Value }) => string;
    key: (values: { key: Value }) => string;
    answer: {
      values: {
        pass: string;
        fail: string;
        na: string;
        yes: string;
        no: string;
      };
      none: string;
      optional: string;
      stars: (values: { count: number }) => string;
      from: (values: { min: Value }) => string;
      upTo: (values: { max: Value }) => string;
      between: (values: { min: Value; max: Value }) => string;
      withUnit: (values: { label: Value; unit: Value }) => string;
      submit: string;
      later: string;
      skip: string;
      fail: string;
    };
  };
  signedTags: {
    labels: {
      sun: string;
      sunNames: string;
    };
    hint: string;
    keys: {
      fileKey: string;
      metaKey: string;
    };
    keyHints: {
      fileKey: string;
      metaKey: string;
    };
    forOwners: string;
    isSet: string;
    isRemoved: string;
    replace: string;
    replaceNamed: (values: { key: Value }) => string;
    remove: string;
    removeNamed: (values: { key: Value }) => string;
    keep: string;
    names: string;
    parts: {
      data: string;
      uid: string;
      counter: string;
      cmac: string;
    };
    namesHint: string;
  };
  displays: {
    none: string;
    add: string;
    namesHint: string;
    withNames: string;
    withoutNames: string;
    ready: string;
    qr: string;
    link: string;
    remove: string;
    removeNamed: (values: { door: Value }) => string;
    removeTitle: string;
    removeText: string;
    removed: string;
  };
  kinds: {
    "check-in": {
      choice: string;
      choiceHint: string;
      entries: (values: { count: number }) => string;
      actions: {
        in: string;
        out: string;
        toggle: string;
      };
      add: {
        titleHint: string;
        inbox: string;
        inboxHint: string;
        newInbox: string;
        newInboxTitle: (values: { title: Value }) => string;
        inboxName: (values: { register: Value }) => string;
      };
      inboxes: string;
      pair: {
        choose: string;
        verdictsHere: string;
      };
      setup: {
        end: string;
        empty: string;
        emptyTitle: (values: { name: Value }) => string;
        emptyHint: string;
        emptied: string;
        removeHint: string;
      };
      bindings: {
        title: string;
        hint: string;
      };
      codesHint: string;
      rules: {
        closed: string;
        choosesShown: string;
        shows: string;
        textsHint: (values: { label: Value }) => string;
        stripPrefixHint: string;
      };
      list: {
        title: string;
        search: string;
        none: string;
        empty: string;
        more: string;
      };
      journal: {
        title: string;
        label: string;
        none: string;
      };
      entry: {
        facts: string;
        attention: string;
        attentionHint: string;
        noCodes: string;
        edit: string;
        submit: string;
      };
      newEntry: {
        open: string;
        submit: string;
        added: (values: { count: number }) => string;
      };
      importOpen: string;
      import: {
        pasteHint: string;
        shown: string;
        made: (values: { count: number }) => string;
        role: string;
        conflicts: (values: { lines: Value }) => string;
        replace: string;
        blocked: (values: { count: number }) => string;
        changed: (values: { count: number }) => string;
        undoHint: string;
      };
      displays: {
        title: string;
        hint: string;
        door: string;
        allDoors: string;
        names: string;
        once: string;
      };
    };
    stock: {
      choice: string;
      choiceHint: string;
      entries: (values: { count: number }) => string;
      actions: {
        count: string;
        add: string;
        remove: string;
        move: string;
      };
      add: {
        titleHint: string;
        inbox: string;
        inboxHint: string;
        newInbox: string;
        newInboxTitle: (values: { title: Value }) => string;
        inboxName: (values: { register: Value }) => string;
      };
      inboxes: string;
      pair: {
        choose: string;
        verdictsHere: string;
      };
      setup: {
        end: string;
        empty: string;
        emptyTitle: (values: { name: Value }) => string;
        emptyHint: string;
        emptied: string;
        removeHint: string;
      };
      bindings: {
        title: string;
        hint: string;
      };
      codesHint: string;
      rules: {
        closed: string;
        choosesShown: string;
        shows: string;
        textsHint: (values: { label: Value }) => string;
        stripPrefixHint: string;
      };
      list: {
        title: string;
        search: string;
        none: string;
        empty: string;
        more: string;
      };
      journal: {
        title: string;
        label: string;
        none: string;
      };
      entry: {
        facts: string;
        attention: string;
        attentionHint: string;
        noCodes: string;
        edit: string;
        submit: string;
      };
      newEntry: {
        open: string;
        submit: string;
        added: (values: { count: number }) => string;
      };
      importOpen: string;
      import: {
        pasteHint: string;
        shown: string;
        made: (values: { count: number }) => string;
        role: string;
        conflicts: (values: { lines: Value }) => string;
        replace: string;
        blocked: (values: { count: number }) => string;
        changed: (values: { count: number }) => string;
        undoHint: string;
      };
      displays: {
        title: string;
        hint: string;
        door: string;
        allDoors: string;
        names: string;
        once: string;
      };
    };
    loans: {
      choice: string;
      choiceHint: string;
      entries: (values: { count: number }) => string;
      actions: {
        "lend-or-return": string;
        lend: string;
        return: string;
      };
      add: {
        titleHint: string;
        inbox: string;
        inboxHint: string;
        newInbox: string;
        newInboxTitle: (values: { title: Value }) => string;
        inboxName: (values: { register: Value }) => string;
      };
      inboxes: string;
      pair: {
        choose: string;
        verdictsHere: string;
      };
      setup: {
        end: string;
        empty: string;
        emptyTitle: (values: { name: Value }) => string;
        emptyHint: string;
        emptied: string;
        removeHint: string;
      };
      bindings: {
        title: string;
        hint: string;
      };
      codesHint: string;
      rules: {
        closed: string;
        choosesShown: string;
        shows: string;
        textsHint: (values: { label: Value }) => string;
        stripPrefixHint: string;
      };
      list: {
        title: string;
        search: string;
        none: string;
        empty: string;
        more: string;
      };
      journal: {
        title: string;
        label: string;
        none: string;
      };
      entry: {
        facts: string;
        attention: string;
        attentionHint: string;
        noCodes: string;
        edit: string;
        submit: string;
      };
      newEntry: {
        open: string;
        submit: string;
        added: (values: { count: number }) => string;
      };
      importOpen: string;
      import: {
        pasteHint: string;
        shown: string;
        made: (values: { count: number }) => string;
        role: string;
        conflicts: (values: { lines: Value }) => string;
        replace: string;
        blocked: (values: { count: number }) => string;
        changed: (values: { count: number }) => string;
        undoHint: string;
      };
      displays: {
        title: string;
        hint: string;
        door: string;
        allDoors: string;
        names: string;
        once: string;
      };
    };
    inspection: {
      choice: string;
      choiceHint: string;
      entries: (values: { count: number }) => string;
      actions: {
        inspect: string;
      };
      add: {
        titleHint: string;
        inbox: string;
        inboxHint: string;
        newInbox: string;
        newInboxTitle: (values: { title: Value }) => string;
        inboxName: (values: { register: Value }) => string;
      };
      inboxes: string;
      pair: {
        choose: string;
        verdictsHere: string;
      };
      setup: {
        end: string;
        empty: string;
        emptyTitle: (values: { name: Value }) => string;
        emptyHint: string;
        emptied: string;
        removeHint: string;
      };
      bindings: {
        title: string;
        hint: string;
      };
      codesHint: string;
      rules: {
        closed: string;
        choosesShown: string;
        shows: string;
        textsHint: (values: { label: Value }) => string;
        stripPrefixHint: string;
      };
      list: {
        title: string;
        search: string;
        none: string;
        empty: string;
        more: string;
      };
      journal: {
        title: string;
        label: string;
        none: string;
      };
      entry: {
        facts: string;
        attention: string;
        attentionHint: string;
        noCodes: string;
        edit: string;
        submit: string;
      };
      newEntry: {
        open: string;
        submit: string;
        added: (values: { count: number }) => string;
      };
      importOpen: string;
      import: {
        pasteHint: string;
        shown: string;
        made: (values: { count: number }) => string;
        role: string;
        conflicts: (values: { lines: Value }) => string;
        replace: string;
        blocked: (values: { count: number }) => string;
        changed: (values: { count: number }) => string;
        undoHint: string;
      };
      displays: {
        title: string;
        hint: string;
        door: string;
        allDoors: string;
        names: string;
        once: string;
      };
    };
    leads: {
      choice: string;
      choiceHint: string;
      entries: (values: { count: number }) => string;
      actions: {
        meet: string;
      };
      add: {
        titleHint: string;
        inbox: string;
        inboxHint: string;
        newInbox: string;
        newInboxTitle: (values: { title: Value }) => string;
        inboxName: (values: { register: Value }) => string;
      };
      inboxes: string;
      pair: {
        choose: string;
        verdictsHere: string;
      };
      setup: {
        end: string;
        empty: string;
        emptyTitle: (values: { name: Value }) => string;
        emptyHint: string;
        emptied: string;
        removeHint: string;
      };
      bindings: {
        title: string;
        hint: string;
      };
      codesHint: string;
      rules: {
        closed: string;
        choosesShown: string;
        shows: string;
        textsHint: (values: { label: Value }) => string;
        stripPrefixHint: string;
      };
      list: {
        title: string;
        search: string;
        none: string;
        empty: string;
        more: string;
      };
      journal: {
        title: string;
        label: string;
        none: string;
      };
      entry: {
        facts: string;
        attention: string;
        attentionHint: string;
        noCodes: string;
        edit: string;
        submit: string;
      };
      newEntry: {
        open: string;
        submit: string;
        added: (values: { count: number }) => string;
      };
      importOpen: string;
      import: {
        pasteHint: string;
        shown: string;
        made: (values: { count: number }) => string;
        role: string;
        conflicts: (values: { lines: Value }) => string;
        replace: string;
        blocked: (values: { count: number }) => string;
        changed: (values: { count: number }) => string;
        undoHint: string;
      };
      displays: {
        title: string;
        hint: string;
        door: string;
        allDoors: string;
        names: string;
        once: string;
      };
    };
  };
};
