import { randomUUID } from "node:crypto";
import { batchSize, changeAll } from "../batches.ts";
import { countContents } from "../content-counts.ts";
import { createDeletion } from "../deleted-scans.ts";
import { createIdListeners } from "../id-listeners.ts";
import { createMethods, type Method, type MethodName, type OwnMethods } from "../methods.ts";
import { createRegisterBatches } from "../register-batches.ts";
import { createRoundBatches } from "../round-batches.ts";
import type { ScanFilter } from "../scan-selection.ts";
import type { Appended, Store } from "../store.ts";
import { useToken } from "../token-use.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { appendGroup } from "./append.ts";
import { createAppender } from "./appender.ts";
import { chainBatch } from "./audit-trail.ts";
import { endClockFault, repairTimes } from "./clock.ts";
import { closed, type Database, openDatabase, type Query } from "./database.ts";
import {
  currentTime,
  findDeletedScans,
  listDeletions,
  purgeDeletedBatch,
  removeScans,
  restoreScans,
  trashScans,
} from "./deleted-scans.ts";
import {
  deleteExpired,
  deleteScanBatch,
  expiredScans,
  removedDestinationsWithPending,
} from "./deletion.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import { migrate } from "./migrate.ts";
import { openNotifications } from "./notifications.ts";
import { queries } from "./queries.ts";
import { dropBatchOfDestination } from "./replay.ts";
import { createRoutingLookup } from "./routing-lookup.ts";
import { countReceived, listDayCounts, readContents } from "./scan-counts.ts";
import {
  countScans,
  findScanIds,
  listScans,
  measureScans,
  readExportPage,
  readListPage,
} from "./scans.ts";
import { createSessions } from "./sessions.ts";

export type PostgresOptions = {
  /** How long a write waits for another write before it fails with `busy`. */
  busyMs?: number;
  responseMs?: number;
  /** How often to check for changes by other nodes, in case a notification was missed. */
  pollMs?: number;
  /** If false, a database without a store is refused. */
  create?: boolean;
  /** Replaces the clock of this process and that of the database. */
  now?: () => Date;
};

/** How long the database may take to respond before a connection counts as lost. */
const defaultResponseMs = 10_000;

/**
 * How long the connections of quick queries are used. If the address of the database moves while
 * the former server still answers, that is how long live views may show what that server has.
 */
const lifetimeSeconds = 20;

