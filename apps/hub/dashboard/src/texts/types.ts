// Written by scripts/texts/make-text-types.ts from en/*.json.

/** A value of a placeholder. Numbers are written as in the language of the reader. */
type Value = string | number;

export type DestinationKinds = {
  fields: {
    username: {
      label: string;
    };
    password: {
      label: string;
    };
    timeout: {
      label: string;
      help: string;
    };
    ca: {
      label: string;
      help: string;
    };
    server: {
      label: string;
    };
    port: {
      label: string;
      help: string;
    };
    user: {
      label: string;
    };
  };
  kinds: {
    http: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: (values: { template: Value; example: Value }) => string;
        };
        allowsSlashes: {
          label: string;
          help: string;
        };
        method: {
          label: string;
          help: string;
        };
        headers: {
          label: string;
          help: (values: { template: Value }) => string;
        };
        sendsSecretHeader: {
          label: string;
          help: string;
        };
        secretHeaderName: {
          label: string;
        };
        secretHeader: {
          label: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
            bearer: string;
            "api-key": string;
            "hmac-standard": string;
            "hmac-header": string;
            oauth2: string;
          };
        };
        token: {
          label: string;
        };
        apiKeyIn: {
          label: string;
          choices: {
            header: string;
            query: string;
          };
        };
        apiKeyName: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
        };
        signingSecrets: {
          label: string;
          help: string;
        };
        signatureHeader: {
          label: string;
        };
        signatureSecret: {
          label: string;
          help: string;
        };
        sendsToken: {
          label: string;
        };
        signedToken: {
          label: string;
        };
        tokenUrl: {
          label: string;
        };
        clientId: {
          label: string;
        };
        clientSecret: {
          label: string;
        };
        scope: {
          label: string;
        };
        audience: {
          label: string;
        };
        credentialsIn: {
          label: string;
          choices: {
            header: string;
            body: string;
          };
        };
      };
    };
    amqp: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        exchange: {
          label: string;
          help: string;
        };
        routingKey: {
          label: string;
          help: string;
        };
        mandatory: {
          label: string;
          help: string;
        };
      };
    };
    nats: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        subject: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            password: string;
            token: string;
            credentials: string;
          };
        };
        token: {
          label: string;
        };
        credentials: {
          label: string;
          help: string;
        };
      };
    };
    n8n: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
            "api-key": string;
            jwt: string;
          };
        };
        apiKeyName: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
        };
        algorithm: {
          label: string;
        };
        key: {
          label: string;
          help: string;
        };
      };
    };
    "node-red": {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
          };
        };
      };
    };
    zapier: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    make: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
          help: string;
        };
      };
    };
    ifttt: {
      title: string;
      summary: string;
      fields: {
        event: {
          label: string;
        };
        how: {
          label: string;
          choices: {
            values: string;
            json: string;
          };
        };
        key: {
          label: string;
          help: string;
        };
      };
    };
    "home-assistant": {
      title: string;
      summary: string;
      fields: {
        how: {
          label: string;
          choices: {
            tag: string;
            webhook: string;
          };
        };
        token: {
          label: string;
          help: string;
        };
        device: {
          label: string;
          help: string;
        };
        webhook: {
          label: string;
          help: string;
        };
      };
    };
    mqtt: {
      title: string;
      summary: string;
      fields: {
        host: {
          label: string;
        };
        security: {
          label: string;
          choices: {
            none: string;
            tls: string;
          };
        };
        version: {
          label: string;
          choices: {
            "5": string;
            "3.1.1": string;
          };
        };
        clientId: {
          label: string;
          help: string;
        };
        topic: {
          label: string;
          help: string;
        };
        qos: {
          label: string;
          choices: {
            "0": string;
            "1": string;
          };
        };
        retain: {
          label: string;
        };
        discovery: {
          label: string;
          help: string;
        };
        discoveryPrefix: {
          label: string;
        };
        discoveryTopic: {
          label: string;
        };
      };
    };
    slack: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    discord: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        username: {
          label: string;
          help: string;
        };
      };
    };
    teams: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    telegram: {
      title: string;
      summary: string;
      fields: {
        token: {
          label: string;
          help: string;
        };
        chat: {
          label: string;
          help: string;
        };
        thread: {
          label: string;
          help: string;
        };
        silent: {
          label: string;
        };
        server: {
          label: string;
        };
      };
    };
    "google-chat": {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    matrix: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
        };
        room: {
          label: string;
          help: string;
        };
        token: {
          label: string;
          help: string;
        };
        type: {
          label: string;
          choices: {
            "m.text": string;
            "m.notice": string;
          };
        };
      };
    };
    ntfy: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
        };
        topic: {
          label: string;
          help: string;
        };
        title: {
          label: string;
        };
        priority: {
          label: string;
          choices: {
            "1": string;
            "2": string;
            "3": string;
            "4": string;
            "5": string;
          };
        };
        tags: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            token: string;
            basic: string;
          };
        };
        token: {
          label: string;
        };
      };
    };
    mail: {
      title: string;
      summary: string;
      fields: {
        host: {
          label: string;
        };
        security: {
          label: string;
          choices: {
            starttls: string;
            tls: string;
            none: string;
          };
        };
        from: {
          label: string;
        };
        to: {
          label: string;
          help: string;
        };
        subject: {
          label: string;
        };
      };
    };
    spoolman: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
          help: string;
        };
        reader: {
          label: string;
          help: string;
        };
        username: {
          label: string;
          help: string;
        };
      };
    };
    influxdb: {
      title: string;
      summary: string;
      fields: {
        version: {
          label: string;
          choices: {
            "2": string;
            "3": string;
          };
        };
        database: {
          label: string;
        };
        org: {
          label: string;
        };
        bucket: {
          label: string;
        };
        measurement: {
          label: string;
        };
        token: {
          label: string;
          help: string;
        };
      };
    };
    file: {
      title: string;
      summary: string;
      fields: {
        path: {
          label: string;
          help: string;
        };
        format: {
          label: string;
          choices: {
            csv: string;
            jsonl: string;
          };
        };
        rotate: {
          label: string;
          help: string;
          choices: {
            never: string;
            day: string;
            month: string;
            size: string;
          };
        };
        megabytes: {
          label: string;
        };
      };
    };
  };
};

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

