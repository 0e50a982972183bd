import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function peopleConformance(subject: Subject): void {
  const add = (name: string, role: "owner" | "manager" | "desk" | "viewer" = "desk") =>
    subject.store.addPerson({ name, role });

  describe("people", () => {
    it("begin with an owner without a password", async () => {
      expect(await subject.store.people()).toMatchObject([
        { id: 1, name: "owner", role: "owner", hasPassword: false, inboxes: undefined },
      ]);
      expect((await subject.store.firstOwner()).id).toBe(1);
      expect((await subject.store.loginSecrets(1))?.passwordHash).toBeUndefined();
    });

    it("have names that are unique without regard to case and composition", async () => {
      const jurgen = await add("J\u00fcrgen");
      expect(await add("JU\u0308RGEN")).toBeUndefined();
      expect(await subject.store.personByName("ju\u0308rgen")).toMatchObject({ id: jurgen!.id });
      const other = await add("Other");
      expect(await subject.store.changePerson(other!.id, { name: "j\u00fcrgen" })).toBe(
        "name-taken",
      );
      expect(await subject.store.changePerson(jurgen!.id, { name: "J\u00dcRGEN" })).toBe("changed");
      expect((await subject.store.people()).map(({ name }) => name)).toStrictEqual([
        "J\u00dcRGEN",
        "Other",
        "owner",
      ]);
    });

    it("have names that differ in what people see", async () => {
      const ada = await add("Ada Lovelace");
      for (const like of ["Ada\u200b Lovelace", "\u202eAda Lovelace", "\uff21da\u00a0Lovelace"]) {
        expect(await add(like)).toBeUndefined();
        expect(await subject.store.personByName(like)).toMatchObject({ id: ada!.id });
      }
      expect(await add("Ada  Lovelace 2")).toMatchObject({ name: "Ada  Lovelace 2" });
    });

    it("change by revisions, and lose a limit with null", async () => {
      const ada = await subject.store.addPerson({ name: "Ada", role: "desk", inboxes: ["b", "a"] });
      expect(ada).toMatchObject({ inboxes: ["a", "b"], revision: 1 });
      const change = { role: "viewer", revision: 1 } as const;
      expect(await subject.store.changePerson(ada!.id, change)).toBe("changed");
      expect(await subject.store.changePerson(ada!.id, change)).toBe("changed-meanwhile");
      expect(await subject.store.person(ada!.id)).toMatchObject({ role: "viewer", revision: 2 });
      expect(await subject.store.changePerson(ada!.id, { inboxes: null })).toBe("changed");
      expect((await subject.store.person(ada!.id))?.inboxes).toBeUndefined();
      expect(await subject.store.changePerson(99, {})).toBe("no-such-person");
    });

    it("always have a local owner with a password, once one has set it", async () => {
      const sso = { issuer: "https://id.example", subject: "7" };
      await subject.store.addPerson({ name: "Elsewhere", role: "owner", sso });
      expect(await subject.store.changePerson(1, { role: "manager" })).toBe("last-owner");
      expect(await subject.store.removePerson(1)).toBe("last-owner");
      const second = await add("Second", "owner");
      await subject.store.setPassword(1, "a hash");
      expect(await subject.store.changePerson(1, { role: "manager" })).toBe("last-owner");
      expect(await subject.store.removePerson(1)).toBe("last-owner");
      await subject.store.setPassword(second!.id, "a hash");
      expect(await subject.store.removePerson(1)).toBe("removed");
      expect(await subject.store.firstOwner()).toMatchObject({ id: second!.id });
      expect(await subject.store.removePerson(1)).toBe("no-such-person");
      expect(await subject.store.personBySso(sso)).toMatchObject({ name: "Elsewhere", sso });
      expect(await subject.store.personBySso({ ...sso, subject: "8" })).toBeUndefined();
    });

    it("always have an owner with a password once they had one", async () => {
      await subject.store.setPassword(1, "hash");
      const invited = await add("Invited", "owner");
      expect(await subject.store.changePerson(1, { role: "manager" })).toBe("last-owner");
      expect(await subject.store.removePerson(1)).toBe("last-owner");
      await subject.store.setPassword(invited!.id, "hash");
      expect(await subject.store.changePerson(1, { role: "manager" })).toBe("changed");
      await subject.store.addPerson({ name: "Another", role: "owner" });
      expect(await subject.store.removePerson(invited!.id)).toBe("last-owner");
    });

    it("never lose their last owner to two processes at once", async () => {
      const second = await add("Second", "owner");
      const otherStore = await subject.database.open({ now: subject.now });
      const outcomes = await Promise.all([
        subject.store.changePerson(1, { role: "viewer" }),
        otherStore.removePerson(second!.id),
      ]);
      expect(outcomes.filter((outcome) => outcome === "last-owner")).toHaveLength(1);
      await otherStore.close();
    });

    it("take their sessions, tokens, codes and passkeys with them, but no user of an inbox", async () => {
      const ada = (await add("Ada"))!.id;
      const expiresAt = new Date(subject.time + 60_000);
      await subject.store.addSession({ hash: "s", person: ada, method: "passkey", expiresAt });
      await subject.store.addToken({ name: "t", hash: "t", person: ada, scopes: ["all"] });
      await subject.store.addCode({ hash: "c", purpose: "login", person: ada, expiresAt });
      await subject.store.addPasskey(passkey(ada, "k"));
      await subject.store.setTotp(ada, { sealed: "sealed", recoveryCodes: ["r1"] });
      await subject.store.addInbox({ name: "door", open: false });
      await subject.store.setCredential("door", "phone", "hash");
      expect(await subject.store.setCredentialPerson("door", "phone", ada)).toBe(true);
      expect(await subject.store.usersOfPeople()).toStrictEqual([
        { inbox: "door", user: "phone", person: ada, name: "Ada" },
        { user: "token:t", person: ada, name: "Ada" },
      ]);
      expect((await subject.store.inboxes())[0]?.credentials).toMatchObject([{ person: ada }]);

      expect(await subject.store.removePerson(ada)).toBe("removed");
      expect([
        await subject.store.session("s"),
        await subject.store.useToken("t"),
        await subject.store.personOfCode("c"),
        await subject.store.passkey("k"),
        await subject.store.loginSecrets(ada),
        await subject.store.usersOfPeople(),
      ]).toStrictEqual([undefined, undefined, undefined, undefined, undefined, []]);
      expect((await subject.store.inboxes())[0]?.credentials).toMatchObject([{ user: "phone" }]);
      expect(await subject.store.setCredentialPerson("door", "phone", ada)).toBe(false);
      expect(await subject.store.setCredentialPerson("door", "phone", 1)).toBe(true);
      expect(await subject.store.setCredentialPerson("door", "phone", undefined)).toBe(true);
      expect(await subject.store.setCredentialPerson("door", "nobody", 1)).toBe(false);
    });

    it("own the users of their tokens, unless somebody else has a token of that name", async () => {
      const ada = (await add("Ada"))!.id;
      const addToken = (name: string, hash: string, person: number) =>
        subject.store.addToken({ name, hash, person, scopes: ["send"] });
      await addToken("gate", "h1", ada);
      await addToken("gate", "h2", ada);
      await addToken("shared", "h3", ada);
      await addToken("shared", "h4", 1);
      expect(await subject.store.usersOfPeople()).toStrictEqual([
        { user: "token:gate", person: ada, name: "Ada" },
      ]);
    });

    it("use each step of one-time passwords and each recovery code once", async () => {
      expect(await subject.store.useTotpStep(1, 5)).toBe(false);
      await subject.store.setTotp(1, { sealed: "sealed", recoveryCodes: ["r1", "r2"] });
      expect(await subject.store.loginSecrets(1)).toMatchObject({
        totp: "sealed",
        recoveryCodes: 2,
      });
      expect((await subject.store.person(1))?.hasTotp).toBe(true);
      const uses = await Promise.all([1, 2, 3].map(() => subject.store.useTotpStep(1, 5)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await subject.store.useTotpStep(1, 4)).toBe(false);
      expect(await subject.store.useTotpStep(1, 6)).toBe(true);
      const codes = await Promise.all([1, 2].map(() => subject.store.useRecoveryCode(1, "r1")));
      expect(codes.filter(Boolean)).toHaveLength(1);
      expect(await subject.store.useRecoveryCode(2, "r2")).toBe(false);
      // New recovery codes do not make used steps valid again, but another secret begins anew.
      await subject.store.setTotp(1, { sealed: "sealed", recoveryCodes: ["r3"] });
      expect(await subject.store.useTotpStep(1, 6)).toBe(false);
      expect(await subject.store.useRecoveryCode(1, "r2")).toBe(false);
      await subject.store.setTotp(1, { sealed: "other", recoveryCodes: ["r4"] });
      expect(await subject.store.useTotpStep(1, 6)).toBe(true);
      await subject.store.setTotp(1, undefined);
      expect(await subject.store.loginSecrets(1)).toMatchObject({ recoveryCodes: 0 });
      expect(await subject.store.useTotpStep(1, 9)).toBe(false);
    });

    it("have passkeys, each of which belongs to one of them", async () => {
      const ada = (await add("Ada"))!.id;
      expect(await subject.store.loginWays()).toMatchObject({ passkeys: false });
      const added = await subject.store.addPasskey({ ...passkey(ada, "k"), transports: ["usb"] });
      expect(await subject.store.addPasskey(passkey(1, "k"))).toBeUndefined();
      expect(await subject.store.passkey("k")).toMatchObject({ id: added!.id, person: ada });
      await subject.store.recordPasskeyUse(added!.id, 8);
      expect(await subject.store.passkeys(ada)).toMatchObject([
        { counter: 8, transports: ["usb"], lastUsedAt: subject.now().toISOString() },
      ]);
      expect((await subject.store.person(ada))?.passkeys).toBe(1);
      expect(await subject.store.removePasskey(1, added!.id)).toBe(false);
      expect(await subject.store.removePasskey(ada, added!.id)).toBe(true);
      expect(await subject.store.loginWays()).toMatchObject({ passkeys: false });
    });

    it("need a name to log in once somebody besides the first owner has a password", async () => {
      const none = { passwordSet: false, named: false, passkeys: false };
      expect(await subject.store.loginWays()).toStrictEqual(none);
      const ada = (await add("Ada"))!.id;
      await subject.store.setPassword(1, "a hash");
      expect(await subject.store.loginWays()).toStrictEqual({ ...none, passwordSet: true });
      await subject.store.setPassword(ada, "a hash");
      await subject.store.addPasskey(passkey(ada, "k"));
      const all = { passwordSet: true, named: true, passkeys: true };
      expect(await subject.store.loginWays()).toStrictEqual(all);
    });

    it("record their log-ins", async () => {
      await subject.store.recordLogin(1);
      expect((await subject.store.person(1))?.lastLoginAt).toBe(subject.now().toISOString());
    });
  });
}

function passkey(person: number, credential: string) {
  return { person, name: "Key", credential, publicKey: "cose", counter: 0 };
}
