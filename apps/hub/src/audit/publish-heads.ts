import { printScan, type Scan } from "@scanhook/webhook";
import type { FastifyBaseLogger } from "fastify";
import { type Hourly, startHourly } from "../housekeeping/hourly.ts";
import { compileRouting } from "../shaping/filter.ts";
import type { Head, Store } from "../store/store.ts";
import { ensureHeadsInbox, headsInbox } from "./daily-heads.ts";

const tagType = "auditHead";

const dayMs = 86_400_000;
/** By then every scan that was received before midnight is committed, and clocks that differ a little agree. */
const settledMs = 600_000;

/** Publishes the heads of the day soon after the start and looks every hour whether a new day wants its own. */
export function startAuditHeads(
  parts: { store: Store; log: Pick<FastifyBaseLogger, "error">; now?: () => Date },
  times: Parameters<typeof startHourly>[2] = {},
): Hourly {
  const { store, log, now = () => new Date() } = parts;
  return startHourly(
    () => publishHeads(store, now()),
    (error) => log.error({ err: error }, "the heads of the audit trails were not published"),
    times,
  );
}

/**
 * Stores, for each inbox with an audit trail, where the trail stood at midnight UTC. Every node makes the same scan of
 * it, byte for byte, so however many do it there is one a day.
 */
export async function publishHeads(store: Store, now: Date): Promise<void> {
  const audited = (await store.inboxes()).filter(({ audit }) => audit);
  if (audited.length === 0) return;
  await ensureHeadsInbox(store);
  const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  if (now.getTime() - midnight.getTime() < settledMs) return;
  const there = await published(store, midnight);
  const routing = compileRouting(await store.routing());
  for (const { name } of audited) {
    const identifier = `audit-head:${name}:${midnight.toISOString().slice(0, 10)}`;
    if (there.has(identifier)) continue;
    const head = await headAt(store, name, midnight);
    if (!head) continue;
    const scan = toScan(identifier, midnight, name, head);
    await store.append({
      inbox: headsInbox,
      scan,
      body: printScan(scan),
      receivedAt: now,
      deliveries: routing({ inbox: headsInbox, ...scan }).map(({ delivery }) => delivery),
    });
  }
}

/** What was published since midnight, as identifiers. */
async function published(store: Store, midnight: Date): Promise<Set<string>> {
  const filter = { inbox: headsInbox, from: midnight.toISOString() };
  const scans = await store.listScans(filter, { limit: 10_000 });
  return new Set(scans.map(({ identifier }) => identifier));
}

async function headAt(store: Store, inbox: string, time: Date): Promise<Head | undefined> {
  const [last] = await store.listScans({ inbox, to: time.toISOString() }, { limit: 1 });
  if (!last) return undefined;
  const [row] = await store.chain(inbox, last.id - 1, 1);
  // The first scans of a trail may still be on their way into it.
  return row?.scan.id === last.id ? { count: row.count, hash: row.hash } : undefined;
}

function toScan(identifier: string, midnight: Date, inbox: string, head: Head): Scan {
  const { count, hash } = head;
  return {
    identifier,
    date: midnight.toISOString().replace(".000Z", "Z"),
    content: `sha256:${hash} ${count} ${inbox}`,
    tagType,
    structured: { inbox, count, hash },
  };
}
