import type { Store } from "./store.ts";

/** How a store runs a method that is one query. */
export type Method = {
  /** A `slow-read` may have to read whole tables. A `write` runs in one transaction. */
  runs: "read" | "slow-read" | "write";
  /**
   * The query gets the current time, in milliseconds since 1970, before the arguments of the
   * method.
   */
  time?: true;
  /** The write changes something that every process keeps in memory. */
  changes?: "inboxes" | "routing";
};

/**
 * The methods that are one query. Each store has a query of the same name, which takes the
 * connection, the time where the table says so, and the arguments of the method.
 */
export const methods = {
  scan: { runs: "read" },
  lastScan: { runs: "read" },
  size: { runs: "slow-read" },
  head: { runs: "read" },
  listChainRows: { runs: "slow-read" },
  countExpiring: { runs: "slow-read", time: true },

  tags: { runs: "slow-read" },
  tag: { runs: "read" },
  nameTag: { runs: "write", time: true },
  unnameTag: { runs: "write", time: true },

  inboxes: { runs: "slow-read" },
  inboxSettings: { runs: "read" },
  addInbox: { runs: "write", time: true, changes: "inboxes" },
  setCredential: { runs: "write", time: true, changes: "inboxes" },
  setSupervisor: { runs: "write", changes: "inboxes" },
  removeCredential: { runs: "write", changes: "inboxes" },

  people: { runs: "read" },
  person: { runs: "read" },
  personByName: { runs: "read" },
  personBySso: { runs: "read" },
  firstOwner: { runs: "read" },
  addPerson: { runs: "write", time: true },
  changePerson: { runs: "write", time: true },
  removePerson: { runs: "write" },
  recordLogin: { runs: "write", time: true },
  loginWays: { runs: "read" },
  loginSecrets: { runs: "read" },
  setPassword: { runs: "write" },
  setTotp: { runs: "write" },
  useTotpStep: { runs: "write" },
  useRecoveryCode: { runs: "write" },
  addPasskey: { runs: "write", time: true },
  passkeys: { runs: "read" },
  passkey: { runs: "read" },
  recordPasskeyUse: { runs: "write", time: true },
  removePasskey: { runs: "write" },
  setCredentialPerson: { runs: "write" },
  usersOfPeople: { runs: "read" },

  addToken: { runs: "write", time: true },
  tokens: { runs: "read" },
  removeToken: { runs: "write" },
  addSession: { runs: "write", time: true },
  session: { runs: "read", time: true },
  sessions: { runs: "read", time: true },
  renewSession: { runs: "write", time: true },
  recordSessionUse: { runs: "write", time: true },
  removeSession: { runs: "write" },
  addCode: { runs: "write", time: true },
  useCode: { runs: "write", time: true },
  personOfCode: { runs: "read", time: true },
  removeLoginCodes: { runs: "write" },

  addChange: { runs: "write", time: true },
  changes: { runs: "read" },
  changesKeepDays: { runs: "read" },
  changesOrigin: { runs: "read" },
  setChangesKeepDays: { runs: "write" },
  removeOldChanges: { runs: "write", time: true },

  addDestination: { runs: "write", time: true, changes: "routing" },
  changeDestination: { runs: "write", time: true, changes: "routing" },
  destinationWithSecrets: { runs: "read" },
  addRoute: { runs: "write", time: true, changes: "routing" },
  changeRoute: { runs: "write", time: true, changes: "routing" },
  removeRoute: { runs: "write", time: true, changes: "routing" },
  delivery: { runs: "read" },
  deliveryOf: { runs: "read" },
  deliveryCounts: { runs: "read" },
  routedScans: { runs: "slow-read" },

  alertSettings: { runs: "read" },
  setAlertSettings: { runs: "write", time: true },
  alerts: { runs: "read" },
  noteAlertState: { runs: "write", time: true },
  claimAlerts: { runs: "write", time: true },
  recordAlertTold: { runs: "write" },
  postponeAlert: { runs: "write", time: true },
  removeAlerts: { runs: "write" },
  removeSilentAlerts: { runs: "write", time: true },

  clockFaults: { runs: "read" },
  beginClockFault: { runs: "write" },

  registers: { runs: "slow-read" },
  inboxesOfRegister: { runs: "read" },
  registerSecrets: { runs: "read" },
  countedRegisters: { runs: "slow-read" },
  addRegister: { runs: "write", time: true },
  changeRegister: { runs: "write", time: true, changes: "inboxes" },
  bindInbox: { runs: "write", changes: "inboxes" },
  countRefused: { runs: "slow-read" },
  countStock: { runs: "slow-read" },
  countImported: { runs: "slow-read" },
  importEntries: { runs: "write" },
  blockEntries: { runs: "write" },
  addEntry: { runs: "write" },
  addCodes: { runs: "write" },
  entries: { runs: "slow-read" },
  entry: { runs: "read" },
  countAtPlace: { runs: "read" },
  countCare: { runs: "slow-read" },
  datedThings: { runs: "read" },
  history: { runs: "read" },
  inspections: { runs: "slow-read" },
  entriesOfTag: { runs: "read" },
  countLeads: { runs: "slow-read" },
  ownLeads: { runs: "slow-read", time: true },
  leadsToForget: { runs: "slow-read" },
  scansAbout: { runs: "read" },
  changeEntry: { runs: "write" },
  changeKeys: { runs: "write" },
  movements: { runs: "read" },
  toldMovements: { runs: "read" },
  putDown: { runs: "write" },
  beginRound: { runs: "write", time: true },
  rounds: { runs: "slow-read" },
  differences: { runs: "read" },
  tryScan: { runs: "read", time: true },

  addDisplay: { runs: "write", time: true },
  displays: { runs: "read" },
  removeDisplay: { runs: "write" },
  viewDisplay: { runs: "read" },
} as const satisfies { readonly [Name in keyof Store]?: Method };

type Methods = typeof methods;
export type MethodName = keyof Methods;

/** The methods that each store implements itself. */
export type OwnMethods = Omit<Store, MethodName>;

/** The arguments of the query of a method, after the connection. */
export type QueryArguments<Name extends MethodName> = Methods[Name] extends { time: true }
  ? [now: number, ...args: Parameters<Store[Name]>]
  : Parameters<Store[Name]>;

/** Creates the methods of the table. `run` runs the query with the name of a method. */
export function createMethods(
  run: (name: MethodName, method: Method, args: unknown[]) => Promise<unknown>,
  now: () => Date,
): Pick<Store, MethodName> {
  const entries = (Object.entries(methods) as [MethodName, Method][]).map(
    ([name, method]) =>
      [
        name,
        async (...args: unknown[]) =>
          run(name, method, method.time ? [now().getTime(), ...args] : args),
      ] as const,
  );
  return Object.fromEntries(entries) as never;
}

/** Merges the exports of modules into one object. Two exports of the same name do not compile. */
export function mergeModules<const Modules extends readonly object[]>(
  ...modules: Modules & WithoutDoubles<Modules>
): Merged<Modules> {
  return Object.assign({}, ...modules);
}

type WithoutDoubles<Modules extends readonly object[]> =
  DoubledName<Modules> extends never ? unknown : { doubled: DoubledName<Modules> };

type DoubledName<Modules extends readonly object[]> = Modules extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? Extract<keyof First, NameIn<Rest[number]>> | DoubledName<Rest>
  : never;

type NameIn<Module> = Module extends Module ? keyof Module : never;

type Merged<Modules extends readonly object[]> = Modules extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown;
