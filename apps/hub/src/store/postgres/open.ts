import { randomUUID } from "node:crypto";
import { batchSize, changeAll } from "../batches.ts";
import { countContents } from "../content-counts.ts";
import { createDeletion } from "../deleted-scans.ts";
import { createIdListeners } from "../id-listeners.ts";
import type { ScanFilter } from "../scan-selection.ts";
import { type Appended, type Store, StoreUnavailable } from "../store.ts";
import { useToken } from "../token-use.ts";
import {
  alertSettings,
  alerts,
  claimAlerts,
  noteAlertState,
  postponeAlert,
  recordAlertTold,
  removeAlerts,
  removeSilentAlerts,
  setAlertSettings,
} from "./alerts.ts";
import { appendGroup } from "./append.ts";
import { createAppender } from "./appender.ts";
import { chainBatch, head, listChainRows } from "./audit-trail.ts";
import { beginClockFault, clockFaults, endClockFault, repairTimes } from "./clock.ts";
import { closed, type Database, openDatabase } from "./database.ts";
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
  countExpiring,
  deleteScanBatch,
  expire,
  removedDestinationsWithPending,
} from "./deletion.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import {
  addInbox,
  changeInbox,
  inboxes,
  removeCredential,
  removeInbox,
  setCredential,
  setSupervisor,
} from "./inboxes.ts";
import { migrate } from "./migrate.ts";
import { openNotifications } from "./notifications.ts";
import {
  addCode,
  addSession,
  addToken,
  ownerPassword,
  recordTokenUse,
  removeCodes,
  removeSession,
  removeToken,
  renewSession,
  session,
  setOwnerPassword,
  tokenByHash,
  tokens,
  useCode,
} from "./owner.ts";
import { createRegisterStore } from "./register-store.ts";
import { dropBatchOfDestination } from "./replay.ts";
import { createRoutingLookup } from "./routing-lookup.ts";
import { countReceived, listDayCounts, readContents } from "./scan-counts.ts";
import {
  countScans,
  findScanIds,
  lastScan,
  listScans,
  measureScans,
  readExportPage,
  readListPage,
  scan,
  size,
} from "./scans.ts";
import { nameTag, tag, tags, unnameTag } from "./tags.ts";

export type PostgresOptions = {
  /** How long a write waits for another one before it fails with `busy`. */
  busyMs?: number;
  /** How often to check for changes by other nodes, in case a notification was missed. */
  pollMs?: number;
  /** With false, a database without a store is refused. */
  create?: boolean;
  /** Replaces both the clock of this process and that of the database. */
  now?: () => Date;
};

/** How long the database may take to respond before a connection counts as lost. */
const responseMs = 10_000;

