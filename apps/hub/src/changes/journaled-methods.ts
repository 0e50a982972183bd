import type { ChangeSubject } from "../store/changes.ts";
import { ownInboxes } from "../store/own-inboxes.ts";
import type { Store } from "../store/store.ts";
import {
  readAlerts,
  readBinding,
  readDestination,
  readDisplay,
  readInbox,
  readJournal,
  readPerson,
  readRegister,
  readRoute,
  readToken,
  readUser,
  type Thing,
} from "./things.ts";

/** How the calls of a method of the store are journaled. */
export type Journaled<Name extends keyof Store> = {
  /** The kind of thing that a call changes. */
  subject: ChangeSubject;
  /**
   * Whether a call adds the thing, changes it (or adds it, if there is none), or removes it. It is
   * read after the first, around the second, and before the third.
   */
  does: "adds" | "changes" | "removes";
  /**
   * Reads the thing of a call with these arguments. Undefined: there is none, or the call is not to
   * be journaled. `result` is given after the call.
   */
  read(
    store: Store,
    args: Parameters<Store[Name]>,
    result?: Awaited<ReturnType<Store[Name]>>,
  ): Promise<Thing | undefined>;
  /** Returns the names of the secrets that a call sets. An entry has them without values. */
  secrets?(args: Parameters<Store[Name]>): readonly string[];
};

/**
 * The methods of the store that change settings. What is not here is not journaled: scans,
 * deliveries, entries of registers and their imports, log-ins, sessions and times of use.
 */
export const journaledMethods = {
  addInbox: {
    subject: "inbox",
    does: "adds",
    // The hub adds its own inboxes itself, when it needs one.
    read: async (store, [{ name }]) =>
      ownInboxes.includes(name) ? undefined : readInbox(store, name),
  },
  changeInbox: {
    subject: "inbox",
    does: "changes",
    read: (store, [name]) => readInbox(store, name),
  },
  removeInbox: {
    subject: "inbox",
    does: "removes",
    read: (store, [name]) => readInbox(store, name),
  },
  bindInbox: {
    subject: "inbox",
    does: "changes",
    read: (store, [inbox]) => readBinding(store, inbox),
  },

  setCredential: {
    subject: "user",
    does: "changes",
    read: (store, [inbox, user]) => readUser(store, inbox, user),
    secrets: () => ["password"],
  },
  setSupervisor: {
    subject: "user",
    does: "changes",
    read: (store, [inbox, user]) => readUser(store, inbox, user),
  },
  setCredentialPerson: {
    subject: "user",
    does: "changes",
    read: (store, [inbox, user]) => readUser(store, inbox, user),
  },
  removeCredential: {
    subject: "user",
    does: "removes",
    read: (store, [inbox, user]) => readUser(store, inbox, user),
  },

  addRegister: {
    subject: "register",
    does: "adds",
    read: (store, [{ name }]) => readRegister(store, name),
    secrets: ([{ secrets }]) => listSecrets(secrets),
  },
  changeRegister: {
    subject: "register",
    does: "changes",
    read: (store, [name]) => readRegister(store, name),
    secrets: ([, { secrets }]) => listSecrets(secrets),
  },
  removeRegister: {
    subject: "register",
    does: "removes",
    read: (store, [name]) => readRegister(store, name),
  },

  addDisplay: {
    subject: "display",
    does: "adds",
    read: async (store, [register], added) =>
      typeof added === "object"
        ? readDisplay(store, register, ({ id }) => id === added.id)
        : undefined,
  },
  removeDisplay: {
    subject: "display",
    does: "removes",
    read: (store, [register, display]) => readDisplay(store, register, ({ id }) => id === display),
  },

  addDestination: {
    subject: "destination",
    does: "adds",
    read: (store, [{ name }]) => readDestination(store, name),
    secrets: ([{ secrets }]) => listSecrets(secrets),
  },
  changeDestination: {
    subject: "destination",
    does: "changes",
    read: (store, [name]) => readDestination(store, name),
    secrets: ([, { secrets }]) => listSecrets(secrets),
  },
  removeDestination: {
    subject: "destination",
    does: "removes",
    read: (store, [name]) => readDestination(store, name),
  },

  addRoute: {
    subject: "route",
    does: "adds",
    read: (store, [{ name }]) => readRoute(store, name),
  },
  changeRoute: {
    subject: "route",
    does: "changes",
    read: (store, [name]) => readRoute(store, name),
  },
  removeRoute: {
    subject: "route",
    does: "removes",
    read: (store, [name]) => readRoute(store, name),
  },

  setAlertSettings: { subject: "alerts", does: "changes", read: (store) => readAlerts(store) },

  addPerson: {
    subject: "person",
    does: "adds",
    read: async (store, _, added) => added && readPerson(store, added.id),
  },
  changePerson: {
    subject: "person",
    does: "changes",
    read: (store, [id]) => readPerson(store, id),
  },
  removePerson: {
    subject: "person",
    does: "removes",
    read: (store, [id]) => readPerson(store, id),
  },
  setPassword: {
    subject: "person",
    does: "changes",
    read: (store, [id]) => readPerson(store, id),
    secrets: () => ["password"],
  },
  addCode: {
    subject: "person",
    does: "changes",
    // Only a link that sets a password; other codes are steps of a log-in or a pairing.
    read: async (store, [{ purpose, person }]) =>
      purpose === "login" && person !== undefined ? readPerson(store, person) : undefined,
    secrets: () => ["loginLink"],
  },
  setTotp: {
    subject: "person",
    does: "changes",
    read: (store, [id]) => readPerson(store, id),
    secrets: ([, totp]) => (totp ? ["recoveryCodes"] : []),
  },
  addPasskey: {
    subject: "person",
    does: "changes",
    read: (store, [{ person }]) => readPerson(store, person),
  },
  removePasskey: {
    subject: "person",
    does: "changes",
    read: (store, [person]) => readPerson(store, person),
  },

  addToken: {
    subject: "token",
    does: "adds",
    read: (store, _, added) => readToken(store, added),
  },
  removeToken: {
    subject: "token",
    does: "removes",
    read: async (store, [id, person]) =>
      readToken(
        store,
        (await store.tokens(person)).find((token) => token.id === id),
      ),
  },

  setChangesKeepDays: { subject: "hub", does: "changes", read: (store) => readJournal(store) },
} as const satisfies { readonly [Name in keyof Store]?: Journaled<Name> };

export type JournaledName = keyof typeof journaledMethods;

function listSecrets(secrets: Readonly<Record<string, unknown>> = {}): string[] {
  return Object.keys(secrets).map((name) => `secrets.${name}`);
}
