import type { ChangeFilter, ChangeRecord, NewChange } from "../changes.ts";
import type { Origin } from "../routing.ts";
import { type Steps, sql } from "./sql.ts";

type ChangeRow = Omit<ChangeRecord, "at" | "by" | "fields"> & {
  at: number;
  by_name: string;
  fields: string;
};

export function* addChange(now: number, change: NewChange): Steps<void> {
  const { by, via, subject, name, action, fields } = change;
  yield* sql`
    INSERT INTO changes (at, by_name, via, subject, name, action, fields)
    VALUES (${now}, ${by}, ${via}, ${subject}, ${name}, ${action}, ${JSON.stringify(fields)})`;
}

export function* changes(
  filter: ChangeFilter,
  page: { before?: number | undefined; limit: number },
): Steps<ChangeRecord[]> {
  const { subject, name, by, from, to } = filter;
  const rows = yield* sql<ChangeRow>`
    SELECT id, at, by_name, via, subject, name, action, fields FROM changes
    WHERE id < ${page.before ?? Number.MAX_SAFE_INTEGER}
      ${subject === undefined ? sql`` : sql`AND subject = ${subject}`}
      ${name === undefined ? sql`` : sql`AND name = ${name}`}
      ${by === undefined ? sql`` : sql`AND by_name = ${by}`}
      ${from === undefined ? sql`` : sql`AND at >= ${Date.parse(from)}`}
      ${to === undefined ? sql`` : sql`AND at < ${Date.parse(to)}`}
    ORDER BY id DESC LIMIT ${page.limit}`;
  return rows.map(toChangeRecord);
}

export function* changesKeepDays(): Steps<number | undefined> {
  const [row] = yield* sql<{ days: number | null }>`SELECT changes_keep_days AS days FROM owner`;
  return row?.days ?? undefined;
}

export function* changesOrigin(): Steps<Origin> {
  const [row] = yield* sql<{ origin: Origin }>`SELECT changes_origin AS origin FROM owner`;
  return row!.origin;
}

export function* setChangesKeepDays(
  days: number | undefined,
  origin: Origin = "dashboard",
): Steps<void> {
  yield* sql`UPDATE owner SET changes_keep_days = ${days}, changes_origin = ${origin}`;
}

const dayMs = 86_400_000;

export function* removeOldChanges(now: number): Steps<number> {
  const days = yield* changesKeepDays();
  if (days === undefined) return 0;
  const rows = yield* sql`DELETE FROM changes WHERE at < ${now - days * dayMs} RETURNING 1`;
  return rows.length;
}

function toChangeRecord(row: ChangeRow): ChangeRecord {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    by: row.by_name,
    via: row.via,
    subject: row.subject,
    name: row.name,
    action: row.action,
    fields: JSON.parse(row.fields),
  };
}
