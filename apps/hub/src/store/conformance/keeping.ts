import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainHash } from "../chain-hash.ts";
import type { InboxChange } from "../store.ts";
import { type Subject, toArrival } from "../testing/subject.ts";
import { addWay, attempted, claimIds, passOn } from "./way.ts";

const day = 86_400_000;

export function keepingConformance(on: Subject): void {
  const addInbox = async (name: string, change: InboxChange = {}) => {
    await on.store.addInbox({ name, open: true });
    await on.store.changeInbox(name, change);
  };
  const inbox = async (name: string) => (await on.store.inboxes()).find((one) => one.name === name);
  const left = async (name: string) =>
    (await on.contents({ inbox: name }, { limit: 999 })).reverse();
  /** How many went, some at a time. */
  const expireAll = async (limit = 100) => {
    let gone = 0;
    for (;;) {
      const some = await on.store.expire(limit);
      if (some === 0) return gone;
      expect(some).toBeLessThanOrEqual(limit);
      gone += some;
    }
  };

  describe("inboxes that keep scans for so long", () => {
    it("say their limits, until these are taken away", async () => {
      await addInbox("a", { keepDays: 30, keepScans: 1000 });
      expect(await inbox("a")).toMatchObject({ keepDays: 30, keepScans: 1000, audit: false });
      await on.store.changeInbox("a", { title: "A", keepDays: 0 });
      expect(await inbox("a")).toMatchObject({ title: "A", keepScans: 1000 });
      expect(Object.keys((await inbox("a"))!)).not.toContain("keepDays");
      await on.store.changeInbox("a", { keepScans: 0 });
      expect(Object.keys((await inbox("a"))!)).not.toContain("keepScans");
    });

    it("lose what is older in days, or more in number, and no other inbox loses anything", async () => {
      await addInbox("days", { keepDays: 2 });
      await addInbox("count", { keepScans: 3 });
      await addInbox("both", { keepDays: 2, keepScans: 3 });
      await addInbox("all");
      const places = ["days", "count", "both", "all", "none"];
      for (const [n, age] of [5, 3, 2, 2, 1, 0].entries()) {
        for (const name of places) {
          const receivedAt = new Date(on.time - age * day);
          await on.append({ inbox: name, content: `${name} ${n}`, receivedAt });
        }
      }
      const kept = { days: "2345", count: "345", both: "345", all: "012345", none: "012345" };
      expect(await expireAll(2)).toBe(2 + 3 + 3);
      for (const [name, numbers] of Object.entries(kept))
        expect(await left(name)).toStrictEqual([...numbers].map((n) => `${name} ${n}`));
      expect(await on.contents({ text: "days" }, { limit: 9 })).toHaveLength(4);
      on.time += 1;
      expect(await expireAll()).toBe(3);
      expect(await left("both")).toStrictEqual(["both 4", "both 5"]);
    });

    it("forget the tags that only those scans were of", async () => {
      await addInbox("a", { keepScans: 1 });
      for (const tag of ["04:01", "04:02"])
        await on.append({ inbox: "a", source: "nfc", tag, identifier: tag, content: tag });
      await expireAll();
      expect(
        (await on.store.tags({}, { limit: 9 })).map(({ identifier }) => identifier),
      ).toStrictEqual(["04:02"]);
    });

    it("keep what still has a delivery to make, until that is settled", async () => {
      await addInbox("a", { keepDays: 1 });
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const receivedAt = new Date(on.time - 2 * day);
      const first = await passOn(on, [shop, log], { inbox: "a", receivedAt });
      const second = await passOn(on, [shop], { inbox: "a", receivedAt });
      await passOn(on, [log], { inbox: "a", receivedAt, delivery: { state: "dropped" } });
      expect(await expireAll()).toBe(1);
      await on.store.claimOne("node", second[0]!);
      await on.store.claimOne("node", first[1]!);
      expect(await expireAll()).toBe(0);
      await on.store.settle("node", [
        attempted(on, second[0]!, "delivered"),
        attempted(on, first[1]!, "dead"),
      ]);
      expect(await expireAll()).toBe(1);
      expect(await on.store.delivery(second[0]!)).toBeUndefined();
      const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      expect(await on.store.deliveryCounts()).toMatchObject([
        { ...none, accepted: 1, dead: 1 },
        { ...none, accepted: 1, pending: 1 },
      ]);
      await on.store.drop({});
      expect(await expireAll()).toBe(1);
      expect(await on.store.deliveries({}, { limit: 9 })).toStrictEqual([]);
      expect(await on.store.deliveryCounts()).toMatchObject([none, none]);
    });
  });

  describe("deleting the scans of an inbox", () => {
    it("takes their deliveries along, also those that are pending or under way", async () => {
      await addInbox("a");
      const shop = await addWay(on, "shop");
      const [a] = await passOn(on, [shop], { inbox: "a" });
      await passOn(on, [shop], { inbox: "a" });
      const [c] = await passOn(on, [shop], { inbox: "b" });
      await on.store.claimOne("node", a!);
      expect(await on.store.removeInbox("a", { scans: "delete" })).toBe("removed");
      await on.store.settle("node", [attempted(on, a!, "delivered")]);
      expect(await on.store.delivery(a!)).toBeUndefined();
      expect((await on.store.deliveries({}, { limit: 9 })).map(({ id }) => id)).toStrictEqual([c]);
      expect(await on.store.deliveryCounts()).toMatchObject([
        { accepted: 1, pending: 1, delivered: 0 },
      ]);
    });
  });

  describe("deleting one scan", () => {
    it("takes its deliveries along out of every count, also those that are pending or under way", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const [a, b] = await passOn(on, [shop, log], {});
      const [kept] = await passOn(on, [shop], {});
      const { scan } = (await on.store.delivery(a!))!;
      await on.store.claimOne("node", a!);
      expect(await on.store.deleteScan(scan)).toBe("deleted");
      await on.store.settle("node", [attempted(on, a!, "delivered")]);
      expect(await on.store.scan(scan)).toBeUndefined();
      for (const id of [a!, b!]) expect(await on.store.delivery(id)).toBeUndefined();
      expect((await on.store.replay({ ids: [a!, b!] })).count).toBe(0);
      expect((await on.store.deliveries({}, { limit: 9 })).map(({ id }) => id)).toStrictEqual([
        kept,
      ]);
      const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      expect(await on.store.deliveryCounts()).toMatchObject([
        { ...none, destination: "log" },
        { ...none, destination: "shop", accepted: 1, pending: 1 },
      ]);
    });

    it("leaves the counts, the words and the names of tags true", async () => {
      const scan = { source: "nfc", identifier: "04:01", tag: "04:01" } as const;
      const ids = [];
      for (const content of ["first", "middle", "last"])
        ids.push((await on.append({ ...scan, content })).id);
      await on.append({ ...scan, tag: "04:02", identifier: "04:02", content: "other" });
      await on.store.nameTag("04:01", "Ladder");
      expect(await on.store.deleteScan(ids[2]!)).toBe("deleted");
      expect(await on.store.tag("04:01")).toMatchObject({
        scans: 2,
        lastScan: { id: ids[1], content: "middle" },
      });
      expect(await on.store.tags({ text: "last" }, { limit: 9 })).toStrictEqual([]);
      expect(await on.store.tags({ text: "middle" }, { limit: 9 })).toHaveLength(1);
      expect(await on.contents({ text: "last" }, { limit: 9 })).toStrictEqual([]);
      expect(await on.contents({ text: "ladder" }, { limit: 9 })).toStrictEqual([
        "middle",
        "first",
      ]);
      for (const id of [ids[0]!, ids[1]!]) await on.store.deleteScan(id);
      expect(await on.store.tag("04:01")).toStrictEqual({
        identifier: "04:01",
        name: "Ladder",
        scans: 0,
      });
      const { id } = (await on.store.lastScan("nfc"))!;
      await on.store.deleteScan(id);
      expect(await on.store.tag("04:02")).toBeUndefined();
    });

    it("never gives its id again, and takes the same scan anew", async () => {
      const { id } = await on.append({ content: "a" });
      await on.store.deleteScan(id);
      const again = await on.append({ content: "a" });
      expect(again).toMatchObject({ repeat: false });
      expect(again.id).toBeGreaterThan(id);
    });

    it("is refused in an audit trail, also when its inbox is gone", async () => {
      await addInbox("a", { audit: true });
      const { id } = await on.append({ inbox: "a" });
      expect(await on.store.deleteScan(id)).toBe("audited");
      await on.store.removeInbox("a", { scans: "keep" });
      expect(await on.store.deleteScan(id)).toBe("audited");
      expect(await on.store.scan(id)).toMatchObject({ id });
      expect(await on.store.head("a")).toMatchObject({ count: 1 });
    });

    it("and dropping a delivery let those go that waited behind it in their order", async () => {
      const shop = await addWay(on, "shop", { ordered: true });
      const [[a], [b], [c]] = [
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
      ];
      const later = new Date(on.time + 3_600_000);
      for (const [first, next] of [
        [a!, b!],
        [b!, c!],
      ] as const) {
        expect(await claimIds(on, "node", shop, 1)).toStrictEqual([first]);
        await on.store.settle("node", [attempted(on, first, "pending", later)]);
        const told = new Promise<void>((resolve) => on.store.onDue(resolve));
        if (first === a) expect(await on.store.drop({ ids: [first] })).toBe(1);
        else await on.store.deleteScan((await on.store.delivery(first))!.scan);
        await told;
        expect(await on.store.delivery(next)).toMatchObject({ state: "pending" });
      }
      expect(await claimIds(on, "node", shop)).toStrictEqual([c]);
    });
  });

  describe("an audit trail", () => {
    it("chains every scan of its inbox, those there before it too, in their order", async () => {
      await on.store.addInbox({ name: "a", open: true });
      expect(await on.store.head("a")).toBeUndefined();
      for (const n of [1, 2, 3]) {
        await on.append({ inbox: "a", content: `before ${n}`, user: "phone" });
        await on.append({ inbox: "b", content: `before ${n}` });
      }
      expect(await on.store.changeInbox("a", { audit: true })).toBe("changed");
      expect(await inbox("a")).toMatchObject({ audit: true });
      expect(await on.store.head("a")).toMatchObject({ count: 3 });
      const text = { content: "after \u0000 ü 🧵", body: `\uFEFF{"a" : "\u2028"}` };
      await Promise.all([
        on.append({ inbox: "a", ...text }),
        on.append({ inbox: "b", content: "after" }),
        on.append({ inbox: "a", content: "before 1" }),
        on.append({ inbox: "a", content: "last" }),
      ]);
      const rows = await on.store.chain("a", 0, 99);
      expect(rows.map(({ scan }) => scan.content).sort()).toStrictEqual(
        ["before 1", "before 2", "before 3", text.content, "last"].sort(),
      );
      let hash = "";
      for (const [n, row] of rows.entries()) {
        hash = chainHash(hash, row.scan);
        expect(row).toStrictEqual({ scan: await on.store.scan(row.scan.id), count: n + 1, hash });
      }
      expect(await on.store.head("a")).toStrictEqual({ count: 5, hash });
      expect(await on.store.chain("a", rows[1]!.scan.id, 2)).toStrictEqual(rows.slice(2, 4));
      expect(await on.store.chain("b", 0, 9)).toStrictEqual([]);
      expect(await on.store.head("b")).toBeUndefined();
    });

    it("has the hash that was worked out by hand", async () => {
      await addInbox("a", { audit: true });
      const { id } = await on.append({ inbox: "a", user: "phone", body: `{"a":1}` });
      // printf '%s' '[<id>,"a","phone",…]' | sha256sum, with the id that this store gave.
      const received = `[${id},"a","phone","04:A2:B3:C4","2026-05-12T14:23:01Z","hello","2026-05-12T14:23:01.500Z","{\\"a\\":1}"]`;
      const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(received));
      expect(await on.store.head("a")).toStrictEqual({
        count: 1,
        hash: Buffer.from(bytes).toString("hex"),
      });
    });

    it("stays whole with many processes storing at once, and very many scans there before", async () => {
      await on.store.addInbox({ name: "a", open: true });
      const other = await on.place.open({ now: on.now });
      const store = (part: string, count: number) =>
        Array.from({ length: count }, (_, n) => on.append({ inbox: "a", content: `${part} ${n}` }));
      await Promise.all(store("before", 1200));
      const during = store("during", 300);
      const others = Array.from({ length: 100 }, (_, n) =>
        other.append(toArrival({ inbox: "a", content: `other ${n}` })),
      );
      await Promise.all([on.store.changeInbox("a", { audit: true }), ...during, ...others]);
      await on.append({ inbox: "a", content: "last" });
      const rows = await on.store.chain("a", 0, 5000);
      expect(rows.map(({ count }) => count)).toStrictEqual(
        Array.from({ length: 1601 }, (_, n) => n + 1),
      );
      let hash = "";
      for (const row of rows) {
        hash = chainHash(hash, row.scan);
        expect(row.hash).toBe(hash);
      }
      expect(await on.store.head("a")).toStrictEqual({ count: 1601, hash });
      await other.close();
    });

    it("is not ended, nor its scans deleted, by anything; without scans it may end", async () => {
      await addInbox("a", { audit: true, keepDays: 1, keepScans: 1 });
      await addInbox("empty", { audit: true });
      expect(await on.store.changeInbox("empty", { audit: false })).toBe("changed");
      expect(await inbox("empty")).toMatchObject({ audit: false });
      const receivedAt = new Date(on.time - 5 * day);
      for (const content of ["1", "2"]) await on.append({ inbox: "a", content, receivedAt });
      expect(await on.store.changeInbox("a", { audit: false, title: "A" })).toBe("audited");
      expect(Object.keys((await inbox("a"))!)).not.toContain("title");
      expect(await on.store.removeInbox("a", { scans: "delete" })).toBe("audited");
      expect(await inbox("a")).toMatchObject({ audit: true, scans: 2 });
      expect(await expireAll()).toBe(0);
      expect(await on.store.removeInbox("a", { scans: "keep" })).toBe("removed");
      expect(await on.store.removeInbox("a", { scans: "delete" })).toBe("audited");
      expect(await on.store.head("a")).toMatchObject({ count: 2 });
      await addInbox("a", { keepScans: 1 });
      expect(await inbox("a")).toMatchObject({ audit: true });
      await on.append({ inbox: "a", content: "3" });
      expect(await on.store.head("a")).toMatchObject({ count: 3 });
      expect(await expireAll()).toBe(0);
    });

    it("chains any text so that it can be checked by what is stored", async () => {
      await addInbox("a", { audit: true });
      const text = fc.string({ unit: "binary" }).map((one) => one.toWellFormed());
      let count = 0;
      await fc.assert(
        fc.asyncProperty(text, text, text, async (content, body, user) => {
          count += 1;
          const before = await on.store.head("a");
          const scan = { inbox: "a", identifier: `nr ${count}`, content, body, user };
          const { id } = await on.append(scan);
          const head = (await on.store.head("a"))!;
          const [row] = await on.store.chain("a", id - 1, 1);
          expect(row!.scan).toMatchObject(scan);
          expect(head.hash).toBe(chainHash(before!.hash, row!.scan));
        }),
        { numRuns: 40 },
      );
    });
  });
}