/**
 * Opens the store in a PostgreSQL database, and creates its tables if needed. Any number of nodes
 * may have the same database open. Rejects with `StoreUnavailable`, whose message can be shown to
 * the user.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  const { busyMs = 5000, pollMs = 500, create = true, now = () => new Date() } = options;
  const clock = () => options.now?.().getTime() ?? null;
  const time = () => now().getTime();
  // The pools are separate, so that neither a search through everything nor many readers delay an
  // arriving scan.
  const appends = openDatabase(url, 1, { busyMs, responseMs });
  const quick = openDatabase(url, 4, { busyMs, responseMs });
  const slow = openDatabase(url, 3, { busyMs });
  const listening = openDatabase(url, 1, { busyMs });
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
  /** Waits for a change of the inboxes, and makes the next lookup see it. */
  const afterInboxChange = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    inboxLookup.forget();
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
  return {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    listScans: (filter, page) => listScans(readerFor(filter), filter, page),
    readListPage: (filter, page) => readListPage(readerFor(filter), filter, page),
    readExportPage: (filter, page) => readExportPage(slow.query, filter, page),
    scan: (id) => scan(query, id),
    lastScan: (source) => lastScan(query, source),
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
      remove: (ids) => removeScans(query, ids, self),
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

    tags: (filter, page) => tags(slow.query, filter, page),
    tag: (identifier) => tag(query, identifier),
    nameTag: (identifier, name, revision) =>
      quick.transaction((query) => nameTag(query, identifier, name, revision, time())),
    unnameTag: (identifier, revision) =>
      quick.transaction((query) => unnameTag(query, identifier, revision, time())),

    inboxes: () => inboxes(slow.query),
    inbox: (name) => inboxLookup.find(name),
    addInbox: (inbox) => afterInboxChange(addInbox(query, inbox, time())),
    async changeInbox(name, change) {
      const result = await afterInboxChange(
        quick.transaction((query) => changeInbox(query, name, change, time())),
      );
      if (result !== "changed" || !change.audit) return result;
      await changeAll(() => quick.transaction((query) => chainBatch(query, name, batchSize)));
      return result;
    },
    async removeInbox(name, { scans }) {
      const result = await afterInboxChange(
        quick.transaction((query) => removeInbox(query, name, scans)),
      );
      if (scans === "keep" || result === "audited") return result;
      await changeAll(() => purgeDeletedBatch(query, { inbox: name }));
      const deleted = await changeAll(() => deleteScanBatch(query, name));
      // The inbox may have been removed before with its scans kept. Deleting those is a removal,
      // too.
      return deleted > 0 ? "removed" : result;
    },
    setCredential: (inbox, user, hash) =>
      afterInboxChange(setCredential(query, inbox, user, hash, time())),
    setSupervisor: (inbox, user, supervisor) =>
      afterInboxChange(setSupervisor(query, inbox, user, supervisor)),
    removeCredential: (inbox, user) => afterInboxChange(removeCredential(query, inbox, user)),

    ownerPassword: () => ownerPassword(query),
    setOwnerPassword: (hash, leaving) =>
      quick.transaction((query) => setOwnerPassword(query, hash, leaving)),
    addToken: (token) => addToken(query, token, time()),
    tokens: () => tokens(query),
    useToken(hash) {
      const now = time();
      return useToken({
        find: () => tokenByHash(query, hash),
        record: (id) => recordTokenUse(query, id, now),
        now,
      });
    },
    removeToken: (id) => removeToken(query, id),
    addSession: ({ hash, expiresAt }) =>
      quick.transaction((query) =>
        addSession(query, { hash, expiresAt: expiresAt.getTime() }, time()),
      ),
    session: (hash) => session(query, hash, time()),
    renewSession: ({ hash, expiresAt }) =>
      renewSession(query, { hash, expiresAt: expiresAt.getTime() }, time()),
    removeSession: (hash) => removeSession(query, hash),
    addCode: ({ data = {}, expiresAt, ...code }) =>
      quick.transaction((query) =>
        addCode(query, { ...code, data, expiresAt: expiresAt.getTime() }, time()),
      ),
    useCode: (hash, purpose) => useCode(query, hash, purpose, time()),
    removeCodes: (purpose) => removeCodes(query, purpose),

    ...createForwarding({
      quick,
      slow,
      lookup: routingLookup,
      notifications,
      now,
      clock,
      nodes,
    }),

    alertSettings: () => alertSettings(query),
    setAlertSettings: (settings, origin, revision) =>
      setAlertSettings(query, settings, origin, { revision, now: now().getTime() }),
    alerts: () => alerts(query),
    noteAlertState: (noted) => noteAlertState(query, noted, time()),
    claimAlerts: (leaseMs) => claimAlerts(query, leaseMs, time()),
    recordAlertTold: (subject, state) => recordAlertTold(query, subject, state),
    postponeAlert: (subject, ms) => postponeAlert(query, subject, time() + ms),
    removeAlerts: (subjects) => removeAlerts(query, subjects),
    removeSilentAlerts: (prefix, silentMs) => removeSilentAlerts(query, prefix, time() - silentMs),

    clockFaults: () => clockFaults(query),
    beginClockFault: () => beginClockFault(query),
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

    ...createRegisterStore({ quick, slow, afterInboxChange, time }),

    async expire(limit) {
      // Finishes what a hub left behind that ended while it removed a destination.
      for (const id of await removedDestinationsWithPending(query)) {
        await changeAll(() => dropBatchOfDestination(query, id));
      }
      return expire(slow.query, limit, time(), query);
    },
    countExpiring: (inbox, limits) => countExpiring(slow.query, inbox, limits, time()),
    head: (inbox) => head(query, inbox),
    listChainRows: (inbox, after, limit) => listChainRows(slow.query, inbox, after, limit),

    size: () => size(slow.query),
    close: () => (closing ??= close()),
  };
}

/** Throws while a move of a hub into this database is unfinished. */
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
