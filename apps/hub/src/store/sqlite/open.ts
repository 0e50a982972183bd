import { join } from "node:path";
import { batchSize, changeAll } from "../batches.ts";
import { countContents } from "../content-counts.ts";
import { createDataFolder } from "../data-folder.ts";
import { createDeletion } from "../deleted-scans.ts";
import { createIdListeners, type IdListeners } from "../id-listeners.ts";
import { toDayNumbers } from "../scan-counts.ts";
import { type Store, StoreUnavailable } from "../store.ts";
import { useToken } from "../token-use.ts";
import type { AppendedGroup } from "./append.ts";
import { createAppender } from "./appender.ts";
import { openForReading, truncateLog } from "./database.ts";
import { lastDelivery } from "./deliveries.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import { dueRevision } from "./nodes.ts";
import { createWatches } from "./notifications.ts";
import type { Reads } from "./reader.ts";
import { createRegisterStore } from "./register-store.ts";
import { routingRevision } from "./routes.ts";
import { createRoutingLookup } from "./routing-lookup.ts";
import { lastId } from "./scans.ts";
import { type Search, toSearch } from "./search.ts";
import { startThread, type Thread } from "./thread.ts";
import { toTrouble } from "./trouble.ts";
import type { Writes } from "./writer.ts";

/**
 * The database file in a data folder. While it is open, SQLite keeps `-wal` and `-shm` files beside
 * it.
 */
export const databaseName = "scanhook.db";

const defaults = {
  /** How long a write waits for another process before it fails with `busy`. */
  busyMs: 5000,
  /** How often to check for changes by other processes while somebody listens. */
  pollMs: 500,
  now: () => new Date(),
};

/**
 * Opens the store in a data folder, and creates the folder if needed. Any number of processes may
 * have the same folder open. Rejects with `StoreUnavailable`, whose message can be shown to the
 * user.
 */