export type Forms = {
  restored: {
    restored: string;
    missing: (values: { secrets: Value }) => string;
    notStored: string;
    discard: string;
  };
  stale: {
    title: string;
    text: string;
    textAt: (values: { when: Value }) => string;
    theirs: string;
    mine: string;
    before: string;
    submit: string;
    empty: string;
    on: string;
    off: string;
    savedSecret: string;
    typedSecret: string;
    removedSecret: string;
  };
};

export type Forwarding = {
  loading: string;
  cancel: string;
  save: string;
  title: string;
  intro: string;
  make: string;
  back: string;
  destinations: string;
  none: {
    title: string;
    text: string;
    popular: string;
    all: string;
  };
  configProblem: (values: { problem: Value }) => string;
  keptInFile: string;
  keptInFileShort: string;
  missingRoute: string;
  noRoutes: string;
  addRoute: string;
  addRouteTo: (values: { title: Value }) => string;
  routeOff: string;
  routeTo: (values: { title: Value }) => string;
  changeNamed: (values: { name: Value }) => string;
  description: {
    route: (values: {
      scans: Value;
      from: Value;
      conditions: Value;
      through: Value;
      oncePer: Value;
      expires: Value;
    }) => string;
    scans: {
      any: string;
      nfc: string;
      code: string;
    };
    from: (values: { inbox: Value }) => string;
    fromAll: string;
    conditions: (values: { list: Value }) => string;
    content: (values: { pattern: Value }) => string;
    identifier: (values: { pattern: Value }) => string;
    tagType: (values: { pattern: Value }) => string;
    verdict: (values: { pattern: Value }) => string;
    structured: (values: { key: Value; pattern: Value }) => string;
    through: string;
    expires: (values: { span: Value }) => string;
    oncePer: (values: { span: Value }) => string;
  };
  filter: {
    title: string;
    inbox: string;
    anyInbox: string;
    source: string;
    anySource: string;
    nfc: string;
    code: string;
    content: string;
    identifier: string;
    tagType: string;
    verdict: string;
    any: string;
    patternHint: string;
    structured: string;
    structuredKey: string;
    structuredPattern: string;
    more: string;
    noneToTry: string;
    lastPasses: string;
    lastFails: string;
    passing: (values: { count: number; of: Value }) => string;
    counting: string;
  };
  mode: {
    title: string;
    stored: string;
    storedHint: string;
    through: string;
    throughHint: string;
    notThrough: string;
  };
  timing: {
    title: string;
    expires: string;
    expiresHint: string;
    oncePer: string;
    oncePerHint: string;
    notThrough: string;
    placeholder: string;
  };
  on: string;
  off: string;
  submit: string;
  created: string;
  forAlerts: string;
  forAlertsHint: string;
  submitForAlerts: string;
  createdForAlerts: string;
  saved: string;
  removed: (values: { name: Value }) => string;
  removeRoute: string;
  removeRouteHint: string;
  removeRouteTitle: (values: { name: Value }) => string;
  removeRouteSubmit: string;
  missingDestination: string;
  group: {
    server: string;
    automation: string;
    home: string;
    chat: string;
    data: string;
  };
  status: {
    on: string;
    retrying: string;
    behind: string;
    failing: string;
    held: string;
    dropping: string;
    off: string;
  };
  circuitOpen: (values: { error: Value; when: Value }) => string;
  soon: (values: { span: Value }) => string;
  now: string;
  gallery: {
    title: string;
    existing: string;
    search: string;
    searchHint: string;
    noMatch: string;
    other: string;
  };
  fields: {
    title: string;
    titleField: string;
    titleHint: string;
    optional: string;
    pairKey: (values: { label: Value; position: Value }) => string;
    pairValue: (values: { label: Value; position: Value }) => string;
    addPair: string;
    addPairTo: (values: { label: Value }) => string;
    removePair: (values: { position: Value; label: Value }) => string;
    nameHead: string;
    valueHead: string;
    secretSet: string;
    secretForOwners: string;
    secretReplace: string;
    secretReplaceNamed: (values: { label: Value }) => string;
    secretRemove: string;
    secretRemoveNamed: (values: { label: Value }) => string;
    secretGone: string;
    secretKeep: string;
    secretGenerate: string;
    secretGenerated: string;
    secretHint: string;
    secretMoved: string;
    allowPrivate: string;
    allowPrivateHint: string;
    looksPrivate: string;
    more: string;
    concurrency: string;
    ordered: string;
    orderedHint: string;
  };
  destination: {
    edit: string;
    view: string;
    editTitle: (values: { title: Value }) => string;
    created: (values: { when: Value }) => string;
    concurrency: (values: { count: number }) => string;
    ordered: string;
    routes: string;
    pause: string;
    resume: string;
    switchOn: string;
    pauseTitle: (values: { title: Value }) => string;
    keep: string;
    keepHint: string;
    drop: string;
    dropHint: string;
    pauseSubmit: string;
    paused: string;
    resumed: string;
    remove: string;
    removeHint: (values: { count: number }) => string;
    removeTitle: (values: { title: Value }) => string;
    removeSubmit: string;
  };
  countsFor: (values: { title: Value }) => string;
  oldestPending: (values: { when: Value }) => string;
  deadNote: string;
  deliveries: {
    title: string;
    filter: string;
    state: {
      all: string;
      pending: string;
      delivered: string;
      dead: string;
      dropped: string;
    };
    meaning: {
      pending: string;
      delivered: string;
      dead: string;
      dropped: string;
    };
    inTotal: string;
    deliveredTotal: string;
    storedOfTotal: (values: { count: number; stored: Value }) => string;
    none: string;
    noneOf: {
      pending: string;
      delivered: string;
      dead: string;
      dropped: string;
    };
    list: string;
    more: string;
    scan: (values: { id: Value }) => string;
    via: (values: { route: Value }) => string;
    attempts: (values: { count: number }) => string;
    next: (values: { when: Value }) => string;
    paused: string;
    neverTried: string;
    reason: {
      expired: string;
      repeated: (values: { span: Value }) => string;
    };
    droppedFor: (values: { expired: Value; repeated: Value }) => string;
    ofExpired: (values: { count: number }) => string;
    ofRepeated: (values: { count: number }) => string;
    log: string;
    noLog: string;
    emptyContent: string;
    request: string;
    requestHint: string;
    showScan: string;
    again: string;
    drop: string;
    replayed: (values: { count: number }) => string;
    dropped: (values: { count: number }) => string;
    againDead: (values: { count: number }) => string;
    againRange: string;
    rangeTitle: string;
    rangeText: string;
    rangeFrom: string;
    rangeTo: string;
    rangeWhich: string;
    rangeAll: string;
    rangeDead: string;
    rangeDropped: string;
    rangeCounting: string;
    rangeCount: (values: { count: number }) => string;
    rangeNeverSent: (values: { count: number; route: Value }) => string;
    rangeSubmit: (values: { count: number }) => string;
    onTheirWay: (values: { count: number }) => string;
    dropPending: (values: { count: number }) => string;
    dropTitle: (values: { count: number }) => string;
    dropText: string;
    dropSubmit: (values: { count: number }) => string;
    select: string;
    selectionTitle: string;
    selectOne: {
      pending: (values: { name: Value }) => string;
      delivered: (values: { name: Value }) => string;
      dead: (values: { name: Value }) => string;
      dropped: (values: { name: Value }) => string;
    };
    selectAll: string;
    selected: (values: { count: number }) => string;
    againSelected: (values: { count: number }) => string;
    dropSelected: (values: { count: number }) => string;
    showDestination: (values: { destination: Value }) => string;
  };
  shape: {
    title: string;
    "ready-made": string;
    readyMadeHint: string;
    scan: string;
    scanHint: string;
    json: string;
    jsonHint: string;
    form: string;
    formHint: string;
    text: string;
    textHint: string;
    template: string;
    fixed: string;
    variables: string;
    variablesText: (values: { value: Value; json: Value; condition: Value }) => string;
    variable: {
      content: string;
      identifier: string;
      date: string;
      inbox: string;
      user: string;
      source: string;
      tag: string;
      tagName: string;
      tagType: string;
      verdict: string;
      entry: string;
      structured: string;
      id: string;
      receivedAt: string;
      repeats: string;
      body: string;
    };
  };
  preview: {
    title: string;
    of: (values: { content: Value }) => string;
    ofPassing: (values: { content: Value }) => string;
    example: string;
    notPassing: string;
    incomplete: string;
    templateInvalid: string;
    loading: string;
    nothing: string;
    oauth2: (values: { tokenUrl: Value }) => string;
    qos: string;
    retain: string;
    from: string;
    to: string;
    empty: string;
    curl: string;
    message: (values: { position: Value; of: Value }) => string;
  };
  test: {
    send: string;
    sending: string;
    hint: string;
    delivered: string;
    failed: string;
    status: (values: { status: Value }) => string;
    took: (values: { ms: Value }) => string;
    response: string;
    noResponse: string;
  };
};

