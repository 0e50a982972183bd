import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function oneTimeCodesConformance(subject: Subject): void {
  describe("one-time codes", () => {
    const addCode = (hash: string, purpose: "login" | "pair", data?: Record<string, unknown>) =>
      subject.store.addCode({
        hash,
        purpose,
        person: purpose === "login" ? 1 : undefined,
        expiresAt: new Date(subject.time + 60_000),
        ...(data ? { data } : {}),
      });

    it("accepts a code once, for its purpose, until it expires", async () => {
      await addCode("c1", "pair", { inbox: "a", n: [1] });
      await addCode("c2", "login");
      expect(await subject.store.useCode("c1", "login")).toStrictEqual({ kind: "unknown" });
      expect(await subject.store.useCode("c1", "pair")).toStrictEqual({
        kind: "ok",
        data: { inbox: "a", n: [1] },
        person: undefined,
      });
      expect(await subject.store.useCode("c1", "pair")).toStrictEqual({ kind: "used" });
      subject.time += 60_000;
      expect(await subject.store.useCode("c2", "login")).toStrictEqual({ kind: "expired" });
      expect(await subject.store.useCode("c3", "login")).toStrictEqual({ kind: "unknown" });
    });

    it("accepts a code from exactly one of many concurrent callers in two processes", async () => {
      await addCode("c", "pair");
      const otherStore = await subject.database.open({ now: subject.now });
      const uses = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? subject.store : otherStore).useCode("c", "pair"),
      );
      const kinds = (await Promise.all(uses)).map(({ kind }) => kind).sort();
      expect(kinds).toStrictEqual(["ok", ...Array.from({ length: 9 }, () => "used")]);
      await otherStore.close();
    });

    it("removes unused codes by purpose, and those of a removed inbox", async () => {
      await subject.store.addInbox({ name: "a", open: false });
      await addCode("login 1", "login");
      await addCode("pair a", "pair", { inbox: "a" });
      await addCode("pair b", "pair", { inbox: "b" });
      await subject.store.removeLoginCodes(1);
      await subject.store.removeInbox("a", { scans: "keep" });
      expect((await subject.store.useCode("login 1", "login")).kind).toBe("unknown");
      expect((await subject.store.useCode("pair a", "pair")).kind).toBe("unknown");
      expect((await subject.store.useCode("pair b", "pair")).kind).toBe("ok");
    });
  });
}
