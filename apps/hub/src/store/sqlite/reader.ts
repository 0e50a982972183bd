// Runs as a thread of its own: lists, search and export, so that no slow query ever delays a scan.
import { parentPort, workerData } from "node:worker_threads";
import { chain, head } from "./audit-trail.ts";
import { openForReading, type Patience } from "./database.ts";
import { deliveries, delivery, deliveryOf, lastDelivery } from "./deliveries.ts";
import { deliveryCounts } from "./delivery-counts.ts";
import { findDeliveries } from "./delivery-search.ts";
import { destinationWithSecrets, removedWithPending } from "./destinations.ts";
import { expired } from "./expire.ts";
import { inboxes } from "./inboxes.ts";
import { ownerPassword, session, tokenByHash, tokens } from "./owner.ts";
import { countScans, lastScan, listScans, scan, size } from "./scans.ts";
import { tag, tags } from "./tags.ts";
import { answer, type Call, runThread } from "./thread.ts";

const api = {
  listScans,
  scan,
  lastScan,
  countScans,
  tags,
  tag,
  inboxes,
  ownerPassword,
  tokens,
  tokenByHash,
  session,
  destinationWithSecrets,
  deliveries,
  delivery,
  deliveryOf,
  deliveryCounts,
  findDeliveries,
  lastDelivery,
  removedWithPending,
  expired,
  head,
  chain,
  size,
};

export type Reads = typeof api;

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

runThread(
  port,
  () => openForReading(path, patience),
  (message, db, finish) => {
    if (message === "close") finish();
    else port.postMessage(answer(api, db, message as Call));
  },
);