export type Login = {
  login: {
    title: string;
    ended: string;
    noCookie: string;
    name: string;
    password: string;
    show: string;
    submit: string;
    chooseTitle: string;
    chooseText: string;
    invitedTitle: (values: { name: Value }) => string;
    invitedText: (values: { name: Value }) => string;
    renewTitle: (values: { name: Value }) => string;
    renewText: string;
    newPassword: string;
    chooseSubmit: string;
    linkNeeded: string;
    linkNeededText: string;
    linkWrong: string;
    forgotten: (values: { command: Value }) => string;
    forgottenNamed: (values: { command: Value }) => string;
    toPassword: string;
    second: {
      title: string;
      text: string;
      code: string;
      recoveryText: string;
      recoveryCode: string;
      toRecovery: string;
      toCode: string;
      back: string;
    };
    or: string;
    withProvider: (values: { name: Value }) => string;
    withPasskey: string;
    passkeyFailed: string;
    unknownProblem: string;
  };
};

export type NotFound = {
  notFound: {
    title: string;
    text: string;
    back: string;
    forbidden: {
      title: string;
      role: (values: { role: Value }) => string;
      limited: string;
    };
  };
};

export type Page = {
  name: string;
  nav: {
    label: string;
    scans: string;
    tags: string;
    inboxes: string;
    registers: string;
    routes: string;
    settings: string;
    docs: string;
    problems: (values: { count: number }) => string;
  };
  title: (values: { screen: Value }) => string;
  loading: string;
  retry: string;
  copy: string;
  copied: string;
  copyFailed: string;
  copyNamed: (values: { name: Value }) => string;
  close: string;
  language: {
    label: string;
    browser: string;
  };
  cancel: string;
  save: string;
  saved: string;
  removed: (values: { name: Value }) => string;
  labeled: (values: { label: Value; value: Value }) => string;
  errors: {
    unreachable: string;
    part: string;
    status: (values: { status: Value }) => string;
  };
  time: {
    now: string;
    seconds: (values: { count: number }) => string;
    minutes: (values: { count: number }) => string;
    yesterday: (values: { clock: Value }) => string;
    daySpan: (values: { count: number }) => string;
    units: {
      day: (values: { number: Value }) => string;
      hour: (values: { number: Value }) => string;
      minute: (values: { number: Value }) => string;
      second: (values: { number: Value }) => string;
    };
    joined: (values: { first: Value; second: Value }) => string;
    unreadable: string;
    inStep: string;
    later: (values: { span: Value }) => string;
    ahead: (values: { span: Value }) => string;
    created: (values: { when: Value }) => string;
    lastUsed: (values: { when: Value }) => string;
    neverUsed: string;
  };
  secret: {
    once: string;
    tokenOnce: string;
    user: string;
    password: string;
    token: string;
    done: string;
  };
  live: {
    connecting: string;
    live: string;
    reconnecting: string;
    hint: {
      connecting: string;
      live: string;
      reconnecting: string;
    };
  };
  source: {
    nfc: string;
    code: string;
    act: string;
    unknown: string;
  };
  kind: {
    link: string;
    wifi: string;
    contact: string;
    event: string;
    phone: string;
    mail: string;
    sms: string;
    place: string;
    number: string;
    text: string;
    empty: string;
  };
  scans: {
    title: string;
    list: string;
    newer: (values: { count: number }) => string;
    announce: (values: { count: number; newest: Value }) => string;
    repeated: (values: { times: Value }) => string;
    emptyContent: string;
    blankContent: (values: { count: number }) => string;
    noIdentifier: string;
    select: string;
    selectOne: (values: { content: Value }) => string;
    more: string;
    end: string;
    none: {
      title: string;
      text: string;
      watch: string;
      phone: string;
      phoneText: string;
      phoneButton: string;
      curl: string;
      curlText: (values: { user: Value }) => string;
      curlOpen: string;
      curlNoUser: string;
      curlAskForUser: string;
      curlNoUserButton: string;
      noInbox: string;
      noInboxButton: string;
    };
    noMatch: {
      title: string;
      text: string;
    };
  };
  filter: {
    label: string;
    search: string;
    searchHint: string;
    inbox: string;
    anyInbox: string;
    source: string;
    anySource: string;
    nfc: string;
    code: string;
    tag: string;
    allTags: string;
    time: string;
    anyTime: string;
    today: string;
    week: string;
    range: string;
    from: string;
    to: string;
    clear: string;
    export: string;
    exportTitle: string;
    csv: string;
    jsonl: string;
    exportHint: string;
  };
  scan: {
    title: string;
    close: string;
    previous: string;
    next: string;
    content: string;
    showAll: (values: { count: number }) => string;
    showLess: string;
    open: string;
    opens: (values: { host: Value }) => string;
    verdict: string;
    received: string;
    clockWrong: string;
    device: string;
    source: string;
    inbox: string;
    person: string;
    user: string;
    byOwner: string;
    noUser: string;
    identifier: string;
    tagType: string;
    repeats: string;
    repeatText: (values: { count: number }) => string;
    number: string;
    structured: string;
    body: string;
    remove: string;
    removeTitle: string;
    removeText: string;
    removeForGood: string;
    removeSubmit: string;
    deleted: string;
    audited: string;
  };
  tags: {
    title: string;
    intro: string;
    list: string;
    search: string;
    searchHint: string;
    seen: (values: { count: Value }) => string;
    notSeen: string;
    empty: string;
    more: string;
    end: string;
    back: string;
    noMatch: {
      title: string;
      text: string;
    };
    prepare: string;
    none: {
      title: string;
      text: string;
      watch: string;
      phone: string;
      phoneText: string;
      phoneButton: string;
      app: string;
      appText: string;
      appButton: string;
      desk: string;
      deskText: string;
    };
  };
  tag: {
    title: string;
    name: string;
    nameExample: string;
    nameHint: string;
    unnamed: string;
    noName: string;
    giveName: string;
    rename: string;
    identifier: string;
    seen: string;
    seenTimes: (values: { count: number }) => string;
    notSeen: string;
    first: string;
    seenCount: (values: { count: number }) => string;
    seenSince: (values: { count: number; when: Value }) => string;
    last: string;
    lastBy: (values: { user: Value; inbox: Value }) => string;
    lastIn: (values: { inbox: Value }) => string;
    entries: string;
    ofRegister: (values: { register: Value }) => string;
    scans: string;
    noScans: string;
    random: string;
    show: string;
    noIdentifier: string;
  };
  spool: {
    title: string;
    noMaterial: string;
    color: string;
    uuid: string;
  };
  inboxes: {
    title: string;
    intro: string;
    make: string;
    none: string;
    noneForYou: string;
    open: string;
    closed: string;
    manage: string;
    show: string;
    scans: (values: { count: number }) => string;
    received: (values: { count: number }) => string;
    users: (values: { count: number }) => string;
    pair: string;
    choose: string;
    url: string;
    via: string;
    missing: string;
    back: string;
    showScans: string;
    heads: string;
    headsTitle: (values: { title: Value }) => string;
    acts: string;
    actsTitle: (values: { title: Value }) => string;
  };
  newInbox: {
    title: string;
    titleField: string;
    titleHint: string;
    details: string;
    name: string;
    nameRule: string;
    who: string;
    closed: string;
    closedHint: string;
    open: string;
    openHint: string;
    submit: string;
    done: string;
  };
  inbox: {
    rename: string;
    renameTitle: string;
    renameHint: string;
    actionFor: (values: { action: Value; user: Value }) => string;
    users: string;
    usersHint: string;
    supervisor: string;
    supervisorHint: string;
    noUsers: string;
    noUsersOpen: string;
    addUser: string;
    rotate: string;
    rotateTitle: (values: { user: Value }) => string;
    rotateText: string;
    rotateSubmit: string;
    choosePerson: string;
    ofPerson: (values: { name: Value }) => string;
    removeUser: string;
    removeUserTitle: (values: { user: Value }) => string;
    removeUserText: string;
    removeUserSubmit: string;
    userName: string;
    userRule: string;
    userHint: string;
    addUserSubmit: string;
    userReady: (values: { user: Value }) => string;
    openSwitch: string;
    openNow: string;
    closedNow: string;
    openTitle: string;
    openText: string;
    openSubmit: string;
    send: string;
    sendApp: string;
    sendAppText: string;
    url: string;
    user: string;
    password: string;
    userText: string;
    passwordText: string;
    leaveEmpty: string;
    sendCurl: string;
    curlTls: string;
    remove: string;
    removeHint: string;
    removeTitle: (values: { name: Value }) => string;
    keepScans: (values: { count: number }) => string;
    keepHint: string;
    deleteScans: (values: { count: number }) => string;
    deleteHint: string;
    typeName: (values: { name: Value }) => string;
    removeSubmit: string;
    removeAllSubmit: string;
  };
  retention: {
    title: string;
    hint: string;
    days: string;
    scans: string;
    noLimit: string;
    deletesTitle: (values: { count: number }) => string;
    deletes: (values: { count: number }) => string;
    span: (values: { oldest: Value; newest: Value }) => string;
    pending: (values: { count: number }) => string;
    exportFirst: string;
    deletesSubmit: (values: { count: number }) => string;
    never: string;
    audit: string;
    auditOff: string;
    auditOn: string;
    auditTitle: string;
    auditText: string;
    auditSubmit: string;
  };
  pair: {
    title: (values: { inbox: Value }) => string;
    text: string;
    help: string;
    link: string;
    here: string;
    hereHint: string;
    expires: (values: { span: Value }) => string;
    expired: string;
    again: string;
    another: string;
    card: string;
    cardText: string;
    cardLabel: (values: { inbox: Value }) => string;
    done: string;
    doneText: (values: { inbox: Value; user: Value }) => string;
    shownInScans: string;
    scansHere: string;
    tagsHere: string;
    waiting: string;
    toScans: string;
    qr: string;
  };
  login: {
    title: string;
  };
  settings: {
    title: string;
  };
  notFound: {
    title: string;
  };
};

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

