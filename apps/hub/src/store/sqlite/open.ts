import { join } from "node:path";
import { batchSize, changeAll } from "../batches.ts";
import { countContents } from "../content-counts.ts";
import { createDataFolder } from "../data-folder.ts";
import { createDeletion } from "../deleted-scans.ts";
import { createIdListeners, type IdListeners } from "../id-listeners.ts";
import { createMethods, type Method, type MethodName, type OwnMethods } from "../methods.ts";
import { createRegisterBatches } from "../register-batches.ts";
import { createRoundBatches } from "../round-batches.ts";
import { toDayNumbers } from "../scan-counts.ts";
import type { ScanFilter } from "../scan-selection.ts";
import type { Store } from "../store.ts";
import { useToken } from "../token-use.ts";
import { StoreUnavailable } from "../unavailable.ts";
import type { AppendedGroup } from "./append.ts";
import { createAppender } from "./appender.ts";
import { createSteppedClock } from "./clock-steps.ts";
import { openForReading, truncateLog } from "./database.ts";
import { lastDelivery } from "./deliveries.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import { dueRevision } from "./nodes.ts";
import { createWatches } from "./notifications.ts";
import { createRoutingLookup, routingRevision } from "./routing-lookup.ts";
import { lastId } from "./scans.ts";
import { type Search, toSearch } from "./search.ts";
import { startThread, type Thread } from "./thread.ts";
import { toStoreUnavailable } from "./unavailable.ts";

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
  const { busyMs, pollMs, now: readClock } = { ...defaults, ...options };
  const clock = createSteppedClock(readClock, async (step) => {
    await write("moveExpiries", step);
    dueWatch.check();
  });
  const { now } = clock;
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
  const writer = await startThread(new URL("./writer.ts", import.meta.url), workerData, {
    message: (message) => appender.settlePosted(message as AppendedGroup),
    end: (error) => appender.fail(error),
  });
  // The main thread only reads single rows by their key. It must not wait long for a lock, because
  // it would block all other work.
  const lookupDb = openForReading(path, { busyMs: 100 });
  const lookup = createInboxLookup(lookupDb);
  const routingLookup = createRoutingLookup(lookupDb);
  const watches = createWatches(pollMs);
  const storedWatch = watches.add(() => lastId(lookupDb));
  const routingWatch = watches.add(() => routingRevision(lookupDb));
  // Both numbers only increase, so their sum does, too.
  const dueWatch = watches.add(() => lastDelivery(lookupDb) + dueRevision(lookupDb));

  /** Creates a reader whose thread starts with the first call. */
  const createReader = (): Pick<Thread, "call" | "close"> => {
    let starting: Promise<Thread> | undefined;
    return {
      async call(name, ...args) {
        if (closing) throw closed();
        starting ??= startThread(new URL("./reader.ts", import.meta.url), workerData).catch(
          (error) => {
            starting = undefined;
            throw error;
          },
        );
        return (await starting).call(name, ...args);
      },
      // A reader that failed to start has nothing to close.
      close: async () =>
        starting?.then(
          (thread) => thread.close(),
          () => {},
        ),
    };
  };
  // There are two readers, because a search through all scans must not delay the live view.
  const quick = createReader();
  const slow = createReader();
  const write: Thread["call"] = async (name, ...args) => {
    if (closing) throw closed();
    const result = await writer.call(name, ...args);
    lookup.forget();
    return result;
  };

  /** Converts a filter, and makes sure that its words are indexed. */
  async function prepareSearch(filter: ScanFilter): Promise<Search> {
    const search = toSearch(filter);
    if (closing) throw closed();
    if (search.match !== undefined) await writer.call("indexRecentScans");
    return search;
  }

  /** Runs a query in the main thread. */
  const queryNow = <T>(query: () => T): T => {
    if (closing) throw closed();
    try {
      return query();
    } catch (error) {
      throw toStoreUnavailable(error, path);
    }
  };

  let closing: Promise<void> | undefined;
  async function overwriteFreePages() {
    await changeAll(() => write("overwriteFreePagesBatch"));
    await changeAll(() => write("releaseFreePagesBatch"));
  }

  async function close() {
    watches.stop();
    repeats.clear();
    deletions.clear();
    restorations.clear();
    await appender.settled();
    await Promise.all([quick.close(), slow.close()]);
    lookupDb.close();
    // The writer closes last, because the last connection moves everything from the -wal file to
    // the main file, and only the writer may write.
    await writer.close();
  }

  /** Makes this process use the changed routing, and calls its listeners. */
  const afterRoutingChange = () => {
    routingLookup.forget();
    routingWatch.check();
  };

  async function runMethod(name: MethodName, { runs, changes }: Method, args: unknown[]) {
    const call = runs === "write" ? write : runs === "read" ? quick.call : slow.call;
    const result = await call(name, ...(args as never));
    if (changes === "routing") afterRoutingChange();
    return result;
  }

  const ownMethods: OwnMethods = {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    async listScans(filter, page) {
      const search = await prepareSearch(filter);
      return (isSlow(search) ? slow : quick).call("listScans", search, page);
    },
    async readListPage(filter, page) {
      const search = await prepareSearch(filter);
      return (isSlow(search) ? slow : quick).call("readListPage", search, page);
    },
    readExportPage: async (filter, page) =>
      slow.call("readExportPage", await prepareSearch(filter), page),
    countScans: async (filter, bounds) =>
      slow.call("countScans", await prepareSearch(filter), bounds),
    listDayCounts: async (filter, list) => slow.call("listDayCounts", toDayNumbers(filter), list),
    countReceived: async (filter) => slow.call("countReceived", toDayNumbers(filter)),
    countContents: (filter, limit) =>
      countContents(
        {
          findIds: async (page) => slow.call("findScanIds", await prepareSearch(filter), page),
          readContents: (ids) => slow.call("readContents", ids),
          readScans: (ids) => quick.call("readListPage", toSearch({ ids }), { limit: ids.length }),
        },
        limit,
      ),
    onAppend: storedWatch.on,
    onRepeat: repeats.on,
    findScanIds: async (filter, page) =>
      slow.call("findScanIds", await prepareSearch(filter), page),
    ...createDeletion({
      measure: (ids) => quick.call("measureScans", ids),
      trash: (ids, deletion) => write("trashScans", ids, deletion, now().getTime()),
      remove: (ids) => write("deleteForGood", ids),
      find: (selection, after) => quick.call("findDeletedScans", selection, after),
      restore: (ids, deletedAfter) => write("restoreScans", ids, deletedAfter),
      list: (deletedAfter) => quick.call("listDeletions", deletedAfter),
      purge: (selection) => write("purgeDeletedBatch", selection),
      now: async () => now().getTime(),
      onDeleted: (ids) => tellAll(deletions, ids),
      onRestored: (ids) => tellAll(restorations, ids),
    }),
    onDelete: deletions.on,
    onRestore: restorations.on,

    inbox: async (name) => queryNow(() => lookup.find(name)),
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
      // The inbox may have been removed before without its scans. Deleting these counts as a
      // removal, too.
      return deleted > 0 ? "removed" : result;
    },
    useToken(hash) {
      const time = now().getTime();
      return useToken({
        find: () => quick.call("tokenByHash", time, hash),
        record: (id) => write("recordTokenUse", id, time),
        now: time,
      });
    },

    ...createForwarding({
      quick,
      slow,
      write,
      routing: () => queryNow(() => routingLookup.current()),
      afterRoutingChange,
      routingWatch,
      dueWatch,
      now,
    }),

    followClock: clock.follow,
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

    ...createRegisterBatches({
      isBorrowed: (name) => quick.call("isBorrowed", name),
      registers: () => slow.call("registers"),
      removeRegister: (name) => write("removeRegister", name),
      deleteEntriesBatch: (id, after) => write("deleteEntriesBatch", id, after),
      async forgetEntriesBatch(id, entries) {
        const deleted = await write("forgetEntriesBatch", id, entries);
        if (deleted > 0) await write("noteDeletedWords");
        return deleted;
      },
      undoBatch: (id) => write("undoBatch", id),
      forgetBatch: (id) => write("forgetBatch", id),
      async eraseDeleted() {
        const count = await quick.call("countDeletedWords");
        if (count === 0) return;
        let isFirst = true;
        await changeAll(async () => {
          const changed = await write("eraseWordsBatch", isFirst);
          isFirst = false;
          return changed;
        });
        await overwriteFreePages();
        await write("noteErasedWords", count);
        truncateLog(path, busyMs);
      },
      // The deleted rows are already overwritten in the tables, but not in free pages and the log.
      async erase() {
        await overwriteFreePages();
        truncateLog(path, busyMs);
      },
    }),

    ...createRoundBatches({
      closeRound: (register, round) => write("closeRound", now().getTime(), register, round),
      compareBatch: (round) => write("compareBatch", round),
      beginBooking: (register, round, booking) => write("beginBooking", register, round, booking),
      applyBatch: (round, by, after) => write("applyBatch", now().getTime(), round, by, after),
      takeBackBatch: (round, by) => write("takeBackBatch", now().getTime(), round, by),
    }),

    async expire(limit) {
      // Finish the removal of destinations that ended halfway because a hub stopped.
      for (const id of await quick.call("removedDestinationsWithPending")) {
        await changeAll(() => write("dropBatchOfDestination", id));
      }
      const ids = await slow.call("expiredScans", limit, now().getTime());
      return ids.length === 0 ? 0 : write("deleteExpired", ids);
    },

    close: () => (closing ??= close()),
  };
  return { ...createMethods(runMethod, now), ...ownMethods };
}

/** Returns whether a search may have to read all scans. */
function isSlow(search: Search): boolean {
  const parts = Object.keys(search).filter((part) => part !== "ids");
  return parts.length > 1 || parts.some((part) => !indexedParts.has(part));
}

/**
 * The parts of a search for which an index finds the scans in their order, if no other part is
 * given.
 */
const indexedParts: ReadonlySet<string> = new Set<keyof Search>(["inbox", "source", "tag"]);

function closed(): StoreUnavailable {
  return new StoreUnavailable("closed", "The store is closed.");
}
