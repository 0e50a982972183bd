import type { DatabaseSync } from "node:sqlite";
import { type MethodName, mergeModules, type QueryArguments } from "../methods.ts";
import { sharedQueries } from "../sql/queries.ts";
import type { Store } from "../store.ts";
import * as auditTrail from "./audit-trail.ts";
import * as claims from "./claims.ts";
import * as clock from "./clock.ts";
import * as deletedScans from "./deleted-scans.ts";
import * as deletion from "./deletion.ts";
import * as deliveries from "./deliveries.ts";
import * as deliveryCounts from "./delivery-counts.ts";
import * as deliverySearch from "./delivery-search.ts";
import * as eraseWords from "./erase-words.ts";
import * as indexing from "./indexing.ts";
import * as judge from "./judge.ts";
import * as nodes from "./nodes.ts";
import * as replay from "./replay.ts";
import * as scanCounts from "./scan-counts.ts";
import * as scans from "./scans.ts";
import * as sending from "./sending.ts";
import { onConnection } from "./steps.ts";
import * as tags from "./tags.ts";

/** The queries that the threads run. */
export const queries = mergeModules(
  onConnection(sharedQueries),
  auditTrail,
  claims,
  clock,
  deletedScans,
  deletion,
  deliveries,
  deliveryCounts,
  deliverySearch,
  eraseWords,
  indexing,
  judge,
  nodes,
  replay,
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