export type Scans = {
  bulk: {
    bulk: {
      label: string;
      allShown: string;
      all: string;
      selected: (values: { count: number }) => string;
      send: string;
      exportTitle: (values: { count: number }) => string;
      delete: string;
      deleteTitle: (values: { count: number }) => string;
      deleteText: string;
      deleteSubmit: (values: { count: number }) => string;
      deleted: (values: { count: number }) => string;
      audited: (values: { count: number }) => string;
    };
    deletion: {
      label: string;
      deleted: (values: { count: number }) => string;
      until: (values: { time: Value }) => string;
      undo: string;
      forGood: string;
      restored: (values: { count: number }) => string;
      refused: (values: { count: number }) => string;
      purged: (values: { count: number }) => string;
    };
  };
  counts: {
    received: (values: { count: number; number: Value }) => string;
    stored: (values: { count: number; number: Value }) => string;
    receivedHint: string;
    storedHint: string;
    chart: {
      title: string;
      hint: string;
      hintOfInbox: (values: { inbox: Value }) => string;
      day: string;
      value: (values: { count: number; day: Value }) => string;
      highest: (values: { scans: Value }) => string;
      table: string;
      hideTable: string;
      dayColumn: string;
      scansColumn: string;
    };
    contents: {
      show: string;
      hide: string;
      title: string;
      contentColumn: string;
      scansColumn: string;
      none: string;
      others: (values: { count: number }) => string;
      more: (values: { count: number }) => string;
      countedAt: (values: { time: Value }) => string;
      again: string;
    };
  };
  send: {
    title: (values: { count: number }) => string;
    route: string;
    choose: string;
    option: (values: { route: Value; destination: Value }) => string;
    noRoute: string;
    makeRoute: string;
    countingAll: (values: { count: number }) => string;
    counting: (values: { done: Value; total: Value }) => string;
    willSend: (values: { count: number; destination: Value }) => string;
    delivered: (values: { count: number }) => string;
    unmatched: (values: { count: number }) => string;
    pending: (values: { count: number }) => string;
    routeOff: string;
    paused: (values: { destination: Value }) => string;
    submit: (values: { count: number }) => string;
    sending: (values: { done: Value; total: Value }) => string;
    stopped: (values: { count: number; done: Value }) => string;
    sent: (values: { count: number; destination: Value }) => string;
  };
  codeParts: {
    gs1: {
      title: string;
      identifier: string;
    };
    label: {
      title: string;
      identifier: string;
    };
    malformed: string;
    wrongCheckDigit: string;
  };
};