/**
 * Opens the store in a PostgreSQL database, and creates its tables if needed. Any number of nodes
 * may have the same database open. Rejects with `StoreUnavailable`, whose message can be shown to
 * the user.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  const {
    busyMs = 5000,
    responseMs = defaultResponseMs,
    pollMs = 500,
    create = true,
    now = () => new Date(),
  } = options;
  const clock = () => options.now?.().getTime() ?? null;
  const time = () => now().getTime();
  // The pools are separate, so that neither a search through all scans nor many readers delay an
  // arriving scan.
  const sessions = createSessions(busyMs);
  const appends = openDatabase(url, 1, { sessions, responseMs });
  // The notifications poll through this pool, so it soon has a session at the server to which the
  // address leads.
  const quick = openDatabase(url, 4, { sessions, responseMs, lifetimeSeconds });
  const slow = openDatabase(url, 3, { sessions });
  const listening = openDatabase(url, 1, { sessions });
  const databases = [appends, quick, slow, listening];
  const self = randomUUID();
  const nodes = new Set<string>([self]);

  const routingLookup = createRoutingLookup(quick);
  const opened = migrate(quick, { now, create })
    .then(() => refuseHalfMoved(quick))
    .then(() =>
      openNotifications({
        database: listening,
        query: quick.query,
        pollMs,
        isOwn: (name) => nodes.has(name),
        forget: { inboxes: () => inboxLookup.forget(), routing: routingLookup.forget },
      }),
    );
  const notifications = await opened.catch(async (error: unknown) => {
    await Promise.all(databases.map((database) => database.close()));
    throw error;
  });

  const repeats = createIdListeners();
  const appender = createAppender(
    (arrivals) => appendGroup(appends, arrivals, { by: self, now: clock() }),
    onStored,
  );
  function onStored(appended: readonly Appended[]): void {
    const fresh = appended.filter(({ repeat }) => !repeat);
    if (fresh.length > 0) notifications.stored(Math.max(...fresh.map(({ id }) => id)));
    if (fresh.some(({ deliveries }) => deliveries)) notifications.due();
    for (const { id, repeat } of appended) {
      if (repeat) repeats.tell(id);
    }
  }
  const inboxLookup = createInboxLookup(quick.query, notifications.isListening);
  /** Changes inboxes in a transaction, and makes the next lookup see the change. */
  const changeInboxes = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const result = await quick.transaction(work);
    inboxLookup.forget();
    return result;
  };
  /**
   * Changes the routing in a transaction, and resolves once the listeners of this process were
   * told.
   */
  const changeRouting = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const result = await quick.transaction(work);
    routingLookup.forget();
    await notifications.check();
    return result;
  };

  let closing: Promise<void> | undefined;
  async function close() {
    repeats.clear();
    await appender.settled();
    await notifications.close();
    await Promise.all(databases.map((database) => database.close()));
  }

  const { query } = quick;
  const readerFor = (filter: ScanFilter) =>
    Object.keys(filter).every((part) => part === "ids") ? query : slow.query;
  async function runMethod(name: MethodName, { runs, changes }: Method, args: unknown[]) {
    const method = queries[name] as (query: Query, ...args: unknown[]) => Promise<unknown>;
    const run = (query: Query) => method(query, ...args);
    if (runs === "read") return run(query);
    if (runs === "slow-read") return run(slow.query);
    if (changes === "inboxes") return changeInboxes(run);
    return changes === "routing" ? changeRouting(run) : quick.transaction(run);
  }

  /** Scans or leads were deleted by hand. The server vacuums their tables, but maybe much later. */
  let mayNeedVacuum = false;
  const ownMethods: OwnMethods = {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    listScans: (filter, page) => listScans(readerFor(filter), filter, page),
    readListPage: (filter, page) => readListPage(readerFor(filter), filter, page),
    readExportPage: (filter, page) => readExportPage(slow.query, filter, page),
    countScans: (filter, bounds) => countScans(slow.query, filter, bounds),
    listDayCounts: (filter, list) => listDayCounts(slow.query, filter, list),
    countReceived: (filter) => countReceived(slow.query, filter),
    countContents: (filter, limit) =>
      countContents(
        {
          findIds: (page) => findScanIds(slow.query, filter, page),
          readContents: (ids) => readContents(slow.query, ids),
          readScans: (ids) => readListPage(query, { ids }, { limit: ids.length }),
        },
        limit,
      ),
    onAppend: notifications.onStored,
    onRepeat: repeats.on,
    findScanIds: (filter, page) => findScanIds(slow.query, filter, page),
    ...createDeletion({
      measure: (ids) => measureScans(query, ids),
      trash: (ids, deletion) => trashScans(query, ids, { deletion, now: clock(), by: self }),
      async remove(ids) {
        mayNeedVacuum = true;
        return removeScans(query, ids, self);
      },
      find: (selection, after) => findDeletedScans(query, selection, after),
      restore: (ids, deletedAfter) => restoreScans(query, ids, { deletedAfter, by: self }),
      list: (deletedAfter) => listDeletions(query, deletedAfter),
      purge: (selection) => purgeDeletedBatch(query, selection),
      now: async () => clock() ?? currentTime(query),
      onDeleted(ids) {
        for (const id of ids) notifications.deleted(id);
        notifications.due();
      },
      onRestored(ids) {
        for (const id of ids) notifications.restored(id);
        notifications.due();
      },
    }),
    onDelete: notifications.onDeleted,
    onRestore: notifications.onRestored,

    inbox: (name) => inboxLookup.find(name),
    async changeInbox(name, change) {
      const result = await changeInboxes((query) =>
        queries.changeInbox(query, name, change, time()),
      );
      if (result !== "changed" || !change.audit) return result;
      await changeAll(() => quick.transaction((query) => chainBatch(query, name, batchSize)));
      return result;
    },
    async removeInbox(name, { scans }) {
      const result = await changeInboxes((query) => queries.removeInbox(query, name, scans));
      if (scans === "keep" || result === "audited") return result;
      mayNeedVacuum = true;
      await changeAll(() => purgeDeletedBatch(query, { inbox: name }));
      const deleted = await changeAll(() => deleteScanBatch(query, name));
      // The inbox may have been removed before without its scans. Deleting these counts as a
      // removal, too.
      return deleted > 0 ? "removed" : result;
    },
    useToken(hash) {
      const now = time();
      return useToken({
        find: () => queries.tokenByHash(query, now, hash),
        record: (id) => queries.recordTokenUse(query, id, now),
        now,
      });
    },
    ...createForwarding({
      quick,
      slow,
      routing: routingLookup.current,
      changeRouting,
      notifications,
      now,
      clock,
      nodes,
    }),

    followClock() {},
    async endClockFault({ since, before, after }, firstScan) {
      const jump = { since: +since, before: +before, after: +after };
      await quick.transaction((query) => endClockFault(query, jump, firstScan));
      notifications.due();
    },
    async repairTimes({ released, toleranceMs }) {
      const options = { released: +released, toleranceMs };
      const latest = await quick.transaction((query) => repairTimes(query, options, time()));
      notifications.due();
      return latest === undefined ? undefined : new Date(latest).toISOString();
    },

    ...createRegisterBatches({
      isBorrowed: (name) => queries.isBorrowed(query, name),
      registers: () => queries.registers(query),
      removeRegister: (name) => changeInboxes((query) => queries.removeRegister(query, name)),
      deleteEntriesBatch: (id, after) =>
        quick.transaction((query) => queries.deleteEntriesBatch(query, id, after)),
      async forgetEntriesBatch(id, entries) {
        mayNeedVacuum = true;
        return quick.transaction((query) => queries.forgetEntriesBatch(query, id, entries));
      },
      undoBatch: (id) => quick.transaction((query) => queries.undoBatch(query, id)),
      forgetBatch: (id) => queries.forgetBatch(query, id),
      async eraseDeleted() {
        if (!mayNeedVacuum) return;
        mayNeedVacuum = false;
        await slow.query("VACUUM scans, deliveries, attempts, entries, entry_keys, movements");
      },
      async erase(tables) {
        await slow.query(`VACUUM ${tables.join(", ")}`);
      },
    }),

    ...createRoundBatches({
      closeRound: (register, round) =>
        quick.transaction((query) => queries.closeRound(query, now().getTime(), register, round)),
      compareBatch: (round) => quick.transaction((query) => queries.compareBatch(query, round)),
      beginBooking: (register, round, booking) =>
        quick.transaction((query) => queries.beginBooking(query, register, round, booking)),
      applyBatch: (round, by, after) =>
        quick.transaction((query) => queries.applyBatch(query, now().getTime(), round, by, after)),
      takeBackBatch: (round, by) =>
        quick.transaction((query) => queries.takeBackBatch(query, now().getTime(), round, by)),
    }),

    async expire(limit) {
      // Finish the removal of destinations that ended halfway because a hub stopped.
      for (const id of await removedDestinationsWithPending(query)) {
        await changeAll(() => dropBatchOfDestination(query, id));
      }
      // Finding expired scans may have to read whole tables; deleting them does not.
      const ids = await expiredScans(slow.query, limit, time());
      return ids.length === 0 ? 0 : deleteExpired(query, ids);
    },
    close: () => (closing ??= close()),
  };
  return { ...createMethods(runMethod, now), ...ownMethods };
}

/** Rejects with `StoreUnavailable` while a move of a hub to this database is unfinished. */
async function refuseHalfMoved({ query, location }: Database): Promise<void> {
  const [unfinished] = await query<{ from_place: string }>(
    "SELECT from_place FROM moves WHERE finished_at IS NULL",
  );
  if (!unfinished) return;
  throw new StoreUnavailable(
    "broken",
    `A hub is being moved from ${unfinished.from_place} to ${location} and is not there yet. Run "scanhook migrate" again to finish that first.`,
  );
}
