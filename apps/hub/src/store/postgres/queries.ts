import { type MethodName, mergeModules, type QueryArguments } from "../methods.ts";
import type { Store } from "../store.ts";
import * as alerts from "./alerts.ts";
import * as auditTrail from "./audit-trail.ts";
import * as clock from "./clock.ts";
import type { Query } from "./database.ts";
import * as deletion from "./deletion.ts";
import * as deliveries from "./deliveries.ts";
import * as deliveryCounts from "./delivery-counts.ts";
import * as destinations from "./destinations.ts";
import * as displays from "./displays.ts";
import * as entryKeys from "./entry-keys.ts";
import * as inboxes from "./inboxes.ts";
import * as owner from "./owner.ts";
import * as registerEntries from "./register-entries.ts";
import * as registers from "./registers.ts";
import * as routes from "./routes.ts";
import * as scans from "./scans.ts";
import * as sending from "./sending.ts";
import * as tags from "./tags.ts";

/** The queries of the methods that are one query. */
export const queries: {
  readonly [Name in MethodName]: (
    query: Query,
    ...args: QueryArguments<Name>
  ) => ReturnType<Store[Name]>;
} = mergeModules(
  alerts,
  auditTrail,
  clock,
  deletion,
  deliveries,
  deliveryCounts,
  destinations,
  displays,
  entryKeys,
  inboxes,
  owner,
  registerEntries,
  registers,
  routes,
  scans,
  sending,
  tags,
);
