import { codeScan, type Outcome, serializeScan } from "@scanhook/webhook";
import { describe, expect, it } from "vitest";
import { type HistoryEntry, toEntryState } from "../history/entry.ts";
import type { Job } from "../jobs/job.ts";
import { createDecidingReceivers } from "./deciding-receivers.ts";
import { createScanSender, type ScanSenderDependencies } from "./scan-sender.ts";

const scan = codeScan({ content: "A1" });
const url = "https://hub.example/in/scans?token=secret";
const door: Job = { id: "a", name: "Door", url, user: "anna" };
const storeroom: Job = { ...door, id: "b", name: "Storeroom", url: "https://hub.example/in/stock" };

/** A storage that forgets everything. */
const createStorage = () => ({ getItem: () => null, setItem: () => {} });

/**
 * A sender whose history remembers what was written, and whose receiver responds with the outcome.
 */
function setUp(
  overrides: Partial<ScanSenderDependencies> = {},
  outcome: Outcome = { kind: "accepted", status: 204 },
) {
  const writtenEntries: HistoryEntry[] = [];
  const sentBodies: string[] = [];
  const sender = createScanSender({
    send: async (body) => {
      sentBodies.push(body);
      return outcome;
    },
    jobs: { all: [door, storeroom], on: door },
    isEnabled: () => true,
    putEntry: async (entry) => void writtenEntries.push(entry),
    isOnline: () => true,
    offlineReason: () => "offline",
    deciding: createDecidingReceivers(createStorage),
    now: () => 1_000,
    ...overrides,
  });
  return { sender, writtenEntries, sentBodies };
}

