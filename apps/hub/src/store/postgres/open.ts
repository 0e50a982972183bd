import { randomUUID } from "node:crypto";
import { createIdListeners } from "../id-listeners.ts";
import { type Appended, type Store, StoreUnavailable } from "../store.ts";
import { appendGroup } from "./append.ts";
import { createAppender } from "./appender.ts";
import { chain, chainSome, head } from "./audit-trail.ts";
import { closed, type Database, openDatabase } from "./database.ts";
import { dropAllOf } from "./deliveries.ts";
import { deleteScan, deleteSomeScans, expire, removedWithPending } from "./expire.ts";
import { createForwarding } from "./forwarding.ts";
import { createInboxLookup } from "./inbox-lookup.ts";
import {
  addInbox,
  changeInbox,
  inboxes,
  removeCredential,
  removeInbox,
  setCredential,
} from "./inboxes.ts";
import { migrate } from "./migrate.ts";
import { openNews } from "./news.ts";
import {
  addCode,
  addSession,
  addToken,
  noteTokenUse,
  ownerPassword,
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
import { createRoutingCache } from "./routing.ts";
import { countScans, lastScan, listScans, scan, size } from "./scans.ts";
import { nameTag, tag, tags, unnameTag } from "./tags.ts";

export type PostgresOptions = {
  /** How long a write waits for another one before it fails with `busy`. */
  busyMs?: number;
  /** How often to look what another node did, should it not have been heard. */
  pollMs?: number;
  /** False: a database that holds no store is refused. */
  create?: boolean;
  /** Where it is given it also stands for the clock of the database. */
  now?: () => Date;
};

/** Scans a transaction, where many are to be written: few enough that an arriving one need not wait long. */
const some = 500;

/** How long the database may take to answer before a connection counts as lost. */
const answerMs = 10_000;

/**
 * Opens the store in a PostgreSQL database, whose tables it makes when there are none. Any number of nodes may have it
 * open. Rejects with `StoreUnavailable`; its message is fit to be shown.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  const { busyMs = 5000, pollMs = 500, create = true, now = () => new Date() } = options;
  const clock = () => options.now?.().getTime() ?? null;
  const time = () => now().getTime();
  // Apart, so that neither a search through everything nor a crowd of readers holds up a scan.
  const appends = openDatabase(url, 1, { busyMs, answerMs });
  const quick = openDatabase(url, 4, { busyMs, answerMs });
  const slow = openDatabase(url, 3, { busyMs });
  const listening = openDatabase(url, 1, { busyMs });
  const databases = [appends, quick, slow, listening];
  const self = randomUUID();
  const nodes = new Set<string>([self]);

  const cache = createRoutingCache(quick);
  const opened = migrate(quick, { now, create })
    .then(() => refuseHalfMoved(quick))
    .then(() =>
      openNews({
        database: listening,
        query: quick.query,
        pollMs,
        isOwn: (name) => nodes.has(name),
        forget: { inboxes: () => inboxLookup.forget(), routing: cache.forget },
      }),
    );
  const news = await opened.catch(async (error: unknown) => {
    await Promise.all(databases.map((one) => one.close()));
    throw error;
  });

  const repeats = createIdListeners();
  const appender = createAppender(
    (arrivals) => appendGroup(appends, arrivals, { by: self, now: clock() }),
    done,
  );
  function done(appended: readonly Appended[]): void {
    const fresh = appended.filter(({ repeat }) => !repeat);
    if (fresh.length > 0) news.stored(Math.max(...fresh.map(({ id }) => id)));
    if (fresh.some(({ deliveries }) => deliveries)) news.due();
    for (const { id, repeat } of appended) {
      if (repeat) repeats.tell(id);
    }
  }
  const inboxLookup = createInboxLookup(quick.query, news.isHearing);
  /** Something of the inboxes was written. */
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    inboxLookup.forget();
    return result;
  };

  let closing: Promise<void> | undefined;
  async function close() {
    repeats.clear();
    await appender.settled();
    await news.close();
    await Promise.all(databases.map((one) => one.close()));
  }

  const { query } = quick;
  return {
    append: (arrival) => (closing ? Promise.reject(closed()) : appender.append(arrival)),
    listScans: (filter, page) => {
      const isQuick = Object.keys(filter).every((part) => part === "ids");
      return listScans(isQuick ? query : slow.query, filter, page);
    },
    scan: (id) => scan(query, id),
    lastScan: (source) => lastScan(query, source),
    countScans: (filter) => countScans(slow.query, filter),
    onAppend: news.onStored,
    onRepeat: repeats.on,
    async deleteScan(id) {
      const result = await deleteScan(query, id, self);
      if (result === "deleted") {
        news.deleted(id);
        news.due();
      }
      return result;
    },
    onDelete: news.onDeleted,

    tags: (filter, page) => tags(slow.query, filter, page),
    tag: (identifier) => tag(query, identifier),
    nameTag: (identifier, name) => nameTag(query, identifier, name),
    unnameTag: (identifier) => unnameTag(query, identifier),

    inboxes: () => inboxes(slow.query),
    inbox: (name) => inboxLookup.find(name),
    addInbox: (inbox) => changed(addInbox(query, inbox, time())),
    async changeInbox(name, change) {
      const result = await changed(quick.transaction((query) => changeInbox(query, name, change)));
      if (result !== "changed" || !change.audit) return result;
      while ((await quick.transaction((query) => chainSome(query, name, some))) > 0);
      return result;
    },
    async removeInbox(name, { scans }) {
      const result = await changed(quick.transaction((query) => removeInbox(query, name, scans)));
      if (scans === "keep" || result === "audited") return result;
      let gone = 0;
      for (let more = 1; more > 0; gone += more) more = await deleteSomeScans(query, name);
      return gone > 0 ? "removed" : result;
    },
    setCredential: (inbox, user, hash) => changed(setCredential(query, inbox, user, hash, time())),
    removeCredential: (inbox, user) => changed(removeCredential(query, inbox, user)),

    ownerPassword: () => ownerPassword(query),
    setOwnerPassword: (hash) => quick.transaction((query) => setOwnerPassword(query, hash)),
    addToken: (token) => addToken(query, token, time()),
    tokens: () => tokens(query),
    async useToken(hash) {
      const token = await tokenByHash(query, hash);
      if (token && time() - Date.parse(token.lastUsedAt ?? "1970-01-01") >= 60_000) {
        // A full disk is no reason to keep the owner out.
        noteTokenUse(query, token.id, time()).catch(() => {});
      }
      return token;
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

    ...createForwarding({ quick, slow, cache, news, now, clock, nodes }),

    async expire(limit) {
      // A hub that ended while it removed a destination left this behind.
      for (const id of await removedWithPending(query)) await dropAllOf(query, id);
      return expire(slow.query, limit, time(), query);
    },
    head: (inbox) => head(query, inbox),
    chain: (inbox, after, limit) => chain(slow.query, inbox, after, limit),

    size: () => size(slow.query),
    close: () => (closing ??= close()),
  };
}

async function refuseHalfMoved({ query, place }: Database): Promise<void> {
  const [half] = await query<{ from_place: string }>(
    "SELECT from_place FROM moves WHERE finished_at IS NULL",
  );
  if (!half) return;
  throw new StoreUnavailable(
    "broken",
    `A hub is being moved from ${half.from_place} to ${place} and is not there yet; let "scanhook migrate" finish that first.`,
  );
}
