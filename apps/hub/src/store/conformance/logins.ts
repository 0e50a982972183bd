import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function loginsConformance(subject: Subject): void {
  const addSession = (hash: string, seconds: number, person = 1) => {
    const expiresAt = new Date(subject.time + seconds * 1000);
    return subject.store.addSession({ hash, person, method: "password", agent: "Fox", expiresAt });
  };

  describe("tokens", () => {
    const addToken = (name: string, hash: string, expiresAt?: Date) =>
      subject.store.addToken({ name, hash, person: 1, scopes: ["read", "send"], expiresAt });

    it("finds a token by its hash, records its use, and no longer finds it once it is removed", async () => {
      const token = await addToken("script", "h1");
      expect(token).toEqual({
        id: token.id,
        name: "script",
        person: 1,
        scopes: ["read", "send"],
        createdAt: subject.now().toISOString(),
      });
      await addToken("other", "h2");
      expect((await subject.store.tokens()).map(({ name }) => name)).toStrictEqual([
        "script",
        "other",
      ]);
      expect(await subject.store.useToken("h3")).toBeUndefined();
      expect(await subject.store.useToken("h1")).toMatchObject({
        id: token.id,
        owner: { id: 1, name: "owner", role: "owner" },
      });
      await expect
        .poll(async () => (await subject.store.tokens())[0]!.lastUsedAt)
        .toBe(subject.now().toISOString());
      expect(await subject.store.removeToken(token.id)).toBe(true);
      expect(await subject.store.removeToken(token.id)).toBe(false);
      expect(await subject.store.useToken("h1")).toBeUndefined();
    });

    it("finds no token after its end", async () => {
      await addToken("short", "h1", new Date(subject.time + 1000));
      expect((await subject.store.useToken("h1"))?.expiresAt).toBe(
        new Date(subject.time + 1000).toISOString(),
      );
      subject.time += 1000;
      expect(await subject.store.useToken("h1")).toBeUndefined();
    });

    it("lists and removes the tokens of one person", async () => {
      const ada = await subject.store.addPerson({ name: "Ada", role: "desk" });
      const inboxes = ["door"];
      const own = { name: "own", hash: "h1", person: ada!.id, scopes: ["read"] as const, inboxes };
      const { id } = await subject.store.addToken(own);
      await addToken("other", "h2");
      expect(await subject.store.tokens(ada!.id)).toMatchObject([{ name: "own", inboxes }]);
      expect(await subject.store.removeToken(id, 1)).toBe(false);
      expect(await subject.store.removeToken(id, ada!.id)).toBe(true);
    });
  });

  describe("sessions", () => {
    it("returns a session with its person until it expires or is removed", async () => {
      await addSession("s1", 1);
      await addSession("s2", 1);
      const session = await subject.store.session("s1");
      expect(session).toMatchObject({
        id: "s1",
        person: 1,
        method: "password",
        agent: "Fox",
        createdAt: subject.now().toISOString(),
        expiresAt: new Date(subject.time + 1000).toISOString(),
        owner: { name: "owner", role: "owner" },
      });
      await subject.store.removeSession("s1");
      expect(await subject.store.session("s1")).toBeUndefined();
      expect(await subject.store.session("s2")).toBeDefined();
      subject.time += 1000;
      expect(await subject.store.session("s2")).toBeUndefined();
      expect(await subject.store.sessions(1)).toStrictEqual([]);
    });

    it("renews a session that is valid, but not one that has expired or was removed", async () => {
      const inSeconds = (count: number) => new Date(subject.time + count * 1000);
      await addSession("s1", 1);
      await addSession("s2", 1);
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

    it("keeps the hundred sessions of a person that were used last", async () => {
      const ada = (await subject.store.addPerson({ name: "Ada", role: "desk" }))!.id;
      await addSession("of the owner", 900);
      for (let count = 0; count < 100; count++) {
        await addSession(`s${count}`, 900, ada);
        subject.time += 1000;
      }
      await subject.store.recordSessionUse("s0");
      await addSession("another", 900, ada);
      const kept = (await subject.store.sessions(ada)).map(({ id }) => id);
      expect(kept).toHaveLength(100);
      expect(kept).toEqual(expect.arrayContaining(["s0", "s2", "another"]));
      expect(await subject.store.session("of the owner")).toBeDefined();
    });

    it("lists the sessions of a person, records their use, and removes only theirs", async () => {
      const ada = (await subject.store.addPerson({ name: "Ada", role: "desk" }))!.id;
      await addSession("owner", 60);
      await addSession("old", 60, ada);
      subject.time += 1000;
      await subject.store.addSession({
        hash: "new",
        person: ada,
        method: "sso",
        idToken: "id token",
        expiresAt: new Date(subject.time + 60_000),
      });
      await subject.store.recordSessionUse("old");
      expect(await subject.store.sessions(ada)).toMatchObject([
        { id: "new", method: "sso", lastUsedAt: undefined },
        { id: "old", method: "password", lastUsedAt: subject.now().toISOString() },
      ]);
      expect(await subject.store.removeSession("new", 1)).toBeUndefined();
      expect(await subject.store.removeSession("new", ada)).toStrictEqual({ idToken: "id token" });
      expect(await subject.store.removeSession("new", ada)).toBeUndefined();
      expect(await subject.store.session("owner")).toBeDefined();
    });

    it("end with a new password of their person, and one of them on request later", async () => {
      const ada = (await subject.store.addPerson({ name: "Ada", role: "desk" }))!.id;
      for (const hash of ["own", "other"]) await addSession(hash, 60, ada);
      await addSession("owner", 60);
      const leaving = { session: "own", expiresAt: new Date(subject.time + 5000) };
      await subject.store.setPassword(ada, "hash", leaving);
      expect(await subject.store.session("other")).toBeUndefined();
      subject.time += 4000;
      expect(await subject.store.session("own")).toBeDefined();
      subject.time += 2000;
      expect(await subject.store.session("own")).toBeUndefined();
      expect(await subject.store.session("owner")).toBeDefined();
    });
  });

  describe("log-in codes", () => {
    it("name their person until they are used or replaced", async () => {
      const ada = (await subject.store.addPerson({ name: "Ada", role: "desk" }))!.id;
      const expiresAt = new Date(subject.time + 60_000);
      await subject.store.addCode({ hash: "c1", purpose: "login", person: ada, expiresAt });
      await subject.store.addCode({ hash: "c2", purpose: "login", person: 1, expiresAt });
      expect(await subject.store.personOfCode("c1")).toMatchObject({ id: ada, name: "Ada" });
      await subject.store.removeLoginCodes(ada);
      expect(await subject.store.personOfCode("c1")).toBeUndefined();
      expect(await subject.store.useCode("c2", "login")).toMatchObject({ kind: "ok", person: 1 });
      expect(await subject.store.personOfCode("c2")).toBeUndefined();
    });
  });
}
