import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function codesConformance(on: Subject): void {
  describe("one-time codes", () => {
    const code = (hash: string, purpose: "login" | "pair", data?: Record<string, unknown>) =>
      on.store.addCode({
        hash,
        purpose,
        expiresAt: new Date(on.time + 60_000),
        ...(data ? { data } : {}),
      });

    it("are good once, for their purpose, until they expire", async () => {
      await code("c1", "pair", { inbox: "a", n: [1] });
      await code("c2", "login");
      expect(await on.store.useCode("c1", "login")).toStrictEqual({ kind: "unknown" });
      expect(await on.store.useCode("c1", "pair")).toStrictEqual({
        kind: "ok",
        data: { inbox: "a", n: [1] },
      });
      expect(await on.store.useCode("c1", "pair")).toStrictEqual({ kind: "used" });
      on.time += 60_000;
      expect(await on.store.useCode("c2", "login")).toStrictEqual({ kind: "expired" });
      expect(await on.store.useCode("c3", "login")).toStrictEqual({ kind: "unknown" });
    });

    it("go to exactly one of many who ask at the same time, in two processes", async () => {
      await code("c", "pair");
      const other = await on.place.open({ now: on.now });
      const asked = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? on.store : other).useCode("c", "pair"),
      );
      const kinds = (await Promise.all(asked)).map(({ kind }) => kind).sort();
      expect(kinds).toStrictEqual(["ok", ...Array.from({ length: 9 }, () => "used")]);
      await other.close();
    });

    it("can be taken back by purpose, and end with their inbox", async () => {
      await on.store.addInbox({ name: "a", open: false });
      await code("login 1", "login");
      await code("pair a", "pair", { inbox: "a" });
      await code("pair b", "pair", { inbox: "b" });
      await on.store.removeCodes("login");
      await on.store.removeInbox("a", { scans: "keep" });
      expect((await on.store.useCode("login 1", "login")).kind).toBe("unknown");
      expect((await on.store.useCode("pair a", "pair")).kind).toBe("unknown");
      expect((await on.store.useCode("pair b", "pair")).kind).toBe("ok");
    });
  });
}
