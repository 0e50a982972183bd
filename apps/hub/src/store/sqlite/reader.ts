// Runs in its own thread and reads lists, searches and exports, so that no slow query delays an
// arriving scan.

import { parentPort, workerData } from "node:worker_threads";
import { alertSettings, alerts } from "./alerts.ts";
import { head, listChainRows } from "./audit-trail.ts";
import { clockFaults } from "./clock.ts";
import { openForReading, type Patience } from "./database.ts";
import { findDeletedScans, listDeletions } from "./deleted-scans.ts";
import { countExpiring, expiredScans } from "./deletion.ts";
import { deliveries, delivery, deliveryOf, lastDelivery } from "./deliveries.ts";
import { deliveryCounts } from "./delivery-counts.ts";
import { countDeliveries, findDeliveries, findScanRange } from "./delivery-search.ts";
import { destinationWithSecrets, removedDestinationsWithPending } from "./destinations.ts";
import { displays, viewDisplay } from "./displays.ts";
import { inboxes } from "./inboxes.ts";
import { ownerPassword, session, tokenByHash, tokens } from "./owner.ts";
import { entries, entry } from "./register-entries.ts";
import {
  countRefused,
  isBorrowed,
  movements,
  registers,
  toldMovements,
  tryScan,
} from "./registers.ts";
import { countReceived, listDayCounts, readContents } from "./scan-counts.ts";
import {
  countScans,
  findScanIds,
  lastScan,
  listScans,
  measureScans,
  readExportPage,
  readListPage,
  scan,
  size,
} from "./scans.ts";
import { routedScans } from "./sending.ts";
import { tag, tags } from "./tags.ts";
import { type Call, runCall, runThread } from "./thread.ts";

const api = {
  clockFaults,
  findScanIds,
  measureScans,
  findDeletedScans,
  listDeletions,
  listScans,
  readListPage,
  readExportPage,
  scan,
  lastScan,
  countScans,
  listDayCounts,
  countReceived,
  readContents,
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
  findScanRange,
  countDeliveries,
  routedScans,
  lastDelivery,
  removedDestinationsWithPending,
  expiredScans,
  countExpiring,
  head,
  listChainRows,
  alertSettings,
  alerts,
  registers,
  isBorrowed,
  countRefused,
  movements,
  entries,
  entry,
  toldMovements,
  tryScan,
  displays,
  viewDisplay,
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
    else port.postMessage(runCall(api, db, message as Call));
  },
);
