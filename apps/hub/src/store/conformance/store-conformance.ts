import { afterEach, beforeEach, describe } from "vitest";
import { type Subject, type TestDatabase, toArrival } from "../testing/subject.ts";
import { alertsConformance } from "./alerts.ts";
import { appliedRoundsConformance } from "./applied-rounds.ts";
import { auditTrailConformance } from "./audit-trail.ts";
import { careModelConformance } from "./care-model.ts";
import { changesConformance } from "./changes.ts";
import { claimsConformance } from "./claims.ts";
import { clockConformance } from "./clock.ts";
import { deletedScansConformance } from "./deleted-scans.ts";
import { deliveriesConformance } from "./deliveries.ts";
import { deliveryAccountingConformance } from "./delivery-accounting.ts";
import { displaysConformance } from "./displays.ts";
import { entryKeysConformance } from "./entry-keys.ts";
import { forgottenPeopleConformance } from "./forgotten-people.ts";
import { inboxesConformance } from "./inboxes.ts";
import { inspectionConformance } from "./inspection.ts";
import { leadsConformance } from "./leads.ts";
import { listenersConformance } from "./listeners.ts";
import { listsConformance } from "./lists.ts";
import { loansConformance } from "./loans.ts";
import { loginsConformance } from "./logins.ts";
import { nodesConformance } from "./nodes.ts";
import { oneTimeCodesConformance } from "./one-time-codes.ts";
import { openAndCloseConformance } from "./open-and-close.ts";
import { pagesConformance } from "./pages.ts";
import { peopleConformance } from "./people.ts";
import { registerChangesConformance } from "./register-changes.ts";
import { registerEntriesConformance } from "./register-entries.ts";
import { registerImportsConformance } from "./register-imports.ts";
import { registerModelConformance } from "./register-model.ts";
import { registersConformance } from "./registers.ts";
import { replayConformance } from "./replay.ts";
import { retentionConformance } from "./retention.ts";
import { revisionConformance } from "./revisions.ts";
import { roundsConformance } from "./rounds.ts";
import { roundsModelConformance } from "./rounds-model.ts";
import { routingConformance } from "./routing.ts";
import { scanCountsConformance } from "./scan-counts.ts";
import { scanDeletionConformance } from "./scan-deletion.ts";
import { scansConformance } from "./scans.ts";
import { searchConformance } from "./search.ts";
import { sendingConformance } from "./sending.ts";
import { stockConformance } from "./stock.ts";
import { stockCodesConformance } from "./stock-codes.ts";
import { stockImportsConformance } from "./stock-imports.ts";
import { stockModelConformance } from "./stock-model.ts";
import { tagCountersConformance } from "./tag-counters.ts";
import { tagsConformance } from "./tags.ts";
import { triggersConformance } from "./triggers.ts";

/** Specifies the behavior of every store, regardless of its database. */
export function storeConformance(name: string, create: () => Promise<TestDatabase>): void {
  describe(`${name} store`, () => {
    const parts: Pick<Subject, "now" | "append" | "contents" | "time"> & Partial<Subject> = {
      time: 0,
      now: () => new Date(parts.time),
      append: (change = {}) => parts.store!.append(toArrival(change)),
      contents: async (filter, page) =>
        (await parts.store!.listScans(filter, page)).map(({ content }) => content),
    };
    beforeEach(async () => {
      parts.time = Date.parse("2026-05-12T14:23:01.000Z");
      parts.database = await create();
      parts.store = await parts.database.open({ now: parts.now });
    });
    afterEach(async () => {
      await parts.store?.close();
      await parts.database?.remove();
    });
    // `beforeEach` completes the parts before any test runs.
    const subject = parts as Subject;
    scansConformance(subject);
    listsConformance(subject);
    pagesConformance(subject);
    searchConformance(subject);
    tagsConformance(subject);
    listenersConformance(subject);
    inboxesConformance(subject);
    retentionConformance(subject);
    clockConformance(subject);
    scanDeletionConformance(subject);
    deletedScansConformance(subject);
    scanCountsConformance(subject);
    auditTrailConformance(subject);
    loginsConformance(subject);
    peopleConformance(subject);
    changesConformance(subject);
    oneTimeCodesConformance(subject);
    routingConformance(subject);
    revisionConformance(subject);
    deliveriesConformance(subject);
    replayConformance(subject);
    sendingConformance(subject);
    claimsConformance(subject);
    nodesConformance(subject);
    deliveryAccountingConformance(subject);
    triggersConformance(subject);
    alertsConformance(subject);
    registersConformance(subject);
    registerEntriesConformance(subject);
    registerChangesConformance(subject);
    registerImportsConformance(subject);
    entryKeysConformance(subject);
    tagCountersConformance(subject);
    displaysConformance(subject);
    registerModelConformance(subject);
    stockConformance(subject);
    stockCodesConformance(subject);
    stockImportsConformance(subject);
    stockModelConformance(subject);
    loansConformance(subject);
    inspectionConformance(subject);
    leadsConformance(subject);
    forgottenPeopleConformance(subject);
    careModelConformance(subject);
    roundsConformance(subject);
    appliedRoundsConformance(subject);
    roundsModelConformance(subject);
    openAndCloseConformance(subject);
  });
}
