import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { currentAuthor, runAs } from "../login/author.ts";
import { type Method, methods } from "../store/methods.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { journalTogether } from "./journal-together.ts";
import { journaledMethods } from "./journaled-methods.ts";
import { createJournaledStore } from "./journaled-store.ts";

let dir: string;
let store: Store;
let logged: { err: unknown; message: string }[];
let time: number;

beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-journal-"));
  time = Date.parse("2026-05-12T12:00:00Z");
  store = await openStore(dir, { now: () => new Date(time) });
  logged = [];
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const journal = (wrapped: Store = store) =>
  createJournaledStore(wrapped, {
    whoNow: currentAuthor,
    log: { error: ({ err }, message) => logged.push({ err, message }) },
  });
const ada = { by: "Ada", via: "page" } as const;
const asAda = <Result>(work: () => Result) => runAs(ada, work);
const list = () => store.changes({}, { limit: 100 });

/** The methods that change something, but no setting. */
const noSettings = new Set<keyof Store>([
  // Scans, deliveries, tags and their clock.
  ...(["append", "deleteScan", "deleteScans", "restoreScans", "purgeDeleted"] as const),
  ...(["purgeExpired", "expire", "nameTag", "unnameTag", "beginClockFault"] as const),
  ...(["endClockFault", "repairTimes", "replay", "drop", "dropExpired", "sendScans"] as const),
  ...(["claim", "claimOne", "settle", "recordHeartbeat", "releaseNode"] as const),
  // Entries, movements and rounds of registers.
  ...(["importEntries", "blockEntries", "addEntry", "addCodes", "changeEntry"] as const),
  ...(["changeKeys", "putDown", "forgetImport", "undoImport", "emptyRegister"] as const),
  ...(["forgetEntries", "eraseForgotten", "beginRound", "endRound", "applyRound"] as const),
  "undoRound",
  // Log-ins, their steps, and times of use.
  ...(["recordLogin", "useTotpStep", "useRecoveryCode", "recordPasskeyUse"] as const),
  ...(["addSession", "renewSession", "recordSessionUse", "removeSession", "useToken"] as const),
  ...(["useCode", "removeLoginCodes"] as const),
  // The journal itself, and what the owner was told.
  ...(["addChange", "removeOldChanges", "noteAlertState", "claimAlerts"] as const),
  ...(["recordAlertTold", "postponeAlert", "removeAlerts", "removeSilentAlerts"] as const),
]);

/** The methods beside the table of `methods.ts` that only read, listen or close. */
const reads = new Set<keyof Store>([
  ...(["listScans", "readListPage", "readExportPage", "findScanIds", "deletions"] as const),
  ...(["countScans", "listDayCounts", "countReceived", "countContents"] as const),
  ...(["inbox", "routing", "deliveries", "countDeliveries", "storeTime"] as const),
  ...(["onAppend", "onRepeat", "onDelete", "onRestore", "onRouting", "onDue"] as const),
  ...(["followClock", "close"] as const),
]);

test("every method of the store that changes something is journaled, or changes no setting", () => {
  const table: Partial<Record<keyof Store, Method>> = methods;
  const changing = (Object.keys(store) as (keyof Store)[]).filter((name) => {
    const runs = table[name]?.runs;
    return runs === undefined ? !reads.has(name) : runs === "write";
  });
  const isNamed = (name: keyof Store) => noSettings.has(name) || name in journaledMethods;
  expect(changing.filter((name) => !isNamed(name))).toEqual([]);
  expect(changing).toEqual(expect.arrayContaining(Object.keys(journaledMethods)));
});

test("a second factor, recovery codes and passkeys are journaled without what is secret of them", async () => {
  const journaled = journal();
  const { id: person } = await store.firstOwner();
  const key = { person, credential: "id-of-the-key", publicKey: "public-key", counter: 0 };
  const steps: (() => Promise<unknown>)[] = [
    () => journaled.setTotp(person, { sealed: "sealed-totp", recoveryCodes: ["hash-of-a-code"] }),
    () => journaled.setTotp(person, { sealed: "sealed-totp", recoveryCodes: ["hash-of-another"] }),
    () => journaled.setTotp(person, undefined),
    () => journaled.addPasskey({ ...key, name: "Laptop" }),
    () => journaled.addPasskey({ ...key, name: "The same key" }),
    async () => journaled.removePasskey(person, (await store.passkeys(person))[0]!.id),
    () => journaled.removePasskey(person, 99),
  ];
  for (const step of steps) await asAda(step);
  const entries = (await list()).reverse();
  expect(entries.map(({ fields }) => fields)).toEqual([
    [{ field: "secondFactor", from: false, to: true }, { field: "recoveryCodes" }],
    [{ field: "recoveryCodes" }],
    [{ field: "secondFactor", from: true, to: false }],
    [{ field: "passkeys", from: null, to: ["Laptop"] }],
    [{ field: "passkeys", from: ["Laptop"], to: null }],
  ]);
  expect(entries[0]).toMatchObject({ ...ada, subject: "person", name: "owner", action: "changed" });
  expect(JSON.stringify(entries)).not.toMatch(/sealed-totp|hash-of|id-of-the-key|public-key/);
});

