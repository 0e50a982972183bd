import { batchSize } from "../batches.ts";
import type { LeadCounts, OwnLead } from "../leads.ts";
import type { StoredReplyRow } from "../movement-row.ts";
import { selectReplies, toStoredVerdict } from "../movement-row.ts";
import { filterEntries, isMet } from "./entry-filter.ts";
import { entryListOf } from "./entry-lists.ts";
import { lockScans } from "./locks.ts";
import { entries } from "./register-entries.ts";
import { isOneOf, overwriteDeleted, rawSql, type Steps, sql } from "./sql.ts";

/** Counts the leads of a register, and for each user those that the user scanned. */
export function* countLeads(register: number): Steps<LeadCounts> {
  const [row] = yield* sql<{ entries: number; leads: number; unnamed: number }>`
    SELECT count(*) AS entries, count(CASE WHEN ${isMet(register)} THEN 1 END) AS leads,
      count(CASE WHEN entries.unnamed THEN 1 END) AS unnamed
    FROM entries WHERE entries.register = ${entryListOf(register)}`;
  const people = yield* sql<{ door: string; leads: number }>`
    SELECT door, count(DISTINCT entry) AS leads FROM movements
    WHERE register = ${register} AND entry IS NOT NULL AND action <> 'undo'
    GROUP BY door ORDER BY door`;
  const { entries, leads, unnamed } = row!;
  const byName = people.map(({ door: by, leads: scanned }) => ({ by, leads: scanned }));
  return { leads, waiting: entries - leads, unnamed, people: byName };
}

/** Lists the leads that a user scanned, the newest first. */
export function* ownLeads(
  now: number,
  register: number,
  {
    by,
    text = "",
    before = Number.MAX_SAFE_INTEGER,
    limit,
  }: { by: string; text?: string; before?: number | undefined; limit: number },
): Steps<OwnLead[]> {
  const found = yield* sql<{ id: number }>`
    SELECT entries.id FROM entries
    WHERE ${filterEntries(register, { text, by })} AND entries.id < ${before}
    ORDER BY entries.id DESC LIMIT ${limit}`;
  const ids = found.map(({ id }) => id);
  const records = yield* entries(register, { ids, limit: ids.length });
  const scans = yield* sql<{ id: number; entry: number; at: number; door: string }>`
    SELECT id, entry, at, door FROM movements
    WHERE register = ${register} AND entry ${isOneOf("bigint", ids)} AND action = 'meet'
    ORDER BY id`;
  const lastOf = new Map(scans.map((scan) => [scan.entry, scan]));
  const ownOf = new Map(scans.filter(({ door }) => door === by).map((scan) => [scan.entry, scan]));
  const asked = yield* sql<StoredReplyRow>`
    ${rawSql(selectReplies)} WHERE movements.id ${isOneOf(
      "bigint",
      [...ownOf.values()].map(({ id }) => id),
    )} AND NOT EXISTS (SELECT 1 FROM movements AS later WHERE later.answered = movements.id)`;
  const askOf = new Map(asked.map((row) => [row.movement, toStoredVerdict(row).ask]));
  return records.toReversed().flatMap((entry) => {
    const last = lastOf.get(entry.id);
    const movement = ownOf.get(entry.id)?.id;
    if (!last || movement === undefined) return [];
    const ask = askOf.get(movement);
    const isOpen = ask && Date.parse(ask.until) > now;
    return {
      entry,
      last: { at: new Date(last.at).toISOString(), by: last.door },
      ask: isOpen ? { ...ask, movement } : undefined,
    };
  });
}

/** Finds leads that were dropped, were not scanned for long, or whose consent was not given. */
export function* leadsToForget(
  register: number,
  { unseenSince, askedBefore }: { unseenSince: number; askedBefore: number },
): Steps<number[]> {
  const rows = yield* sql<{ id: number }>`
    SELECT id FROM (
      SELECT entries.id, (
        SELECT max(at) FROM movements
        WHERE movements.entry = entries.id AND movements.register = ${register}
      ) AS last_at, (
        SELECT status FROM states
        WHERE states.entry = entries.id AND states.register = ${register} AND place = 0
      ) AS status
      FROM entries WHERE entries.register = ${entryListOf(register)}
    ) AS leads
    WHERE status = 'dropped' OR last_at < ${unseenSince}
      OR (status = 'asked' AND last_at < ${askedBefore})
    ORDER BY id LIMIT ${batchSize}`;
  return rows.map(({ id }) => id);
}

export function* scansAbout(register: number, ids: readonly number[]): Steps<number[]> {
  const rows = yield* sql<{ scan: number }>`
    SELECT scan FROM movements
    WHERE register = ${register} AND entry ${isOneOf("bigint", ids)} AND scan IS NOT NULL
    ORDER BY scan`;
  return rows.map(({ scan }) => scan);
}

/** Deletes entries of a register, and what its journal tells of them. Returns their number. */
export function* forgetEntriesBatch(register: number, ids: readonly number[]): Steps<number> {
  yield* overwriteDeleted;
  yield* lockScans;
  yield* sql`
    UPDATE movements SET reply = NULL, answers = NULL, entry = NULL
    WHERE register = ${register} AND entry ${isOneOf("bigint", ids)}`;
  const deleted = yield* sql`
    DELETE FROM entries
    WHERE register = ${entryListOf(register)} AND id ${isOneOf("bigint", ids)} RETURNING 1`;
  return deleted.length;
}
