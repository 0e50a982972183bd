import { join } from "node:path";
import { makeDataFolder } from "../data-folder.ts";
import { createIdListeners } from "../id-listeners.ts";
import { type Store, StoreUnavailable } from "../store.ts";
import { createAppender, type GroupDone } from "./appender.ts";
import { openForReading } from "./database.ts";
import { lastDelivery } from "./deliveries.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import { dueRevision } from "./nodes.ts";
import type { Reads } from "./reader.ts";
import { routingRevision } from "./routes.ts";
import { createRoutingLookup } from "./routing-lookup.ts";
import { lastId } from "./scans.ts";
import { toSearch } from "./search.ts";
import { createSignals } from "./signals.ts";
import { startThread, type Thread } from "./thread.ts";
import { toTrouble } from "./trouble.ts";
import type { Writes } from "./writer.ts";

/** The database inside a data folder; SQLite keeps `-wal` and `-shm` files beside it while it is open. */
export const databaseName = "scanhook.db";

const defaults = {
  /** How long a write waits for another process before it fails with `busy`. */
  busyMs: 5000,
  /** How often to look what another process did, while somebody listens. */
  pollMs: 500,
  now: () => new Date(),
};

/** Scans a message, where many are to be written: few enough that an arriving one need not wait long. */
const some = 500;

/**
 * Opens the store in a folder, which it makes when there is none. Any number of processes may have the same folder
 * open. Rejects with `StoreUnavailable`; its message is fit to be shown.
 */
export async function openStore(
  dir: string,
  options: Partial<typeof defaults> = {},
): Promise<Store> {
  const { busyMs, pollMs, now } = { ...defaults, ...options };
  const path = join(dir, databaseName);
  const workerData = { path, patience: { busyMs } };
  makeDataFolder(dir);

  const repeats = createIdListeners();
  const deletions = createIdListeners();

  const appender = createAppender((group) => writer.post(group), {
    now,
    stored: (lastId) => stored.tell(lastId),
    repeated: repeats.tell,
    due: () => due.look(),
  });
  const writer = await startThread<Writes>(new URL("./writer.ts", import.meta.url), workerData, {
    message: (message) => appender.done(message as GroupDone),
    end: (error) => appender.fail(error),
  });
  // What the main thread itself asks is one row by its key; waiting for a lock here would hold up everything.
  const lookupDb = openForReading(path, { busyMs: 100 });
  const lookup = createInboxLookup(lookupDb);
  const routingLookup = createRoutingLookup(lookupDb);
  const signals = createSignals(pollMs);
  const stored = signals.add(() => lastId(lookupDb));
  const routed = signals.add(() => routingRevision(lookupDb));
  const due = signals.add(() => lastDelivery(lookupDb) + dueRevision(lookupDb));

  const startReader = () => startThread<Reads>(new URL("./reader.ts", import.meta.url), workerData);
  // Two: a search through everything must not hold up the live view.
  const readers: { quick?: Promise<Thread<Reads>>; slow?: Promise<Thread<Reads>> } = {};
  const read: Thread<Reads>["call"] = async (name, ...args) => {
    if (closing) throw closed();
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

  /** What the main thread asks itself. */
  const askAtOnce = <T>(query: () => T): T => {
    if (closing) throw closed();
    try {
      return query();
    } catch (error) {
      throw toTrouble(error, path);
    }
  };
  const ask = async <T>(query: () => T): Promise<T> => askAtOnce(query);

  let closing: Promise<void> | undefined;
  async function close() {
    signals.stop();
    repeats.clear();
    deletions.clear();
    await appender.settled();
    await writer.close();
    for (const reader of Object.values(readers)) await (await reader).close();
    lookupDb.close();
  }

  return {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    listScans: async (filter, page) => read("listScans", toSearch(filter), page),
    scan: (id) => read("scan", id),
    lastScan: (source) => read("lastScan", source),
    countScans: async (filter) => read("countScans", toSearch(filter)),
    onAppend: stored.on,
    onRepeat: repeats.on,
    async deleteScan(id) {
      const result = await write("deleteScan", id);
      if (result === "deleted") deletions.tell(id);
      due.look();
      return result;
    },
    onDelete: deletions.on,

    tags: async (filter, page) => read("tags", toSearch(filter), page),
    tag: (identifier) => read("tag", identifier),
    nameTag: (identifier, name) => write("nameTag", identifier, name),
    unnameTag: (identifier) => write("unnameTag", identifier),

    inboxes: () => read("inboxes"),
    inbox: (name) => ask(() => lookup.find(name)),
    addInbox: (inbox) => write("addInbox", inbox, now().getTime()),
    async changeInbox(name, change) {
      const result = await write("changeInbox", name, change);
      if (result === "changed" && change.audit) while ((await write("chainSome", name, some)) > 0);
      return result;
    },
    async removeInbox(name, { scans }) {
      const result = await write("removeInbox", name, scans);
      if (scans === "keep" || result === "audited") return result;
      let gone = 0;
      for (let more = 1; more > 0; gone += more) more = await write("deleteSomeScans", name);
      return gone > 0 ? "removed" : result;
    },
    setCredential: (inbox, user, passwordHash) =>
      write("setCredential", inbox, user, passwordHash, now().getTime()),
    removeCredential: (inbox, user) => write("removeCredential", inbox, user),

    ownerPassword: () => read("ownerPassword"),
    setOwnerPassword: (passwordHash) => write("setOwnerPassword", passwordHash),
    addToken: (token) => write("addToken", token, now().getTime()),
    tokens: () => read("tokens"),
    async useToken(hash) {
      const token = await read("tokenByHash", hash);
      const time = now().getTime();
      if (token && time - Date.parse(token.lastUsedAt ?? "1970-01-01") >= 60_000) {
        // A full disk is no reason to keep the owner out.
        write("noteTokenUse", token.id, time).catch(() => {});
      }
      return token;
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
      current: () => askAtOnce(() => routingLookup.current()),
      routed,
      due,
      now,
    }),

    async expire(limit) {
      // A hub that ended while it removed a destination left this behind.
      for (const id of await read("removedWithPending"))
        while ((await write("dropSomeOf", id)) > 0);
      const ids = await read("expired", limit, now().getTime());
      return ids.length === 0 ? 0 : write("deleteExpired", ids);
    },
    head: (inbox) => read("head", inbox),
    chain: (inbox, after, limit) => read("chain", inbox, after, limit),

    size: () => read("size"),
    close: () => (closing ??= close()),
  };
}

/** What may have to look at every scan there is. */
function isSlow(name: keyof Reads, args: unknown[]): boolean {
  if (name === "listScans") return Object.keys(args[0] as object).some((part) => part !== "ids");
  return slowReads.has(name);
}

const slowReads: ReadonlySet<keyof Reads> = new Set([
  "countScans",
  "tags",
  "inboxes",
  "size",
  "deliveries",
  "findDeliveries",
  "expired",
  "chain",
]);

function closed(): StoreUnavailable {
  return new StoreUnavailable("closed", "The store is closed.");
}
