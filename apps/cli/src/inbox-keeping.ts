import type { InboxRecord } from "@scanhook/hub";
import type { Values } from "./input/arguments.ts";

/** What an inbox keeps, as options of "inbox add" and "inbox change". */
export const keepingOptions = {
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

export type Keeping = { keepDays?: number; keepScans?: number; audit?: true };

/** As the API takes them. */
const most = { "keep-days": 36_500, "keep-scans": 1_000_000_000_000 } as const;

/** What was given; with 0 a limit is taken away. */
export function toKeeping(
  values: Values<typeof keepingOptions>,
): { ok: true; keeping: Keeping } | { ok: false; reason: string } {
  const keeping: Keeping = values.audit ? { audit: true } : {};
  for (const [option, key] of [
    ["keep-days", "keepDays"],
    ["keep-scans", "keepScans"],
  ] as const) {
    const text = values[option];
    if (text === undefined) continue;
    const number = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number <= most[option])) {
      const reason = `--${option} is a whole number from 0 (never) to ${most[option]}, not "${text}".`;
      return { ok: false, reason };
    }
    keeping[key] = number;
  }
  return { ok: true, keeping };
}

/** For a table: what becomes of its scans. */
export function printKeeping({ keepDays, keepScans, audit }: InboxRecord): string {
  if (audit) return "all, audited";
  const limits = [
    ...(keepDays === undefined ? [] : [`${keepDays} ${keepDays === 1 ? "day" : "days"}`]),
    ...(keepScans === undefined ? [] : [`${keepScans} ${keepScans === 1 ? "scan" : "scans"}`]),
  ];
  return limits.join(", ") || "all";
}
