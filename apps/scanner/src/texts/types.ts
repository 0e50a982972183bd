// Written by scripts/texts/make-text-types.ts from en/*.json.

/** A value of a placeholder. Numbers are written as in the language of the reader. */
type Value = string | number;

export type Actions = {
  actions: {
    refused: {
      title: string;
      nothing: string;
      link: string;
      toQr: string;
      toNfc: string;
      copy: string;
      why: {
        "too-long": string;
        hidden: string;
        malformed: string;
        unknown: string;
        foreign: string;
        nfc: string;
        "no-place": string;
        "write-both": string;
        "write-script": string;
        "return-misplaced": string;
        "return-malformed": string;
        "return-not-https": string;
        "return-scheme": string;
        "return-credentials": string;
        "return-host": string;
      };
    };
    place: {
      title: string;
      write: string;
    };
    returning: {
      title: string;
      web: (values: { host: Value }) => string;
      app: (values: { scheme: Value }) => string;
      yes: string;
      no: string;
      sending: string;
    };
    shared: {
      title: string;
      none: string;
      notTaken: (values: { count: number }) => string;
      toQr: string;
      picture: string;
      pdf: string;
      scan: string;
      add: string;
      addAll: (values: { count: Value }) => string;
      open: string;
      write: string;
      discard: string;
    };
  };
};

export type Camera = {
  camera: {
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
      "not-allowed": {
        title: string;
        text: string;
      };
      "not-allowed-by-system": {
        title: string;
        text: string;
      };
      "no-camera": {
        title: string;
        text: string;
      };
      "in-use": {
        title: string;
        text: string;
      };
      unfit: {
        title: string;
        text: string;
      };
      failed: {
        title: string;
        text: string;
      };
    };
    allow: {
      ios: string;
      android: string;
      desktop: string;
    };
    broken: {
      title: string;
      text: string;
    };
    nothing: {
      title: string;
      text: string;
    };
    noPicture: {
      unreadable: {
        title: string;
        text: string;
      };
      "no-picture": {
        title: string;
        text: string;
      };
      "not-allowed": {
        title: string;
        text: string;
      };
    };
    typed: {
      label: string;
      hint: string;
      off: string;
      submit: string;
      cancel: string;
    };
  };
  controls: {
    label: string;
    torch: string;
    focus: string;
    zoom: string;
    picture: string;
    clipboard: string;
    type: string;
    mode: string;
    once: string;
    continuous: string;
    cameras: {
      back: string;
      front: string;
      numbered: (values: { n: Value }) => string;
      several: (values: { name: Value; n: Value }) => string;
    };
    zoomValue: (values: { zoom: Value }) => string;
    zoomShort: (values: { zoom: Value }) => string;
  };
};

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

export type First = {
  app: {
    name: string;
    navigation: string;
    skip: string;
    tabs: {
      nfc: string;
      qr: string;
      document: string;
      "3d": string;
      more: string;
    };
    loading: string;
    notLoaded: {
      title: string;
      silent: string;
      same: string;
      newer: string;
      tryAgain: string;
      history: string;
      brief: string;
    };
    reload: string;
    updateReady: string;
    reloadToUpdate: string;
    updateDot: string;
    notSent: string;
    back: string;
    offline: string;
  };
  scan: {
    title: string;
    starting: string;
    reading: string;
    hint: string;
    start: {
      title: string;
      text: string;
      button: string;
    };
    tryAgain: string;
    notStarted: string;
    job: {
      label: string;
      on: (values: { name: Value }) => string;
      unknown: string;
    };
    count: (values: { count: number }) => string;
    drop: string;
    choose: {
      title: (values: { n: Value }) => string;
      text: string;
      both: string;
      all: (values: { n: Value }) => string;
    };
    back: string;
    next: string;
    repeated: string;
    again: string;
    other: string;
    scanIt: string;
    outcome: {
      sending: string;
      sent: string;
      warned: string;
      failed: string;
      refused: string;
      unconfirmed: string;
      kept: string;
      yes: string;
      look: string;
      no: string;
      ask: string;
      unchecked: string;
      notKept: string;
      setUp: string;
      off: {
        code: string;
        nfc: string;
      };
      switchOn: string;
      details: string;
    };
    why: {
      silent: string;
      late: string;
      unsafe: string;
      logIn: string;
      moved: string;
      details: string;
    };
    sendAgain: string;
    noReceiver: string;
    empty: string;
    actions: {
      open: string;
      call: string;
      write: string;
      map: string;
      osm: string;
      lookUp: string;
    };
    last: {
      title: string;
      none: string;
      all: string;
    };
    camera: string;
  };
};