describe("the scan sender", () => {
  it("writes a scan to the history before it sends it, and the outcome after", async () => {
    const { sender, writtenEntries, sentBodies } = setUp();
    const bytes = new Uint8Array([1]);
    const entry = await sender.send("code", scan, { format: "qr", bytes });
    expect(sentBodies).toEqual([serializeScan(scan)]);
    expect(writtenEntries.map(({ outcome }) => outcome.kind)).toEqual(["sending", "accepted"]);
    expect(new Set(writtenEntries.map(({ id }) => id)).size).toBe(1);
    expect(entry).toEqual({ ...writtenEntries[1], isStored: true });
    expect(entry).toMatchObject({ source: "code", scan, format: "qr", at: 1_000, resends: 0 });
  });

  it("keeps the address of the receiver without its query", async () => {
    const { sender } = setUp();
    expect((await sender.send("code", scan)).sentTo).toBe("https://hub.example/in/scans");
  });

  it("sends a scan with its quantity, also when it is sent again, and tells what was answered", async () => {
    const queries: unknown[] = [];
    const answers: unknown[] = [];
    const typed = ["12"];
    const { sender } = setUp({
      send: async (_, __, { query }) => {
        queries.push(query);
        return { kind: "accepted", status: 200 };
      },
      takeQuantity: () => typed.shift(),
      onAnswer: ({ kind }, { url }, { id, quantity }) => answers.push([kind, url, id, quantity]),
    });
    const entry = await sender.send("code", scan);
    expect(entry.quantity).toBe("12");
    await sender.resend(entry);
    const { id } = await sender.send("code", scan);
    expect(queries).toEqual([{ quantity: "12" }, { quantity: "12" }, undefined]);
    expect(answers).toEqual([
      ["accepted", url, entry.id, "12"],
      ["accepted", url, entry.id, "12"],
      ["accepted", url, id, undefined],
    ]);
  });

  it("sends nothing for a source that is switched off, and records that in the history", async () => {
    const { sender, sentBodies } = setUp({ isEnabled: (source) => source === "nfc" });
    expect((await sender.send("code", scan)).outcome).toEqual({ kind: "off" });
    expect(sentBodies).toEqual([]);
  });

  it("sends further scans while a receiver does not respond", async () => {
    const slow = Promise.withResolvers<Outcome>();
    let count = 0;
    const { sender } = setUp({
      send: () => {
        count += 1;
        return count === 1 ? slow.promise : Promise.resolve({ kind: "accepted", status: 204 });
      },
    });
    const first = sender.send("code", scan);
    expect((await sender.send("code", scan)).outcome.kind).toBe("accepted");
    slow.resolve({ kind: "refused", status: 500, reason: "x" });
    expect((await first).outcome.kind).toBe("refused");
  });

  it("reports the receiver's outcome before it is in the history, and that of an unsent scan after", async () => {
    const events: string[] = [];
    const slowWrite = Promise.withResolvers<void>();
    const { sender } = setUp({
      putEntry: async ({ outcome }) => {
        await slowWrite.promise;
        events.push(`wrote ${outcome.kind}`);
      },
      isEnabled: (source) => source === "code",
    });
    const reported = Promise.withResolvers<void>();
    const sending = sender.send("code", scan, {}, ({ kind }) => {
      events.push(`reported ${kind}`);
      reported.resolve();
    });
    await reported.promise;
    slowWrite.resolve();
    await sending;
    await sender.send("nfc", scan, {}, ({ kind }) => events.push(`reported ${kind}`));
    expect(events).toEqual([
      "reported accepted",
      "wrote sending",
      "wrote accepted",
      "wrote sending",
      "wrote off",
      "reported off",
    ]);
  });

  it("sends a scan even if the history cannot be written", async () => {
    const { sender, sentBodies } = setUp({ putEntry: () => Promise.reject(new Error("quota")) });
    expect(await sender.send("code", scan)).toMatchObject({
      outcome: { kind: "accepted" },
      isStored: false,
    });
    expect(sentBodies).toHaveLength(1);
  });

  it("resolves with an outcome even if the sending code cannot be loaded", async () => {
    const { sender } = setUp({ send: () => Promise.reject(new Error("no database")) });
    expect((await sender.send("code", scan)).outcome).toMatchObject({ kind: "unreachable" });
  });

  it("gives “offline” as the reason only if the receiver could not be reached", async () => {
    const failed: Outcome = { kind: "unreachable", cause: "blocked", reason: "x" };
    const offline = { isOnline: () => false };
    const told: Outcome[] = [];
    const onAnswer = (outcome: Outcome) => void told.push(outcome);
    await setUp({ ...offline, onAnswer }, failed).sender.send("code", scan);
    expect(told).toMatchObject([{ cause: "network", reason: "offline" }]);
    const outcomeOf = async (overrides: Partial<ScanSenderDependencies>, outcome?: Outcome) =>
      (await setUp(overrides, outcome).sender.send("code", scan)).outcome;
    expect(await outcomeOf(offline, failed)).toMatchObject({ reason: "offline" });
    // A receiver on the same machine responds without a network.
    expect((await outcomeOf(offline)).kind).toBe("accepted");
    expect(await outcomeOf({}, failed)).toEqual(failed);
  });

  it("resends the same body under the same entry although the source is switched off", async () => {
    const { sender, sentBodies } = setUp({ isEnabled: () => false });
    const entry = await sender.send("code", scan);
    const resent = await sender.resend(entry);
    expect(resent).toMatchObject({ id: entry.id, body: entry.body, outcome: { kind: "accepted" } });
    expect(sentBodies).toEqual([entry.body]);
  });

  it("counts resends only after the scan was posted once", async () => {
    const { sender, writtenEntries } = setUp({ isEnabled: () => false });
    const posted = await sender.resend(await sender.send("code", scan));
    expect(posted.resends).toBe(0);
    expect(await sender.resend(posted)).toMatchObject({ id: posted.id, resends: 1 });
    expect(writtenEntries.at(-1)).toMatchObject({ id: posted.id, resends: 1 });
  });

  it("gives entries of the same millisecond ids in the order of their scans", async () => {
    const { sender } = setUp();
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await sender.send("code", scan)).id),
    );
    expect(ids.toSorted()).toEqual(ids);
  });

  it("leaves the state unknown if the app was closed while it was sending", async () => {
    const { sender, writtenEntries } = setUp();
    await sender.send("code", scan);
    const [interrupted] = writtenEntries as [HistoryEntry, ...HistoryEntry[]];
    expect(toEntryState(interrupted, 2_000)).toEqual({ kind: "unknown" });
    expect(toEntryState(interrupted, 500)).toEqual({ kind: "sending" });
  });

  it("counts a scan without an answer as not checked once the receiver has decided about one", async () => {
    const lost: Outcome = { kind: "unreachable", cause: "reset", reason: "Closed." };
    const verdict = {
      result: "yes",
      code: "in",
      word: "IN",
      text: "Ada is in.",
      facts: [],
    } as const;
    const answers: Outcome[] = [
      lost,
      { kind: "accepted", status: 200, verdict: { ...verdict, facts: [] } },
      lost,
      { kind: "refused", status: 503, reason: "Full." },
      { kind: "accepted", status: 204 },
      lost,
    ];
    const { sender } = setUp({ send: async () => answers.shift()! });
    const unchecked: unknown[] = [];
    for (let scanned = 0; scanned < 6; scanned += 1) {
      unchecked.push((await sender.send("code", scan)).outcome.unchecked ?? false);
    }
    expect(unchecked).toEqual([false, false, true, true, false, false]);
  });

  it("posts the same body when a person asks again", async () => {
    const { sender, sentBodies } = setUp();
    const entry = await sender.send("code", scan);
    await sender.resend(entry);
    expect(sentBodies[1]).toBe(sentBodies[0]);
  });

  describe("with several jobs", () => {
    const setUpJobs = () => {
      const jobs: ScanSenderDependencies["jobs"] = { all: [door, storeroom], on: door };
      const receivers: (Job | undefined)[] = [];
      const { sender } = setUp({
        jobs,
        send: async (_body, job) => {
          receivers.push(job);
          return { kind: "unreachable", cause: "network", reason: "x" };
        },
      });
      return { jobs, sender, receivers };
    };

    it("sends a scan to the job that was on when it was made", async () => {
      const { jobs, sender, receivers } = setUpJobs();
      const sending = sender.send("code", scan);
      jobs.on = storeroom;
      expect(await sending).toMatchObject({
        job: { id: "a", name: "Door", address: "https://hub.example/in/scans" },
        sentTo: "https://hub.example/in/scans",
      });
      await sender.send("code", scan);
      expect(receivers).toEqual([door, storeroom]);
    });

    it("sends a scan again only to the job that it was made for", async () => {
      const { jobs, sender, receivers } = setUpJobs();
      const entry = await sender.send("code", scan);
      jobs.on = storeroom;
      await sender.resend(entry);
      expect(receivers).toEqual([door, door]);
      jobs.all = [storeroom];
      await sender.resend(entry);
      expect(receivers.at(-1)).toBeUndefined();
    });
  });
});