export async function openStore(
  dir: string,
  options: Partial<typeof defaults> = {},
): Promise<Store> {
  const { busyMs, pollMs, now } = { ...defaults, ...options };
  const path = join(dir, databaseName);
  const workerData = { path, patience: { busyMs } };
  createDataFolder(dir);

  const repeats = createIdListeners();
  const deletions = createIdListeners();
  const restorations = createIdListeners();
  const tellAll = (listeners: IdListeners, ids: readonly number[]) => {
    for (const id of ids) listeners.tell(id);
    dueWatch.check();
  };

  const appender = createAppender((group) => writer.post(group), {
    now,
    onStored: (lastId, { count, inboxes }) =>
      storedWatch.report(lastId, { steps: count, topics: inboxes }),
    onRepeat: repeats.tell,
    onDue: () => dueWatch.check(),
  });
  const writer = await startThread<Writes>(new URL("./writer.ts", import.meta.url), workerData, {
    message: (message) => appender.settlePosted(message as AppendedGroup),
    end: (error) => appender.fail(error),
  });
  // The main thread only reads single rows by their key. It must not wait long for a lock, since
  // that blocks everything.
  const lookupDb = openForReading(path, { busyMs: 100 });
  const lookup = createInboxLookup(lookupDb);
  const routingLookup = createRoutingLookup(lookupDb);
  const watches = createWatches(pollMs);
  const storedWatch = watches.add(() => lastId(lookupDb));
  const routingWatch = watches.add(() => routingRevision(lookupDb));
  // Both numbers only increase, and so does their sum.
  const dueWatch = watches.add(() => lastDelivery(lookupDb) + dueRevision(lookupDb));

  const startReader = () => startThread<Reads>(new URL("./reader.ts", import.meta.url), workerData);
  // There are two readers because a search through every scan must not delay the live view.
  const readers: { quick?: Promise<Thread<Reads>>; slow?: Promise<Thread<Reads>> } = {};
  const read: Thread<Reads>["call"] = async (name, ...args) => {
    if (closing) throw closed();
    if (hasWords(args[0])) await writer.call("indexRecentScans");
    const kind = isSlow(name, args) ? "slow" : "quick";
    readers[kind] ??= startReader().catch((error) => {
      delete readers[kind];
      throw error;
    });
    return (await readers[kind]).call(name, ...args);
  };
  const write: Thread<Writes>["call"] = async (name, ...args) => {
    if (closing) throw closed();
    const result = await writer.call(name, ...args);
    lookup.forget();
    return result;
  };

  /** Runs a query in the main thread. */
  const queryNow = <T>(query: () => T): T => {
    if (closing) throw closed();
    try {
      return query();
    } catch (error) {
      throw toTrouble(error, path);
    }
  };

  let closing: Promise<void> | undefined;
  async function close() {
    watches.stop();
    repeats.clear();
    deletions.clear();
    restorations.clear();
    await appender.settled();
    // A reader that did not start is not open.
    for (const reader of Object.values(readers))
      await reader.then(
        (thread) => thread.close(),
        () => {},
      );
    lookupDb.close();
    // Last, because only the last connection moves everything from the -wal file to the main one,
    // and this one may write.
    await writer.close();
  }

  return {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    listScans: async (filter, page) => read("listScans", toSearch(filter), page),
    readListPage: async (filter, page) => read("readListPage", toSearch(filter), page),
    readExportPage: async (filter, page) => read("readExportPage", toSearch(filter), page),
    scan: (id) => read("scan", id),
    lastScan: (source) => read("lastScan", source),
    countScans: async (filter, bounds) => read("countScans", toSearch(filter), bounds),
    listDayCounts: async (filter, list) => read("listDayCounts", toDayNumbers(filter), list),
    countReceived: async (filter) => read("countReceived", toDayNumbers(filter)),
    countContents: (filter, limit) =>
      countContents(
        {
          findIds: async (page) => read("findScanIds", toSearch(filter), page),
          readContents: (ids) => read("readContents", ids),
          readScans: async (ids) => read("readListPage", toSearch({ ids }), { limit: ids.length }),
        },
        limit,
      ),
    onAppend: storedWatch.on,
    onRepeat: repeats.on,
    findScanIds: async (filter, page) => read("findScanIds", toSearch(filter), page),
    ...createDeletion({
      measure: (ids) => read("measureScans", ids),
      trash: (ids, deletion) => write("trashScans", ids, deletion, now().getTime()),
      remove: (ids) => write("deleteForGood", ids),
      find: (selection, after) => read("findDeletedScans", selection, after),
      restore: (ids, deletedAfter) => write("restoreScans", ids, deletedAfter),
      list: (deletedAfter) => read("listDeletions", deletedAfter),
      purge: (selection) => write("purgeDeletedBatch", selection),
      now: async () => now().getTime(),
      onDeleted: (ids) => tellAll(deletions, ids),
      onRestored: (ids) => tellAll(restorations, ids),
    }),
    onDelete: deletions.on,
    onRestore: restorations.on,

    tags: async (filter, page) => read("tags", filter, page),
    tag: (identifier) => read("tag", identifier),
    nameTag: (identifier, name, revision) =>
      write("nameTag", identifier, name, revision, now().getTime()),
    unnameTag: (identifier, revision) => write("unnameTag", identifier, revision, now().getTime()),

    inboxes: () => read("inboxes"),
    inbox: async (name) => queryNow(() => lookup.find(name)),
    addInbox: (inbox) => write("addInbox", inbox, now().getTime()),
    async changeInbox(name, change) {
      const result = await write("changeInbox", name, change, now().getTime());
      if (result === "changed" && change.audit) {
        await changeAll(() => write("chainBatch", name, batchSize));
      }
      return result;
    },
    async removeInbox(name, { scans }) {
      const result = await write("removeInbox", name, scans);
      if (scans === "keep" || result === "audited") return result;
      await changeAll(() => write("purgeDeletedBatch", { inbox: name }));
      const deleted = await changeAll(() => write("deleteScanBatch", name));
      // The inbox may have been removed before with its scans kept. Deleting those is a removal,
      // too.
      return deleted > 0 ? "removed" : result;
    },
    setCredential: (inbox, user, passwordHash) =>
      write("setCredential", inbox, user, passwordHash, now().getTime()),
    setSupervisor: (inbox, user, supervisor) => write("setSupervisor", inbox, user, supervisor),
    removeCredential: (inbox, user) => write("removeCredential", inbox, user),

    ownerPassword: () => read("ownerPassword"),
    setOwnerPassword: (passwordHash, leaving) =>
      write(
        "setOwnerPassword",
        passwordHash,
        leaving && { session: leaving.session, expiresAt: +leaving.expiresAt },
      ),
    addToken: (token) => write("addToken", token, now().getTime()),
    tokens: () => read("tokens"),
    useToken(hash) {
      const time = now().getTime();
      return useToken({
        find: () => read("tokenByHash", hash),
        record: (id) => write("recordTokenUse", id, time),
        now: time,
      });
    },
    removeToken: (id) => write("removeToken", id),
    addSession: ({ hash, expiresAt }) =>
      write("addSession", { hash, expiresAt: expiresAt.getTime() }, now().getTime()),
    session: (hash) => read("session", hash, now().getTime()),
    renewSession: ({ hash, expiresAt }) =>
      write("renewSession", { hash, expiresAt: expiresAt.getTime() }, now().getTime()),
    removeSession: (hash) => write("removeSession", hash),
    addCode: ({ hash, purpose, data = {}, expiresAt }) =>
      write(
        "addCode",
        { hash, purpose, data: JSON.stringify(data), expiresAt: expiresAt.getTime() },
        now().getTime(),
      ),
    useCode: (hash, purpose) => write("useCode", hash, purpose, now().getTime()),
    removeCodes: (purpose) => write("removeCodes", purpose),

    ...createForwarding({
      read,
      write,
      lookup: routingLookup,
      routing: () => queryNow(() => routingLookup.current()),
      routingWatch,
      dueWatch,
      now,
    }),

    alertSettings: () => read("alertSettings"),
    setAlertSettings: (settings, origin, revision) =>
      write("setAlertSettings", settings, origin, { revision, now: now().getTime() }),
    alerts: () => read("alerts"),
    noteAlertState: (noted) => write("noteAlertState", noted, now().getTime()),
    claimAlerts: (leaseMs) => write("claimAlerts", leaseMs, now().getTime()),
    recordAlertTold: (subject, state) => write("recordAlertTold", subject, state),
    postponeAlert: (subject, ms) => write("postponeAlert", subject, now().getTime() + ms),
    removeAlerts: (subjects) => write("removeAlerts", subjects),
    removeSilentAlerts: (prefix, silentMs) =>
      write("removeSilentAlerts", prefix, now().getTime() - silentMs),

    clockFaults: () => read("clockFaults"),
    beginClockFault: () => write("beginClockFault"),
    async endClockFault({ since, before, after }, firstScan) {
      await write("endClockFault", { since: +since, before: +before, after: +after }, firstScan);
      dueWatch.check();
    },
    async repairTimes({ released, toleranceMs }) {
      const options = { released: +released, toleranceMs };
      const latest = await write("repairTimes", options, now().getTime());
      dueWatch.check();
      return latest === undefined ? undefined : new Date(latest).toISOString();
    },

    ...createRegisterStore({ read, write, truncateLog: () => truncateLog(path, busyMs), now }),

    async expire(limit) {
      // Finishes what a hub left behind that ended while it removed a destination.
      for (const id of await read("removedDestinationsWithPending")) {
        await changeAll(() => write("dropBatchOfDestination", id));
      }
      const ids = await read("expiredScans", limit, now().getTime());
      return ids.length === 0 ? 0 : write("deleteExpired", ids);
    },
    countExpiring: (inbox, limits) => read("countExpiring", inbox, limits, now().getTime()),
    head: (inbox) => read("head", inbox),
    listChainRows: (inbox, after, limit) => read("listChainRows", inbox, after, limit),

    size: () => read("size"),
    close: () => (closing ??= close()),
  };
}

/** True for a query that may have to read every scan. */
function isSlow(name: keyof Reads, args: unknown[]): boolean {
  if (name !== "listScans" && name !== "readListPage") return slowReads.has(name);
  const parts = Object.keys(args[0] as object).filter((part) => part !== "ids");
  return parts.length > 1 || parts.some((part) => !indexedParts.has(part));
}

/** Parts of a search by each of which alone an index finds the scans in their order. */
const indexedParts: ReadonlySet<string> = new Set<keyof Search>(["inbox", "source", "tag"]);

/** True for a search, which finds only words that are indexed. */
function hasWords(search: unknown): boolean {
  return typeof search === "object" && search !== null && "match" in search;
}

const slowReads: ReadonlySet<keyof Reads> = new Set([
  "readExportPage",
  "countScans",
  "listDayCounts",
  "countReceived",
  "readContents",
  "findScanIds",
  "tags",
  "inboxes",
  "size",
  "deliveries",
  "findDeliveries",
  "findScanRange",
  "countDeliveries",
  "routedScans",
  "expiredScans",
  "countExpiring",
  "listChainRows",
  "registers",
  "countRefused",
  "entries",
]);

function closed(): StoreUnavailable {
  return new StoreUnavailable("closed", "The store is closed.");
}
