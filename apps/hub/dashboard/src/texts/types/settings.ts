// Written by scripts/texts/make-text-types.ts from en/settings.json.

import type { Value } from "@scanhook/texts/make-texts";

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
      inFile: string;
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
