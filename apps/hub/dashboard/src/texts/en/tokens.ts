import type { Scope } from "../../../../src/store/logins.ts";

/** API tokens. They load with that part of the settings. */
export const tokensTexts = {
  title: "API tokens",
  hint: "For programs that use the API. A token never may do more than its person may at that moment.",
  none: "No tokens yet.",
  name: "Name",
  nameHint: "The program that uses it, such as “stock list”.",
  add: "New token",
  addSubmit: "Create token",
  ready: (name: string) => `The token “${name}” is ready`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove the token “${name}”`,
  removeTitle: (name: string) => `Remove the token “${name}”?`,
  removeText: "Programs that use it can no longer access the API.",
  removeSubmit: "Remove token",
  may: "What it may do",
  mayNeeded: "Choose at least one thing that the token may do.",
  scopes: {
    read: { name: "Read", hint: "Scans, tags and inboxes, and the live stream." },
    send: { name: "Send", hint: "Scans to inboxes, with the token instead of a password." },
    registers: { name: "Registers", hint: "Registers, their entries, journals and acts by hand." },
    manage: {
      name: "Manage",
      hint: "Inboxes, routes, destinations and deliveries, and what tags are called.",
    },
    all: { name: "Everything", hint: "Whatever you may do yourself, your account included." },
  } satisfies Record<Scope, { name: string; hint: string }>,
  allOf: (person: string) => `may do everything that ${person} may`,
  allOfYours: "may do everything that you may",
  of: (person: string) => `of ${person}`,
  onlyInboxes: (names: string) => `only ${names}`,
  end: "Ends on",
  endHint: "Without a day, the token works until it is removed.",
  ends: (day: string) => `ends ${day}`,
  ended: (day: string) => `ended ${day}`,
};