export type Settings = {
  account: {
    you: string;
    limited: (values: { inboxes: Value }) => string;
    noInboxes: string;
    atProvider: (values: { issuer: Value }) => string;
    atProxy: string;
    session: string;
    logOut: string;
    password: {
      title: string;
      hint: string;
      change: string;
      current: string;
      next: string;
      nextHint: string;
      removeTokensToo: (values: { count: number }) => string;
      removeTokensHint: string;
      show: string;
      changed: string;
    };
    totp: {
      title: string;
      off: string;
      on: string;
      left: (values: { count: number }) => string;
      start: string;
      startTitle: string;
      scan: string;
      qr: string;
      key: string;
      code: string;
      codeRule: string;
      password: string;
      submit: string;
      stop: string;
      stopTitle: string;
      stopText: string;
      renew: string;
      renewTitle: string;
      renewText: string;
      stopped: string;
    };
    recovery: {
      title: string;
      text: string;
      list: string;
      copy: string;
      download: string;
      fileHead: (values: { name: Value; hub: Value }) => string;
      done: string;
    };
    passkeys: {
      title: string;
      hint: string;
      none: string;
      add: string;
      addTitle: string;
      addText: string;
      name: string;
      nameHint: string;
      remove: string;
      removeNamed: (values: { name: Value }) => string;
      removeTitle: (values: { name: Value }) => string;
      removeText: string;
      removeSubmit: string;
      failed: string;
      exists: string;
      noBrowser: string;
    };
    sessions: {
      title: string;
      currentNamed: (values: { browser: Value }) => string;
      browserOn: (values: { browser: Value; system: Value }) => string;
      unknown: string;
      used: (values: { when: Value }) => string;
      since: (values: { when: Value }) => string;
      methods: {
        password: string;
        passkey: string;
        sso: string;
      };
      end: string;
      endNamed: (values: { browser: Value }) => string;
      ended: (values: { browser: Value }) => string;
    };
    about: {
      title: string;
      version: (values: { version: Value }) => string;
      api: string;
      scanner: string;
      scannerHint: string;
    };
  };
  alerts: {
    title: string;
    hint: string;
    noneChosen: string;
    nonePossible: string;
    makeDestination: string;
    order: string;
    noneLeft: string;
    add: string;
    addChoice: string;
    remove: string;
    removeNamed: (values: { name: Value }) => string;
    works: string;
    test: string;
    testing: string;
    testArrived: string;
    testFailed: (values: { reason: Value }) => string;
    current: string;
    notTold: string;
    inFile: string;
    limits: string;
    failingMinutes: string;
    diskPercent: string;
    diskGiB: string;
    backupDays: string;
    backupDaysHint: string;
    save: string;
    saved: string;
  };
  backup: {
    title: string;
    hint: string;
    last: (values: { when: Value }) => string;
    none: string;
    make: string;
    text: string;
    password: string;
    submit: string;
    making: string;
    started: (values: { count: number }) => string;
  };
  changes: {
    title: string;
    hint: string;
    list: string;
    none: string;
    noMatch: string;
    more: string;
    end: string;
    filter: string;
    subject: string;
    anySubject: string;
    by: string;
    anybody: string;
    byHint: string;
    subjects: {
      hub: string;
      person: string;
      token: string;
      inbox: string;
      user: string;
      register: string;
      display: string;
      destination: string;
      route: string;
      alerts: string;
    };
    lines: {
      hub: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      person: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      token: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      inbox: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      user: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      register: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      display: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      destination: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      route: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
      alerts: {
        added: (values: { name: Value }) => string;
        changed: (values: { name: Value }) => string;
        removed: (values: { name: Value }) => string;
      };
    };
    fields: {
      name: string;
      title: string;
      open: string;
      keepDays: string;
      keepScans: string;
      audit: string;
      supervisor: string;
      person: string;
      register: string;
      action: string;
      answer: string;
      kind: string;
      rules: string;
      entriesFrom: string;
      peopleFrom: string;
      inboxes: string;
      origin: string;
      door: string;
      names: string;
      settings: string;
      state: string;
      concurrency: string;
      ordered: string;
      allowPrivate: string;
      routes: string;
      inbox: string;
      destination: string;
      filter: string;
      source: string;
      content: string;
      identifier: string;
      tagType: string;
      verdict: string;
      structured: string;
      shape: string;
      format: string;
      template: string;
      mode: string;
      on: string;
      expires: string;
      oncePer: string;
      destinations: string;
      failingMinutes: string;
      diskPercent: string;
      diskGiB: string;
      backupDays: string;
      role: string;
      provider: string;
      secondFactor: string;
      passkeys: string;
      password: string;
      scopes: string;
      expiresAt: string;
      ignoreCase: string;
      stripPrefix: string;
      contacts: string;
      products: string;
      sun: string;
      closed: string;
      texts: string;
      shows: string;
      tap: string;
      reentry: string;
      uses: string;
      capacity: string;
      opens: string;
      closes: string;
      exitAllAt: string;
      groups: string;
      belowZero: string;
      withoutPlace: string;
      unknown: string;
      single: string;
      loanFor: string;
      askDue: string;
      handOver: string;
      every: string;
      everyByGroup: string;
      leadTime: string;
      touch: string;
      questions: string;
    };
    author: {
      page: (values: { by: Value }) => string;
      token: (values: { by: Value }) => string;
      command: (values: { by: Value }) => string;
      file: (values: { by: Value }) => string;
      "sign-in": (values: { by: Value }) => string;
    };
    secret: string;
    nothing: string;
    yes: string;
    no: string;
    to: string;
    export: string;
    csv: string;
    jsonl: string;
    exportHint: string;
    keep: {
      label: string;
      hint: string;
      noLimit: string;
      submit: string;
      shorter: (values: { count: number }) => string;
      shorterText: string;
    };
  };
  people: {
    title: string;
    hint: string;
    hintForManagers: string;
    you: string;
    list: string;
    roleLimited: (values: { role: Value; limit: Value }) => string;
    limited: (values: { inboxes: Value }) => string;
    limitedToNone: string;
    state: {
      invited: string;
      never: string;
      lastLogin: (values: { when: Value }) => string;
      sso: string;
      totp: string;
      passkeys: (values: { count: number }) => string;
      password: string;
    };
    invite: string;
    inviteSubmit: string;
    name: string;
    nameHint: string;
    role: string;
    ownerUnlimited: string;
    change: string;
    changeNamed: (values: { name: Value }) => string;
    changed: (values: { name: Value }) => string;
    rolesBySso: string;
    link: {
      title: (values: { name: Value }) => string;
      note: string;
      expires: (values: { when: Value }) => string;
      label: string;
      qr: (values: { name: Value }) => string;
      done: string;
    };
    more: string;
    newLink: string;
    newLinkHint: string;
    newLinkTitle: (values: { name: Value }) => string;
    newLinkText: string;
    newLinkSubmit: string;
    logOut: string;
    logOutHint: string;
    loggedOut: (values: { name: Value }) => string;
    remove: string;
    removeHint: string;
    removeTitle: (values: { name: Value }) => string;
    removeText: string;
    removeSubmit: string;
    stale: {
      name: string;
      role: string;
      inboxes: string;
    };
  };
  roles: {
    owner: {
      name: string;
      may: string;
    };
    manager: {
      name: string;
      may: string;
    };
    desk: {
      name: string;
      may: string;
    };
    viewer: {
      name: string;
      may: string;
    };
  };
  tokens: {
    title: string;
    hint: string;
    none: string;
    name: string;
    nameHint: string;
    add: string;
    addSubmit: string;
    ready: (values: { name: Value }) => string;
    remove: string;
    removeNamed: (values: { name: Value }) => string;
    removeTitle: (values: { name: Value }) => string;
    removeText: string;
    removeSubmit: string;
    may: string;
    mayNeeded: string;
    scopes: {
      read: {
        name: string;
        hint: string;
      };
      send: {
        name: string;
        hint: string;
      };
      registers: {
        name: string;
        hint: string;
      };
      manage: {
        name: string;
        hint: string;
      };
      all: {
        name: string;
        hint: string;
      };
    };
    allOf: (values: { person: Value }) => string;
    allOfYours: string;
    of: (values: { person: Value }) => string;
    onlyInboxes: (values: { names: Value }) => string;
    end: string;
    endHint: string;
    ends: (values: { day: Value }) => string;
    ended: (values: { day: Value }) => string;
  };
  signOn: {
    title: string;
    hint: string;
    offered: (values: { name: Value }) => string;
    notOffered: string;
    passkeys: string;
    passkeysOffered: string;
    settings: string;
    settingsText: (values: { settings: Value }) => string;
    local: string;
    people: (values: { count: number }) => string;
    docs: string;
  };
  settings: {
    parts: {
      account: string;
      tokens: string;
      people: string;
      "sign-on": string;
      changes: string;
      alerts: string;
      backup: string;
    };
  };
  inboxLimit: {
    title: string;
    all: string;
    allOfPerson: string;
    some: string;
    none: string;
    needed: string;
  };
  personOfUser: {
    title: (values: { user: Value }) => string;
    text: string;
    person: string;
    nobody: string;
  };
};
