import { type MethodName, mergeModules, type QueryArguments } from "../methods.ts";
import { sharedQueries } from "../sql/queries.ts";
import type { Store } from "../store.ts";
import * as auditTrail from "./audit-trail.ts";
import * as clock from "./clock.ts";
import type { Query } from "./database.ts";
import * as deletion from "./deletion.ts";
import * as deliveries from "./deliveries.ts";
import * as deliveryCounts from "./delivery-counts.ts";
import * as judge from "./judge.ts";
import * as scans from "./scans.ts";
import * as sending from "./sending.ts";
import { onConnection } from "./steps.ts";
import * as tags from "./tags.ts";

/** The queries of the methods that are one query, and others with one text for both databases. */
export const queries = mergeModules(
  onConnection(sharedQueries),
  auditTrail,
  clock,
  deletion,
  deliveries,
  deliveryCounts,
  judge,
  scans,
  sending,
  tags,
) satisfies {
  [Name in MethodName]: (query: Query, ...args: QueryArguments<Name>) => ReturnType<Store[Name]>;
};
