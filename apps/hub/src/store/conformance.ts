import { afterEach, beforeEach, describe } from "vitest";
import { claimsConformance } from "./conformance/claims.ts";
import { codesConformance } from "./conformance/codes.ts";
import { deliveriesConformance } from "./conformance/deliveries.ts";
import { inboxesConformance } from "./conformance/inboxes.ts";
import { keepingConformance } from "./conformance/keeping.ts";
import { listenersConformance } from "./conformance/listeners.ts";
import { listsConformance } from "./conformance/lists.ts";
import { ownerConformance } from "./conformance/owner.ts";
import { openAndClosedConformance } from "./conformance/processes.ts";
import { replayConformance } from "./conformance/replay.ts";
import { routingConformance } from "./conformance/routing.ts";
import { scansConformance } from "./conformance/scans.ts";
import { searchConformance } from "./conformance/search.ts";
import { sumsConformance } from "./conformance/sums.ts";
import { tagsConformance } from "./conformance/tags.ts";
import { type StoreUnderTest, type Subject, toArrival } from "./testing/subject.ts";

/** What every store must do, whatever database it stands on. */
export function storeConformance(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of the store:`, () => {
    const on: Pick<Subject, "now" | "append" | "contents" | "time"> & Partial<Subject> = {
      time: 0,
      now: () => new Date(on.time),
      append: (change = {}) => on.store!.append(toArrival(change)),
      contents: async (filter, page) =>
        (await on.store!.listScans(filter, page)).map(({ content }) => content),
    };
    beforeEach(async () => {
      on.time = Date.parse("2026-05-12T14:23:01.000Z");
      on.place = await create();
      on.store = await on.place.open({ now: on.now });
    });
    afterEach(async () => {
      await on.store?.close();
      await on.place?.remove();
    });
    const subject = on as Subject;
    scansConformance(subject);
    listsConformance(subject);
    searchConformance(subject);
    tagsConformance(subject);
    listenersConformance(subject);
    inboxesConformance(subject);
    keepingConformance(subject);
    ownerConformance(subject);
    codesConformance(subject);
    routingConformance(subject);
    deliveriesConformance(subject);
    replayConformance(subject);
    claimsConformance(subject);
    sumsConformance(subject);
    openAndClosedConformance(subject);
  });
}
