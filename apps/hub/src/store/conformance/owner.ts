import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function ownerConformance(subject: Subject): void {
  describe("the owner", () => {
    it("returns the last password hash that was set, and ends every session when one is set", async () => {
      expect(await subject.store.ownerPassword()).toBeUndefined();
      await subject.store.addSession({ hash: "s", expiresAt: new Date(subject.time + 1000) });
      await subject.store.setOwnerPassword("hash 1");
      await subject.store.setOwnerPassword("hash 2");
      expect(await subject.store.ownerPassword()).toBe("hash 2");
      expect(await subject.store.session("s")).toBeUndefined();
    });

    it("lets the session that sets a password go on until its time", async () => {
      const expiresAt = new Date(subject.time + 60_000);
      for (const hash of ["own", "other"]) await subject.store.addSession({ hash, expiresAt });
      const leaving = { session: "own", expiresAt: new Date(subject.time + 5000) };
      await subject.store.setOwnerPassword("hash", leaving);
      expect(await subject.store.session("other")).toBeUndefined();
      subject.time += 4000;
      expect(await subject.store.session("own")).toBeDefined();
      subject.time += 2000;
      expect(await subject.store.session("own")).toBeUndefined();
    });

    it("finds a token by its hash, records its use, and no longer finds it once it is removed", async () => {
      const token = await subject.store.addToken({ name: "script", hash: "h1" });
      expect(token).toStrictEqual({
        id: token.id,
        name: "script",
        createdAt: subject.now().toISOString(),
      });
      await subject.store.addToken({ name: "other", hash: "h2" });
      expect((await subject.store.tokens()).map(({ name }) => name)).toStrictEqual([
        "script",
        "other",
      ]);
      expect(await subject.store.useToken("h3")).toBeUndefined();
      expect((await subject.store.useToken("h1"))?.id).toBe(token.id);
      await expect
        .poll(async () => (await subject.store.tokens())[0]!.lastUsedAt)
        .toBe(subject.now().toISOString());
      expect(await subject.store.removeToken(token.id)).toBe(true);
      expect(await subject.store.removeToken(token.id)).toBe(false);
      expect(await subject.store.useToken("h1")).toBeUndefined();
    });

    it("returns a session until it expires or is removed", async () => {
      const expiresAt = new Date(subject.time + 1000);
      await subject.store.addSession({ hash: "s1", expiresAt });
      await subject.store.addSession({ hash: "s2", expiresAt });
      expect(await subject.store.session("s1")).toStrictEqual({
        createdAt: subject.now().toISOString(),
        expiresAt: expiresAt.toISOString(),
      });
      await subject.store.removeSession("s1");
      expect(await subject.store.session("s1")).toBeUndefined();
      expect(await subject.store.session("s2")).toBeDefined();
      subject.time += 1000;
      expect(await subject.store.session("s2")).toBeUndefined();
    });

    it("renews a session that is valid, but not one that has expired or was removed", async () => {
      const inSeconds = (count: number) => new Date(subject.time + count * 1000);
      await subject.store.addSession({ hash: "s1", expiresAt: inSeconds(1) });
      await subject.store.addSession({ hash: "s2", expiresAt: inSeconds(1) });
      const end = inSeconds(3);
      expect(await subject.store.renewSession({ hash: "s1", expiresAt: end })).toBe(true);
      subject.time += 2000;
      expect((await subject.store.session("s1"))?.expiresAt).toBe(end.toISOString());
      expect(await subject.store.renewSession({ hash: "s2", expiresAt: inSeconds(1) })).toBe(false);
      await subject.store.removeSession("s1");
      expect(await subject.store.renewSession({ hash: "s1", expiresAt: inSeconds(1) })).toBe(false);
      expect([await subject.store.session("s1"), await subject.store.session("s2")]).toStrictEqual([
        undefined,
        undefined,
      ]);
    });
  });
}