test("a user is journaled with the name of the person to whom they belong", async () => {
  const journaled = journal();
  await store.addInbox({ name: "door", open: false });
  await store.setCredential("door", "phone", "hash");
  const ben = await store.addPerson({ name: "Ben", role: "desk" });
  await asAda(() => journaled.setCredentialPerson("door", "phone", ben!.id));
  await asAda(() => journaled.setCredentialPerson("door", "nobody", ben!.id));
  expect(await list()).toMatchObject([
    { subject: "user", name: "door/phone", fields: [{ field: "person", from: null, to: "Ben" }] },
  ]);
});

test("the hub itself, and work whose changes another entry tells of, add no entries", async () => {
  const journaled = journal();
  await journaled.addInbox({ name: "scans", open: false });
  await asAda(() => runAs(undefined, () => journaled.addInbox({ name: "door", open: true })));
  expect(await list()).toEqual([]);
});

test("a change of nobody, and a method that changes no setting, read nothing more than the store does", async () => {
  const calls: string[] = [];
  const counted = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      (...args: never[]) => {
        calls.push(name);
        return (method as (...given: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Store;
  const journaled = journal(counted);
  await journaled.addInbox({ name: "door", open: true });
  const scan = { identifier: "a", date: "2026-05-12T12:00:00Z", content: "x" };
  await asAda(() =>
    journaled.append({ inbox: "door", body: "{}", receivedAt: new Date(time), scan }),
  );
  expect(calls).toEqual(["addInbox", "append"]);
});

test("a change stays and its result is told when its entry cannot be written or read, and the log says so", async () => {
  const refuse = async () => {
    throw new StoreUnavailable("full", "The disk is full.");
  };
  const unwritable = journal({ ...store, addChange: refuse });
  expect(await asAda(() => unwritable.addInbox({ name: "door", open: true }))).toBe(true);
  const unreadable = journal({ ...store, inboxes: refuse });
  const change = () => unreadable.changeInbox("door", { title: "Door" });
  expect(await asAda(change)).toBe("changed");
  expect(await store.inboxes()).toMatchObject([{ name: "door", title: "Door" }]);
  expect(await list()).toEqual([]);
  expect(logged).toMatchObject([
    { message: "Ada changed a setting (addInbox), but the journal has no entry" },
    { message: "Ada changed a setting (changeInbox), but the journal has no entry" },
  ]);
  expect(logged[0]!.err).toBeInstanceOf(StoreUnavailable);
});

test("a change that fails rejects as before, and adds no entry", async () => {
  const failing = async () => {
    throw new StoreUnavailable("full", "The disk is full.");
  };
  const journaled = journal({ ...store, addInbox: failing });
  await expect(asAda(() => journaled.addInbox({ name: "door", open: true }))).rejects.toThrow(
    "The disk is full.",
  );
  expect([await list(), logged]).toEqual([[], []]);
});

test("several changes of the same thing are one entry together, also when the work fails halfway", async () => {
  const journaled = journal();
  const asked = asAda(() =>
    journalTogether(async () => {
      await journaled.addInbox({ name: "gate", open: true });
      await journaled.changeInbox("gate", { title: "Gate", keepDays: 30 });
      await journaled.setCredential("gate", "phone", "hash");
      throw new Error("The rest failed.");
    }),
  );
  await expect(asked).rejects.toThrow("The rest failed.");
  expect(await list()).toMatchObject([
    { subject: "user", name: "gate/phone", action: "added" },
    {
      subject: "inbox",
      name: "gate",
      action: "added",
      fields: [
        { field: "open", to: true },
        { field: "title", to: "Gate" },
        { field: "keepDays", to: 30 },
      ],
    },
  ]);
});

test("of several removals of the same thing at the same time, one is journaled", async () => {
  const journaled = journal();
  await store.addInbox({ name: "door", open: true });
  const remove = () => journaled.removeInbox("door", { scans: "keep" });
  await Promise.all([1, 2, 3].map(() => asAda(remove)));
  expect(await list()).toMatchObject([{ name: "door", action: "removed" }]);
});

test("a change of something that somebody removed meanwhile has no entry, so that the removal is not theirs", async () => {
  const journaled = journal({
    ...store,
    changeInbox: async (name, change) => {
      const outcome = await store.changeInbox(name, change);
      await runAs({ by: "Ben", via: "page" }, () => journal().removeInbox(name, { scans: "keep" }));
      return outcome;
    },
  });
  await store.addInbox({ name: "door", open: true });
  await asAda(() => journaled.changeInbox("door", { title: "Door" }));
  expect(await list()).toMatchObject([{ by: "Ben", action: "removed" }]);
});
