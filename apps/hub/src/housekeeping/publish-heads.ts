import { type Scan, serializeScan } from "@scanhook/webhook";
import type { FastifyBaseLogger } from "fastify";
import { compileRouting } from "../shaping/filter.ts";
import { ensureOwnInbox, headsInbox } from "../store/own-inboxes.ts";
import type { Head } from "../store/retention.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

const tagType = "auditHead";

const dayMs = 86_400_000;
/**
 * The time after midnight from which on every scan of the day before is committed, even if the
 * clocks of nodes differ a little.
 */
const settledMs = 600_000;

/** Publishes the heads of audit trails soon after the start, and then checks every hour. */
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
 * Stores, for each inbox with an audit trail, the head of the trail at midnight UTC as a scan.
 * Every node creates the same scan, byte for byte, so the store keeps one scan a day, even if
 * several nodes publish it.
 */
export async function publishHeads(store: Store, now: Date): Promise<void> {
  const auditedInboxes = (await store.inboxes()).filter(({ audit }) => audit);
  if (auditedInboxes.length === 0) return;
  await ensureOwnInbox(store, headsInbox);
  const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  if (now.getTime() - midnight.getTime() < settledMs) return;
  const publishedIdentifiers = await findPublishedHeads(store, midnight);
  const findRoutes = compileRouting(await store.routing());
  for (const { name } of auditedInboxes) {
    const identifier = `audit-head:${name}:${midnight.toISOString().slice(0, 10)}`;
    if (publishedIdentifiers.has(identifier)) continue;
    const head = await findHead(store, name, midnight);
    if (!head) continue;
    const scan = createHeadScan(identifier, midnight, name, head);
    await store.append({
      inbox: headsInbox,
      scan,
      body: serializeScan(scan),
      receivedAt: now,
      deliveries: findRoutes({ inbox: headsInbox, ...scan }).map(({ delivery }) => delivery),
    });
  }
}

/** Returns the identifiers of the heads published since midnight. */
async function findPublishedHeads(store: Store, midnight: Date): Promise<Set<string>> {
  const filter = { inbox: headsInbox, from: midnight.toISOString() };
  const scans = await store.listScans(filter, { limit: 10_000 });
  return new Set(scans.map(({ identifier }) => identifier));
}

/**
 * Returns the head of a trail at a time; undefined if it has no scans from before that time, or if
 * they are not chained yet.
 */
async function findHead(store: Store, inbox: string, time: Date): Promise<Head | undefined> {
  const [last] = await store.listScans({ inbox, to: time.toISOString() }, { limit: 1 });
  if (!last) return undefined;
  const [row] = await store.listChainRows(inbox, last.id - 1, 1);
  // A new trail chains the existing scans of its inbox step by step.
  return row?.scan.id === last.id ? { count: row.count, hash: row.hash } : undefined;
}

function createHeadScan(identifier: string, midnight: Date, inbox: string, head: Head): Scan {
  const { count, hash } = head;
  return {
    identifier,
    date: midnight.toISOString().replace(".000Z", "Z"),
    content: `sha256:${hash} ${count} ${inbox}`,
    tagType,
    structured: { inbox, count, hash },
  };
}
