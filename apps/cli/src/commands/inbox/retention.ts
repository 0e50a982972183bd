import {
  ensureOwnInbox,
  headsInbox,
  type InboxRecord,
  retentionLimits,
  type Store,
} from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";

/** The options of "inbox add" and "inbox change" that say which scans an inbox keeps. */
export const retentionOptions = {
  "keep-days": {
    value: "DAYS",
    help: "delete its scans when they are older; 0: never (default: never)",
  },
  "keep-scans": {
    value: "COUNT",
    help: "delete its oldest scans when there are more; 0: never (default: never)",
  },
  audit: {
    help: "keep an audit trail: its scans are chained by their hashes and never deleted",
  },
} as const;

export type Retention = { keepDays?: number; keepScans?: number; audit?: true };

/** Parses the retention options that were given. A limit of 0 removes the limit. */
export function parseRetention(values: Values<typeof retentionOptions>): Parsed<Retention> {
  const retention: Retention = values.audit ? { audit: true } : {};
  for (const [option, key] of [
    ["keep-days", "keepDays"],
    ["keep-scans", "keepScans"],
  ] as const) {
    const text = values[option];
    if (text === undefined) continue;
    const number = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number <= retentionLimits[key]))
      return refuse(
        `--${option} is a whole number from 0 (never) to ${retentionLimits[key]}, not "${text}".`,
      );
    retention[key] = number;
  }
  return { ok: true, value: retention };
}

/**
 * Changes the retention or the title of an inbox. An inbox of the hub itself can be changed before
 * its first scan. If this starts an audit trail, it also creates
 * the inbox `audit-heads` for the daily heads, unless it exists.
 */
export async function applyChange(
  store: Store,
  name: string,
  change: Retention & { title?: string },
) {
  await ensureOwnInbox(store, name);
  const result = await store.changeInbox(name, change);
  if (result === "changed" && change.audit) await ensureOwnInbox(store, headsInbox);
  return result;
}

/** Formats the retention of an inbox for a table. */
export function formatRetention({ keepDays, keepScans, audit }: InboxRecord): string {
  if (audit) return "all, audited";
  const limits = [
    ...(keepDays === undefined ? [] : [`${keepDays} ${keepDays === 1 ? "day" : "days"}`]),
    ...(keepScans === undefined ? [] : [`${keepScans} ${keepScans === 1 ? "scan" : "scans"}`]),
  ];
  return limits.join(", ") || "all";
}
