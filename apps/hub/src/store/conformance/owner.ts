import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function ownerConformance(on: Subject): void {
  describe("the owner", () => {
    it("has a password hash once set; setting it ends every session", async () => {
      expect(await on.store.ownerPassword()).toBeUndefined();
      await on.store.addSession({ hash: "s", expiresAt: new Date(on.time + 1000) });
      await on.store.setOwnerPassword("hash 1");
      await on.store.setOwnerPassword("hash 2");
      expect(await on.store.ownerPassword()).toBe("hash 2");
      expect(await on.store.session("s")).toBeUndefined();
    });

    it("has tokens, found by hash, that remember to the minute when they were used", async () => {
      const token = await on.store.addToken({ name: "script", hash: "h1" });
      expect(token).toStrictEqual({
        id: token.id,
        name: "script",
        createdAt: on.now().toISOString(),
      });
      await on.store.addToken({ name: "other", hash: "h2" });
      expect((await on.store.tokens()).map(({ name }) => name)).toStrictEqual(["script", "other"]);
      expect(await on.store.useToken("h3")).toBeUndefined();
      expect((await on.store.useToken("h1"))?.id).toBe(token.id);
      await expect
        .poll(async () => (await on.store.tokens())[0]!.lastUsedAt)
        .toBe(on.now().toISOString());
      expect(await on.store.removeToken(token.id)).toBe(true);
      expect(await on.store.removeToken(token.id)).toBe(false);
      expect(await on.store.useToken("h1")).toBeUndefined();
    });

    it("has sessions until they expire or are removed", async () => {
      const expiresAt = new Date(on.time + 1000);
      await on.store.addSession({ hash: "s1", expiresAt });
      await on.store.addSession({ hash: "s2", expiresAt });
      expect(await on.store.session("s1")).toStrictEqual({
        createdAt: on.now().toISOString(),
        expiresAt: expiresAt.toISOString(),
      });
      await on.store.removeSession("s1");
      expect(await on.store.session("s1")).toBeUndefined();
      expect(await on.store.session("s2")).toBeDefined();
      on.time += 1000;
      expect(await on.store.session("s2")).toBeUndefined();
    });

    it("has sessions that can be renewed until they end, and not after", async () => {
      const inSeconds = (count: number) => new Date(on.time + count * 1000);
      await on.store.addSession({ hash: "s1", expiresAt: inSeconds(1) });
      await on.store.addSession({ hash: "s2", expiresAt: inSeconds(1) });
      const end = inSeconds(3);
      expect(await on.store.renewSession({ hash: "s1", expiresAt: end })).toBe(true);
      on.time += 2000;
      expect((await on.store.session("s1"))?.expiresAt).toBe(end.toISOString());
      expect(await on.store.renewSession({ hash: "s2", expiresAt: inSeconds(1) })).toBe(false);
      await on.store.removeSession("s1");
      expect(await on.store.renewSession({ hash: "s1", expiresAt: inSeconds(1) })).toBe(false);
      expect([await on.store.session("s1"), await on.store.session("s2")]).toStrictEqual([
        undefined,
        undefined,
      ]);
    });
  });
}
