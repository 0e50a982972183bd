import type { DatabaseSync } from "node:sqlite";
import { type MethodName, mergeModules, type QueryArguments } from "../methods.ts";
import type { Store } from "../store.ts";
import * as alerts from "./alerts.ts";
import * as auditTrail from "./audit-trail.ts";
import * as claims from "./claims.ts";
import * as clock from "./clock.ts";
import * as deletedScans from "./deleted-scans.ts";
import * as deletion from "./deletion.ts";
import * as deliveries from "./deliveries.ts";
import * as deliveryCounts from "./delivery-counts.ts";
import * as deliverySearch from "./delivery-search.ts";
import * as destinations from "./destinations.ts";
import * as displays from "./displays.ts";
import * as entryKeys from "./entry-keys.ts";
import * as importUndo from "./import-undo.ts";
import * as inboxes from "./inboxes.ts";
import * as indexing from "./indexing.ts";
import * as nodes from "./nodes.ts";
import * as owner from "./owner.ts";
import * as registerEntries from "./register-entries.ts";
import * as registers from "./registers.ts";
import * as replay from "./replay.ts";
import * as routes from "./routes.ts";
import * as scanCounts from "./scan-counts.ts";
import * as scans from "./scans.ts";
import * as sending from "./sending.ts";
import * as tags from "./tags.ts";

/** The queries that the threads run. */
export const queries = mergeModules(
  alerts,
  auditTrail,
  claims,
  clock,
  deletedScans,
  deletion,
  deliveries,
  deliveryCounts,
  deliverySearch,
  destinations,
  displays,
  entryKeys,
  importUndo,
  inboxes,
  indexing,
  nodes,
  owner,
  registerEntries,
  registers,
  replay,
  routes,
  scanCounts,
  scans,
  sending,
  tags,
) satisfies {
  [Name in MethodName]: (
    db: DatabaseSync,
    ...args: QueryArguments<Name>
  ) => Awaited<ReturnType<Store[Name]>>;
};

export type Queries = typeof queries;