export type More = {
  content: {
    kinds: {
      link: string;
      wifi: string;
      contact: string;
      event: string;
      phone: string;
      sms: string;
      mail: string;
      place: string;
      product: string;
      text: string;
    };
    empty: string;
    fields: {
      host: string;
      address: string;
      title: string;
      network: string;
      security: string;
      password: string;
      identity: string;
      name: string;
      organization: string;
      role: string;
      phone: string;
      mail: string;
      place: string;
      web: string;
      birthday: string;
      note: string;
      starts: string;
      ends: string;
      location: string;
      description: string;
      number: string;
      message: string;
      extension: string;
      to: string;
      cc: string;
      bcc: string;
      others: string;
      subject: string;
      coordinates: string;
      standard: string;
    };
    hidden: string;
    open: string;
    mixed: string;
    userName: (values: { userName: Value }) => string;
    unencrypted: string;
    allDay: string;
    malformed: string;
    wrongCheckDigit: string;
    showPassword: string;
    hidePassword: string;
    copyPassword: string;
    actions: {
      open: string;
      call: string;
      write: string;
      map: string;
      osm: string;
      lookUp: string;
    };
    saveContact: string;
    saveEvent: string;
    wifiHint: string;
  };
  formats: {
    qr: string;
    microqr: string;
    rmqr: string;
    aztec: string;
    datamatrix: string;
    pdf417: string;
    micropdf417: string;
    maxicode: string;
    ean13: string;
    ean8: string;
    upca: string;
    upce: string;
    code128: string;
    code39: string;
    code93: string;
    code32: string;
    codabar: string;
    itf: string;
    databar: string;
    "databar-expanded": string;
    "databar-limited": string;
  };
  history: {
    title: string;
    search: string;
    searchHint: string;
    count: (values: { count: number }) => string;
    none: string;
    noneFound: string;
    more: string;
    unreadable: string;
    today: string;
    yesterday: string;
    exportCsv: string;
    exportJson: string;
    deleteAll: string;
    deleteAllQuestion: (values: { count: Value }) => string;
    deleteAllHint: string;
    deleteAnswersHint: string;
    cancel: string;
    deleted: string;
    allDeleted: string;
    undo: string;
    notFound: string;
    nfc: string;
    code: string;
    short: {
      accepted: string;
      off: string;
      "not-configured": string;
      sending: string;
      forgotten: string;
      unknown: string;
    };
    long: {
      accepted: (values: { status: Value }) => string;
      warning: (values: { status: Value }) => string;
      verdict: (values: { word: Value }) => string;
      asks: (values: { word: Value }) => string;
      unchecked: string;
      off: (values: { source: Value }) => string;
      "not-configured": string;
      sending: string;
      forgotten: string;
      unknown: string;
    };
    reply: string;
    location: string;
    check: string;
    send: string;
    resend: string;
    askAgain: string;
    askAgainHint: string;
    resendHint: string;
    jobGone: string;
    resent: (values: { count: number }) => string;
    copy: string;
    share: string;
    delete: string;
    details: string;
    fields: {
      raw: string;
      source: string;
      identifier: string;
      date: string;
      quantity: string;
      tagType: string;
      structured: string;
      bytes: string;
    };
  };
  jobs: {
    title: string;
    lead: string;
    none: string;
    choose: string;
    noUrl: string;
    unnamed: string;
    open: (values: { name: Value }) => string;
    add: string;
    pairHint: string;
    notFound: string;
    all: string;
    name: string;
    nameHint: (values: { name: Value }) => string;
    saveName: string;
    renamed: string;
    receiver: string;
    turnOn: string;
    isOn: string;
    remove: string;
    removeQuestion: (values: { name: Value }) => string;
    removeText: string;
    taken: (values: { name: Value }) => string;
    needsUrl: string;
    addTitle: string;
    receiverOf: (values: { name: Value }) => string;
    several: string;
    removed: (values: { name: Value }) => string;
    notRemoved: string;
    cancel: string;
    card: {
      title: string;
      text: string;
      alt: (values: { name: Value; text: Value }) => string;
      instruction: string;
      print: string;
      save: string;
      share: string;
      file: (values: { name: Value }) => string;
      noCard: string;
      failed: string;
    };
  };
  links: {
    lead: string;
    actions: string;
    titles: {
      "scan-nfc": string;
      "scan-code": string;
      "scan-document": string;
      "scan-object": string;
      "scan-room": string;
      "open-nfc": string;
      "open-qr": string;
      "open-document": string;
      "open-3d": string;
      "open-more": string;
      "last-nfc": string;
      "last-code": string;
      "write-nfc": string;
    };
    more: string;
    home: string;
    homeHint: string;
    pin: (values: { title: Value }) => string;
    notPinned: string;
    last: string;
    lastOf: {
      nfc: string;
      code: string;
    };
    copy: (values: { title: Value }) => string;
  };
  more: {
    title: string;
    webhook: string;
    jobs: string;
    jobsHint: (values: { name: Value; count: Value }) => string;
    noReceiver: string;
    history: string;
    code: string;
    codeHint: string;
    leads: string;
    leadsHint: string;
    settings: string;
    settingsHint: string;
    links: string;
    linksHint: string;
    help: string;
    helpHint: string;
    about: string;
    aboutHint: string;
    appearance: string;
    language: string;
    deviceLanguage: string;
    languageNotStored: string;
    theme: string;
    themes: {
      system: string;
      light: string;
      dark: string;
    };
    scanning: string;
    continuous: string;
    continuousHint: string;
    repeats: string;
    repeatRules: {
      never: string;
      row: string;
      seconds: string;
      session: string;
    };
    repeatSeconds: string;
    fullAscii: string;
    fullAsciiHint: string;
    keepAwake: string;
    keepAwakeHint: string;
    feedback: string;
    sound: string;
    soundHint: string;
    vibration: string;
    vibrationHint: string;
    noVibration: string;
    speak: string;
    speakHint: string;
    version: string;
    license: string;
    offlineUse: string;
    offlineReady: string;
    offlineNot: string;
    ahead: {
      ready: string;
      loading: string;
      missing: (values: { count: number; tabs: Value }) => string;
      loadNow: string;
    };
    install: string;
    installHint: string;
    installed: string;
    installIos: string;
    installOther: string;
    privacy: string;
    privacyText: string;
    notOffered: string;
  };
  pairing: {
    title: string;
    lead: (values: { host: Value }) => string;
    what: string;
    stores: readonly string[];
    choose: string;
    adds: string;
    replaces: (values: { name: Value; host: Value }) => string;
    addsHint: string;
    replacesHint: string;
    device: string;
    deviceHint: string;
    devices: {
      phone: string;
      tablet: string;
      browser: string;
      browserOn: (values: { browser: Value; system: Value }) => string;
    };
    agree: string;
    working: string;
    cancel: string;
    done: (values: { name: Value }) => string;
    noCode: string;
    gone: string;
    unreachable: string;
    unexpected: (values: { status: Value }) => string;
    cannotStore: string;
    notStored: string;
    toQr: string;
  };
  unsent: {
    title: (values: { count: number }) => string;
    short: (values: { count: Value }) => string;
    allUncertain: string;
    someUncertain: (values: { count: number }) => string;
    mayHaveArrived: string;
    sendAll: (values: { count: number }) => string;
    sendHint: (values: { host: Value }) => string;
    decides: string;
    awaiting: {
      title: (values: { count: number }) => string;
      hint: string;
      open: string;
      question: (values: { count: number; host: Value }) => string;
      text: string;
      list: string;
      send: (values: { count: number }) => string;
      forget: (values: { count: number }) => string;
      forgetHint: string;
      forgotten: (values: { count: number }) => string;
      undo: string;
      cancel: string;
    };
    gone: (values: { count: number }) => string;
    goneJobs: (values: { count: number; names: Value }) => string;
    setReceiver: string;
    sending: (values: { number: Value; total: Value }) => string;
    progress: string;
    stop: string;
    result: {
      all: (values: { parts: Value }) => string;
      stopped: (values: { parts: Value }) => string;
      sent: (values: { count: number }) => string;
      refused: (values: { count: number }) => string;
      left: (values: { count: number }) => string;
    };
    all: string;
  };
  webhook: {
    title: string;
    lead: string;
    url: string;
    urlPlaceholder: string;
    urlHint: string;
    credentialsHint: string;
    user: string;
    password: string;
    passwordHint: string;
    passwordStored: string;
    passwordKept: string;
    passwordElsewhere: (values: { origin: Value }) => string;
    colon: string;
    show: string;
    hide: string;
    forget: string;
    forgotten: string;
    save: string;
    saved: string;
    notSaved: string;
    sent: string;
    sendNfc: string;
    sendNfcHint: string;
    sendCodes: string;
    sendCodesHint: string;
    test: string;
    testHint: string;
    testRun: string;
    testAgain: string;
    testing: string;
    steps: {
      ok: string;
      bad: string;
      warn: string;
      none: string;
    };
    testSteps: {
      badUrl: string;
      sendingTo: (values: { host: Value }) => string;
      plain: string;
      reached: (values: { time: Value }) => string;
      encrypted: string;
      notReached: string;
      silent: {
        title: string;
        text: string;
      };
      blocked: {
        request: {
          title: string;
          text: string;
        };
        credentials: {
          title: string;
          text: string;
        };
      };
      asksPassword: string;
      asksPasswordFor: (values: { realm: Value }) => string;
      asksOther: (values: { scheme: Value }) => string;
      asksOtherFor: (values: { scheme: Value; realm: Value }) => string;
      didNotAsk: string;
      unused: string;
      hiddenChallenge: {
        title: string;
        text: string;
      };
      sentPassword: string;
      sentPasswordOf: (values: { user: Value }) => string;
      refused: (values: { status: Value }) => string;
      accepted: (values: { status: Value; time: Value }) => string;
      acceptedWithWarning: (values: { status: Value; time: Value }) => string;
      reply: (values: { text: Value }) => string;
    };
    headers: string;
    copyHeaders: string;
    pairHint: string;
  };
  copying: {
    copied: string;
    notCopied: string;
  };
  restored: {
    restored: string;
    missing: (values: { secrets: Value }) => string;
    notStored: string;
    discard: string;
  };
  leads: {
    ofJob: (values: { job: Value }) => string;
    search: string;
    placeholder: string;
    loading: string;
    none: string;
    noneFound: string;
    noList: string;
    noReceiver: string;
    count: (values: { count: number }) => string;
    moreThan: (values: { count: number }) => string;
    more: string;
    tryAgain: string;
    lead: string;
    unnamed: string;
    waiting: string;
    first: (values: { time: Value; by: Value }) => string;
    last: (values: { count: number; time: Value; by: Value }) => string;
    scannedBy: (values: { by: Value }) => string;
    contact: string;
    answer: string;
    goOn: string;
    answerAbout: (values: { act: Value; lead: Value }) => string;
  };
};

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

export type Sending = {
  sending: {
    causes: {
      dns: string;
      tls: string;
      "not-tls": string;
      refused: string;
      reset: string;
      timeout: string;
      blocked: string;
      network: string;
      cancelled: string;
    };
    redirect: string;
    redirectTo: (values: { location: Value }) => string;
    status: (values: { status: Value }) => string;
    url: {
      empty: string;
      "not-a-url": (values: { address: Value }) => string;
      credentials: string;
      scheme: (values: { scheme: Value }) => string;
      insecure: string;
      "page-elsewhere": string;
    };
    logIn: {
      wrong: string;
      missing: string;
      "not-asked": string;
      hidden: string;
      "other-scheme": (values: { scheme: Value }) => string;
    };
  };
};

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
