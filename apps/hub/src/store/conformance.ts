import type { Scan } from "@scanhook/webhook";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Arrival, type Store, StoreUnavailable } from "./store.ts";

/** Opens a fresh, empty store, and knows how to let a second process (or its like) open the same one. */
export type StoreUnderTest = {
  open(options?: { now?: () => Date }): Promise<Store>;
  remove(): Promise<void>;
};

/** What every store must do, whatever database it stands on. */
export function storeConformance(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of the store:`, () => {
    let place: StoreUnderTest;
    let store: Store;
    let time = Date.parse("2026-05-12T14:23:01.000Z");
    const now = () => new Date(time);

    beforeEach(async () => {
      time = Date.parse("2026-05-12T14:23:01.000Z");
      place = await create();
      store = await place.open({ now });
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    const append = (change: Partial<Scan> & Partial<Omit<Arrival, "scan">> = {}) =>
      store.append(toArrival(change));
    const contents = async (...list: Parameters<Store["listScans"]>) =>
      (await store.listScans(...list)).map(({ content }) => content);

    describe("scans", () => {
      it("gives back what was appended, the body character for character", async () => {
        const scan: Scan = {
          identifier: "04:A2:B3:C4:D5:E6:F7",
          date: "2026-05-12T16:23:01.250+02:00",
          content: "PLA, blau\u001d\u0000 – 🧵\r\n\ttab",
          tagType: "openPrintTag",
          structured: { material: "PLA", color: "#0000FF", extra: [1, { deep: null }] },
        };
        const body = `\uFEFF{\r\n  "content" : "whatever came" }\n`;
        const receivedAt = new Date("2026-05-12T14:23:02.345Z");
        const stored = { inbox: "scans", user: "phone", source: "nfc" as const };
        const { id, repeat } = await store.append({ ...stored, scan, body, receivedAt });
        expect(repeat).toBe(false);
        const expected = {
          id,
          ...stored,
          ...scan,
          receivedAt: receivedAt.toISOString(),
          repeats: 0,
        };
        expect(await store.scan(id)).toStrictEqual({ ...expected, body });
        expect(await store.listScans({}, { limit: 10 })).toStrictEqual([expected]);
      });

      it("leaves out what a scan does not have", async () => {
        const { id } = await append();
        expect(Object.keys((await store.scan(id))!).sort()).toStrictEqual(
          ["body", "content", "date", "id", "identifier", "inbox", "receivedAt", "repeats"].sort(),
        );
      });

      it("knows no scan by an id that was never given", async () => {
        expect(await store.scan(1)).toBeUndefined();
      });

      it("gives growing ids, and never one twice, also after the newest were deleted", async () => {
        await store.addInbox({ name: "gone", open: true });
        const first = await append({ content: "a" });
        const second = await append({ content: "b", inbox: "gone" });
        await store.removeInbox("gone", { scans: "delete" });
        const third = await append({ content: "c" });
        expect(first.id).toBeLessThan(second.id);
        expect(second.id).toBeLessThan(third.id);
      });

      it("takes the same identifier, date and content in the same inbox as a repeat of the first", async () => {
        const first = await append({ body: "one" });
        const again = await append({ body: "two", user: "other" });
        const third = await append();
        expect(again).toStrictEqual({ id: first.id, repeat: true });
        expect(third).toStrictEqual({ id: first.id, repeat: true });
        expect(await store.scan(first.id)).toMatchObject({ repeats: 2, body: "one" });
        expect(await store.countScans({})).toBe(1);
      });

      it("keeps scans apart that differ in inbox, identifier, date or content, however little", async () => {
        const base = { identifier: "AB", date: "2026-05-12T14:23:01Z", content: "C" };
        const different: Parameters<typeof append>[0][] = [
          base,
          { ...base, inbox: "other" },
          { ...base, identifier: "A", date: "B2026-05-12T14:23:01Z" },
          { ...base, identifier: "ab" },
          { ...base, date: "2026-05-12T14:23:01.000Z" },
          { ...base, content: "C " },
          { ...base, content: "C\u0000" },
          { ...base, content: "Ç" },
          { ...base, content: "C\u0327" },
          { ...base, content: "\ud800" },
          { ...base, content: "\ud801" },
          { ...base, content: "\ufffd" },
        ];
        const results = await Promise.all(different.map((one) => append(one)));
        expect(results.filter(({ repeat }) => repeat)).toStrictEqual([]);
        expect(await store.countScans({})).toBe(different.length);
      });

      it("stores the same set whatever the order and however often each scan came", async () => {
        const scan = fc.record({
          identifier: fc.constantFrom("04:01", "04:02"),
          content: fc.constantFrom("a", "b", "c"),
          inbox: fc.constantFrom("one", "two"),
        });
        let round = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.array(scan, { maxLength: 12 }),
            fc.boolean(),
            async (scans, atOnce) => {
              round += 1;
              const date = new Date(time + round * 1000).toISOString();
              const before = await store.countScans({});
              const results = [];
              if (atOnce)
                results.push(...(await Promise.all(scans.map((one) => append({ ...one, date })))));
              else for (const one of scans) results.push(await append({ ...one, date }));
              const distinct = new Set(scans.map((one) => JSON.stringify(one)));
              expect((await store.countScans({})) - before).toBe(distinct.size);
              expect(new Set(results.map(({ id }) => id)).size).toBe(distinct.size);
              expect(results.filter(({ repeat }) => !repeat)).toHaveLength(distinct.size);
              const list = await store.listScans({}, { limit: distinct.size || 1 });
              const repeats = list
                .slice(0, distinct.size)
                .reduce((sum, one) => sum + one.repeats, 0);
              expect(repeats).toBe(scans.length - distinct.size);
            },
          ),
          { numRuns: 25 },
        );
      });

      it("gives any text back as it came", async () => {
        let count = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.string({ unit: "grapheme" }),
            fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
            async (content, body) => {
              count += 1;
              const { id } = await append({ content, body, identifier: `nr ${count}` });
              expect(await store.scan(id)).toMatchObject({ content, body });
            },
          ),
          { numRuns: 40 },
        );
      });

      it("lists newest first before an id, and oldest first after one", async () => {
        const ids = [];
        for (const content of ["1", "2", "3", "4", "5"]) ids.push((await append({ content })).id);
        expect(await contents({}, { limit: 2 })).toStrictEqual(["5", "4"]);
        expect(await contents({}, { before: ids[3]!, limit: 2 })).toStrictEqual(["3", "2"]);
        expect(await contents({}, { before: ids[0]!, limit: 2 })).toStrictEqual([]);
        expect(await contents({}, { after: ids[1]!, limit: 2 })).toStrictEqual(["3", "4"]);
        expect(await contents({}, { after: 0, limit: 9 })).toStrictEqual(["1", "2", "3", "4", "5"]);
        expect(await contents({}, { after: ids[4]!, limit: 2 })).toStrictEqual([]);
      });

      it("filters by inbox, source and time, alone and together, in both directions", async () => {
        const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 12, 0, second));
        await append({ content: "a", inbox: "one", source: "nfc", receivedAt: at(1) });
        await append({ content: "b", inbox: "two", source: "code", receivedAt: at(2) });
        await append({ content: "c", inbox: "one", source: "code", receivedAt: at(3) });
        await append({ content: "d", inbox: "two", receivedAt: at(4) });
        const from = at(2).toISOString();
        const to = at(3).toISOString();
        const cases: [Parameters<Store["countScans"]>[0], string[]][] = [
          [{}, ["d", "c", "b", "a"]],
          [{ inbox: "one" }, ["c", "a"]],
          [{ inbox: "none" }, []],
          [{ source: "code" }, ["c", "b"]],
          [{ from }, ["d", "c", "b"]],
          [{ to }, ["b", "a"]],
          [{ from, to }, ["b"]],
          [{ from: "2026-05-12T14:00:02+02:00" }, ["d", "c", "b"]],
          [{ from: "2026-05-13" }, []],
          [{ inbox: "one", source: "code" }, ["c"]],
          [{ inbox: "two", from, to, source: "nfc" }, []],
        ];
        for (const [filter, expected] of cases) {
          expect(await contents(filter, { limit: 9 })).toStrictEqual(expected);
          expect(await contents(filter, { after: 0, limit: 9 })).toStrictEqual(
            expected.toReversed(),
          );
          expect(await store.countScans(filter)).toBe(expected.length);
        }
      });

      it("lists the scans of given ids, together with the rest of a filter", async () => {
        const ids: number[] = [];
        for (const content of ["a 1", "b 2", "a 3", "a 4"])
          ids.push((await append({ content })).id);
        const given = [ids[3]!, ids[1]!, ids[0]!, ids[0]!, 4711];
        expect(await contents({ ids: given }, { limit: 9 })).toStrictEqual(["a 4", "b 2", "a 1"]);
        expect(await contents({ ids: given }, { after: ids[0]!, limit: 1 })).toStrictEqual(["b 2"]);
        expect(await contents({ ids: given, text: "a" }, { limit: 9 })).toStrictEqual([
          "a 4",
          "a 1",
        ]);
        expect(await contents({ ids: [] }, { limit: 9 })).toStrictEqual([]);
      });

      it("refuses a time that is none", async () => {
        for (const from of ["yesterday", "", "12.05.2026", "2026-13-01", "2026-05-12T25:00"]) {
          await expect(store.listScans({ from }, { limit: 1 })).rejects.toThrow(RangeError);
          await expect(store.countScans({ to: from })).rejects.toThrow(RangeError);
        }
      });

      it("finds scans by the beginnings of words in content, identifier and user", async () => {
        const uuid = "3f2b1c9a-77de-4c1e-9b0a-1f2e3d4c5b6a";
        await append({ content: "https://example.com/Überraschung?lot=4711", identifier: uuid });
        await append({ content: "WIFI:S:Gäste;T:WPA;;", identifier: "04:A2:B3:C4", user: "Zoë" });
        await append({ content: "Grüße aus Łódź 東京", identifier: "E0:04:01" });
        const cases: [string, string[]][] = [
          ["example", ["https"]],
          ["EXAM", ["https"]],
          ["xample", []],
          ["lot 47", ["https"]],
          ["47 lot", ["https"]],
          ["lot wifi", []],
          ["uberr", ["https"]],
          ["überr", ["https"]],
          ["gaste", ["WIFI:"]],
          ["grus", []],
          ["grüß", ["Grüße"]],
          ["東", ["Grüße"]],
          ["zoe", ["WIFI:"]],
          [uuid, ["https"]],
          [uuid.slice(0, 20), ["https"]],
          ["3f2b1c9a77de", ["https"]],
          ["04:A2:B3", ["WIFI:"]],
          ["04a2", ["WIFI:"]],
          ["04-a2-b3-c4", ["WIFI:"]],
          ["e0:04", ["Grüße"]],
          ["example.com/überraschung", ["https"]],
        ];
        for (const [text, beginnings] of cases) {
          const found = (await contents({ text }, { limit: 9 })).map((content) =>
            beginnings.find((beginning) => content.startsWith(beginning)),
          );
          expect(found, text).toStrictEqual(beginnings);
          expect(await store.countScans({ text }), text).toBe(beginnings.length);
        }
      });

      it("pages through what a search found, with other filters", async () => {
        for (const n of [1, 2, 3, 4]) {
          await append({ content: `box ${n}`, inbox: n % 2 ? "odd" : "even" });
        }
        expect(await contents({ text: "box" }, { limit: 3 })).toStrictEqual([
          "box 4",
          "box 3",
          "box 2",
        ]);
        const [newest] = await store.listScans({ text: "box" }, { limit: 1 });
        expect(
          await contents({ text: "bo", inbox: "odd" }, { before: newest!.id, limit: 9 }),
        ).toStrictEqual(["box 3", "box 1"]);
        expect(
          await contents({ text: "box", inbox: "even" }, { after: 0, limit: 9 }),
        ).toStrictEqual(["box 2", "box 4"]);
      });

      it("takes any search text", async () => {
        await append({ content: `quote " star * paren ( NEAR AND` });
        for (const text of [
          `"`,
          `""`,
          `*`,
          `a"`,
          `NEAR(`,
          `AND`,
          `OR OR`,
          `NOT`,
          `content:`,
          `^a`,
          `{a b}: c`,
          `-`,
          `+`,
          `\u0000`,
          `a\u0000b`,
          `"\u0000`,
          `'; DROP TABLE scans; --`,
          `\ud800`,
          `%`,
          `_`,
          " ",
          "",
          "((((((",
          "x ".repeat(5000),
          "y".repeat(5000),
          ":--:",
          "a-:",
          "ſ",
          "\u0301",
          "½",
          "ⅻ",
          "㍿",
        ]) {
          await store.listScans({ text }, { limit: 1 });
          await store.countScans({ text });
        }
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.string({ unit: "binary" }),
              fc.string({
                unit: fc.constantFrom(
                  `"`,
                  "*",
                  "(",
                  ")",
                  ":",
                  "^",
                  "-",
                  " ",
                  "a",
                  "AND",
                  "NEAR",
                  "{",
                  "}",
                  "+",
                  "\0",
                  "0",
                ),
              }),
            ),
            async (text) => {
              expect(Array.isArray(await store.listScans({ text }, { limit: 1 }))).toBe(true);
            },
          ),
          { numRuns: 150 },
        );
        expect(await contents({ text: `quote " star *` }, { limit: 1 })).toHaveLength(1);
      });

      it("finds by each of its words every scan that was stored", async () => {
        let count = 0;
        const word = fc.string({
          unit: fc.constantFrom(..."abcdefABCDEF0123456789äöüéñ"),
          minLength: 1,
        });
        await fc.assert(
          fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
            count += 1;
            const { id } = await append({ content: words.join(" "), identifier: `nr ${count}` });
            for (const text of [...words, words.join("  "), words[0]!.slice(0, 1)]) {
              const found = await store.listScans({ text }, { limit: 1000 });
              expect(found.map((one) => one.id)).toContain(id);
            }
          }),
          { numRuns: 25 },
        );
      });

      it("knows the last scan of each source", async () => {
        expect(await store.lastScan("nfc")).toBeUndefined();
        await append({ content: "tag 1", source: "nfc" });
        await append({ content: "tag 2", source: "nfc" });
        await append({ content: "code", source: "code" });
        await append({ content: "neither" });
        expect((await store.lastScan("nfc"))?.content).toBe("tag 2");
        expect((await store.lastScan("code"))?.content).toBe("code");
      });

      it("tells listeners the newest id, until they stop, and only for new scans", async () => {
        const told: number[] = [];
        const stop = store.onAppend((id) => told.push(id));
        const first = await append({ content: "1" });
        await append({ content: "1" });
        const second = await append({ content: "2" });
        stop();
        await append({ content: "3" });
        expect(told).toStrictEqual([first.id, second.id]);
      });

      it("tells listeners which scan came again, until they stop", async () => {
        const told: number[] = [];
        const stop = store.onRepeat((id) => told.push(id));
        const [first, second] = [await append({ content: "1" }), await append({ content: "2" })];
        await append({ content: "1" });
        await Promise.all([append({ content: "2" }), append({ content: "3" })]);
        stop();
        await append({ content: "1" });
        expect(told).toStrictEqual([first.id, second.id]);
      });

      it("tells listeners what another process stored", async () => {
        const other = await place.open();
        const told = new Promise<number>((resolve) => store.onAppend(resolve));
        const { id } = await other.append(toArrival({}));
        expect(await told).toBe(id);
        await other.close();
      });

      it("says how many scans there are and what they take", async () => {
        await append({ content: "x".repeat(10_000) });
        const { scans, bytes } = await store.size();
        expect(scans).toBe(1);
        expect(bytes).toBeGreaterThan(10_000);
      });
    });

    describe("inboxes", () => {
      it("are added once, listed by name, changed and removed", async () => {
        expect(await store.addInbox({ name: "b", title: "Second", open: true })).toBe(true);
        expect(await store.addInbox({ name: "a", open: false })).toBe(true);
        expect(await store.addInbox({ name: "a", open: true })).toBe(false);
        const createdAt = now().toISOString();
        const a = { name: "a", open: false, createdAt, credentials: [], scans: 0 };
        const b = { name: "b", title: "Second", open: true, createdAt, credentials: [], scans: 0 };
        expect(await store.inboxes()).toStrictEqual([a, b]);
        expect(await store.changeInbox("a", { title: "First" })).toBe(true);
        expect(await store.changeInbox("b", { title: "", open: false })).toBe(true);
        expect(await store.changeInbox("c", { open: false })).toBe(false);
        const { title: _, ...untitled } = { ...b, open: false };
        expect(await store.inboxes()).toStrictEqual([{ ...a, title: "First" }, untitled]);
        expect(await store.removeInbox("b", { scans: "keep" })).toBe(true);
        expect(await store.removeInbox("b", { scans: "keep" })).toBe(false);
        expect((await store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
      });

      it("have credentials: each user once, the last password counts", async () => {
        await store.addInbox({ name: "a", open: false });
        expect(await store.setCredential("a", "phone", "hash 1")).toBe(true);
        expect(await store.setCredential("a", "laptop", "hash 2")).toBe(true);
        expect(await store.setCredential("a", "phone", "hash 3")).toBe(true);
        expect(await store.setCredential("b", "phone", "hash 4")).toBe(false);
        const inbox = await store.inbox("a");
        expect(inbox).toMatchObject({ name: "a", open: false });
        expect(new Set(inbox!.credentials)).toStrictEqual(
          new Set([
            { user: "phone", passwordHash: "hash 3" },
            { user: "laptop", passwordHash: "hash 2" },
          ]),
        );
        expect((await store.inboxes())[0]!.credentials).toStrictEqual([
          { user: "laptop", createdAt: now().toISOString() },
          { user: "phone", createdAt: now().toISOString() },
        ]);
        expect(await store.removeCredential("a", "phone")).toBe(true);
        expect(await store.removeCredential("a", "phone")).toBe(false);
        expect((await store.inbox("a"))!.credentials.map(({ user }) => user)).toStrictEqual([
          "laptop",
        ]);
      });

      it("are seen at once as they are now, also when another process changed them", async () => {
        const other = await place.open();
        expect(await store.inbox("a")).toBeUndefined();
        await other.addInbox({ name: "a", open: true });
        expect(await store.inbox("a")).toStrictEqual({ name: "a", open: true, credentials: [] });
        await other.changeInbox("a", { open: false });
        expect((await store.inbox("a"))!.open).toBe(false);
        await other.setCredential("a", "phone", "hash");
        expect((await store.inbox("a"))!.credentials).toHaveLength(1);
        await other.setCredential("a", "phone", "new hash");
        expect((await store.inbox("a"))!.credentials[0]!.passwordHash).toBe("new hash");
        await other.removeCredential("a", "phone");
        expect((await store.inbox("a"))!.credentials).toStrictEqual([]);
        await other.removeInbox("a", { scans: "keep" });
        expect(await store.inbox("a")).toBeUndefined();
        await other.close();
      });

      it("count their scans, and note to the minute when a user sent the last one", async () => {
        await store.addInbox({ name: "a", open: false });
        await store.setCredential("a", "phone", "hash");
        const at = (text: string) => ({ inbox: "a", user: "phone", receivedAt: new Date(text) });
        await append({ content: "1", ...at("2026-05-12T10:00:00.000Z") });
        await append({ content: "2", ...at("2026-05-12T10:00:30.000Z") });
        expect((await store.inboxes())[0]).toMatchObject({
          scans: 2,
          credentials: [{ lastUsedAt: "2026-05-12T10:00:00.000Z" }],
        });
        await append({ content: "3", ...at("2026-05-12T10:01:00.000Z") });
        expect((await store.inboxes())[0]).toMatchObject({
          scans: 3,
          credentials: [{ lastUsedAt: "2026-05-12T10:01:00.000Z" }],
        });
      });

      it("leave their scans behind, or take them along, and those of no other", async () => {
        for (const name of ["a", "b"]) await store.addInbox({ name, open: true });
        for (let n = 0; n < 3; n++) {
          await append({ inbox: "a", content: `a ${n}` });
          await append({ inbox: "b", content: `b ${n}` });
        }
        await store.removeInbox("a", { scans: "keep" });
        expect(await store.countScans({ inbox: "a" })).toBe(3);
        expect(await store.removeInbox("a", { scans: "delete" })).toBe(true);
        expect(await store.countScans({ inbox: "a" })).toBe(0);
        expect(await contents({ text: "a" }, { limit: 9 })).toStrictEqual([]);
        expect(await contents({ text: "b" }, { limit: 9 })).toHaveLength(3);
        expect(await store.removeInbox("a", { scans: "delete" })).toBe(false);
        expect((await append({ inbox: "a", content: "a 0" })).repeat).toBe(false);
      });
    });

    describe("the owner", () => {
      it("has a password hash once set; setting it ends every session", async () => {
        expect(await store.ownerPassword()).toBeUndefined();
        await store.addSession({ hash: "s", expiresAt: new Date(time + 1000) });
        await store.setOwnerPassword("hash 1");
        await store.setOwnerPassword("hash 2");
        expect(await store.ownerPassword()).toBe("hash 2");
        expect(await store.session("s")).toBeUndefined();
      });

      it("has tokens, found by hash, that remember to the minute when they were used", async () => {
        const token = await store.addToken({ name: "script", hash: "h1" });
        expect(token).toStrictEqual({
          id: token.id,
          name: "script",
          createdAt: now().toISOString(),
        });
        await store.addToken({ name: "other", hash: "h2" });
        expect((await store.tokens()).map(({ name }) => name)).toStrictEqual(["script", "other"]);
        expect(await store.useToken("h3")).toBeUndefined();
        expect((await store.useToken("h1"))?.id).toBe(token.id);
        await expect
          .poll(async () => (await store.tokens())[0]!.lastUsedAt)
          .toBe(now().toISOString());
        expect(await store.removeToken(token.id)).toBe(true);
        expect(await store.removeToken(token.id)).toBe(false);
        expect(await store.useToken("h1")).toBeUndefined();
      });

      it("has sessions until they expire or are removed", async () => {
        const expiresAt = new Date(time + 1000);
        await store.addSession({ hash: "s1", expiresAt });
        await store.addSession({ hash: "s2", expiresAt });
        expect(await store.session("s1")).toStrictEqual({
          createdAt: now().toISOString(),
          expiresAt: expiresAt.toISOString(),
        });
        await store.removeSession("s1");
        expect(await store.session("s1")).toBeUndefined();
        expect(await store.session("s2")).toBeDefined();
        time += 1000;
        expect(await store.session("s2")).toBeUndefined();
      });

      it("has sessions that can be renewed until they end, and not after", async () => {
        const inSeconds = (count: number) => new Date(time + count * 1000);
        await store.addSession({ hash: "s1", expiresAt: inSeconds(1) });
        await store.addSession({ hash: "s2", expiresAt: inSeconds(1) });
        const end = inSeconds(3);
        expect(await store.renewSession({ hash: "s1", expiresAt: end })).toBe(true);
        time += 2000;
        expect((await store.session("s1"))?.expiresAt).toBe(end.toISOString());
        expect(await store.renewSession({ hash: "s2", expiresAt: inSeconds(1) })).toBe(false);
        await store.removeSession("s1");
        expect(await store.renewSession({ hash: "s1", expiresAt: inSeconds(1) })).toBe(false);
        expect([await store.session("s1"), await store.session("s2")]).toStrictEqual([
          undefined,
          undefined,
        ]);
      });
    });

    describe("one-time codes", () => {
      const code = (hash: string, purpose: "login" | "pair", data?: Record<string, unknown>) =>
        store.addCode({
          hash,
          purpose,
          expiresAt: new Date(time + 60_000),
          ...(data ? { data } : {}),
        });

      it("are good once, for their purpose, until they expire", async () => {
        await code("c1", "pair", { inbox: "a", n: [1] });
        await code("c2", "login");
        expect(await store.useCode("c1", "login")).toStrictEqual({ kind: "unknown" });
        expect(await store.useCode("c1", "pair")).toStrictEqual({
          kind: "ok",
          data: { inbox: "a", n: [1] },
        });
        expect(await store.useCode("c1", "pair")).toStrictEqual({ kind: "used" });
        time += 60_000;
        expect(await store.useCode("c2", "login")).toStrictEqual({ kind: "expired" });
        expect(await store.useCode("c3", "login")).toStrictEqual({ kind: "unknown" });
      });

      it("go to exactly one of many who ask at the same time, in two processes", async () => {
        await code("c", "pair");
        const other = await place.open({ now });
        const asked = Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? store : other).useCode("c", "pair"),
        );
        const kinds = (await Promise.all(asked)).map(({ kind }) => kind).sort();
        expect(kinds).toStrictEqual(["ok", ...Array.from({ length: 9 }, () => "used")]);
        await other.close();
      });

      it("can be taken back by purpose, and end with their inbox", async () => {
        await store.addInbox({ name: "a", open: false });
        await code("login 1", "login");
        await code("pair a", "pair", { inbox: "a" });
        await code("pair b", "pair", { inbox: "b" });
        await store.removeCodes("login");
        await store.removeInbox("a", { scans: "keep" });
        expect((await store.useCode("login 1", "login")).kind).toBe("unknown");
        expect((await store.useCode("pair a", "pair")).kind).toBe("unknown");
        expect((await store.useCode("pair b", "pair")).kind).toBe("ok");
      });
    });

    describe("open and closed", () => {
      it("has everything again after it was closed and opened", async () => {
        await store.addInbox({ name: "a", open: true });
        const { id } = await append();
        await store.close();
        store = await place.open({ now });
        expect((await store.scan(id))?.content).toBe("hello");
        expect(await append()).toStrictEqual({ id, repeat: true });
        expect((await store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
      });

      it("finishes what was appended before it closes", async () => {
        const waiting = Array.from({ length: 50 }, (_, n) => append({ content: `${n}` }));
        await store.close();
        expect(new Set((await Promise.all(waiting)).map(({ id }) => id)).size).toBe(50);
      });

      it("closes twice without harm, and then refuses everything", async () => {
        await Promise.all([store.close(), store.close()]);
        const refusals = [
          append(),
          store.inbox("a"),
          store.inboxes(),
          store.addInbox({ name: "a", open: true }),
        ];
        for (const refused of await Promise.allSettled(refusals)) {
          expect(refused).toMatchObject({ status: "rejected", reason: { trouble: "closed" } });
          expect(refused.status === "rejected" && refused.reason).toBeInstanceOf(StoreUnavailable);
        }
      });

      it("lets two processes store at the same time, each scan once", async () => {
        const other = await place.open();
        const stores = Array.from({ length: 100 }, (_, n) => (n % 2 ? store : other));
        const both = stores.map((one, n) => one.append(toArrival({ content: `${n >> 1}` })));
        const results = await Promise.all(both);
        expect(results.filter(({ repeat }) => repeat)).toHaveLength(50);
        expect(await store.countScans({})).toBe(50);
        await other.close();
      });
    });
  });
}

function toArrival({
  inbox = "scans",
  user,
  source,
  body = "{}",
  receivedAt = new Date("2026-05-12T14:23:01.500Z"),
  ...scan
}: Partial<Scan> & Partial<Omit<Arrival, "scan">>): Arrival {
  return {
    inbox,
    ...(user === undefined ? {} : { user }),
    ...(source === undefined ? {} : { source }),
    scan: { identifier: "04:A2:B3:C4", date: "2026-05-12T14:23:01Z", content: "hello", ...scan },
    body,
    receivedAt,
  };
}
