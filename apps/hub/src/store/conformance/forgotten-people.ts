import { beforeEach, describe, expect, it } from "vitest";
import { guest } from "../testing/gala.ts";
import { createLending, person, thing } from "../testing/lending.ts";
import type { Subject } from "../testing/subject.ts";

export function forgottenPeopleConformance(subject: Subject): void {
  const lending = createLending(subject);
  const { find, importRows, scan, scanAll, perform, undo, answer, idOf, careOf } = lending;

  describe("people who borrow things", () => {
    beforeEach(async () => {
      const { store } = subject;
      await lending.open();
      await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
      const guests = [guest("T-1", "Grace Hopper"), guest("T-2", "Hedy Lamarr")];
      const { id } = await find("gala");
      await store.importEntries(id, guests, { label: "guests", dry: false });
      const rules = { questions: [{ key: "note", label: "Note", type: "text" as const }] };
      await store.addRegister({ name: "club", kind: "loans", rules, peopleFrom: "gala" });
      await store.addInbox({ name: "club", open: false });
      await store.bindInbox("club", {
        ...{ register: "club", action: "lend-or-return", answer: "negotiated" },
      });
      const club = await find("club");
      const rows = [thing("BOAT", "Boat"), thing("OAR", "Oar"), person("CY", "Cy Twombly")];
      await store.importEntries(club.id, rows, { label: "boats", dry: false });
    });

    const readClub = async () => {
      const { id } = await find("club");
      const told = await subject.store.toldMovements(id, { after: 0, limit: 99 });
      const entries = await subject.store.entries(id, { limit: 99 });
      return { told, entries, text: JSON.stringify([told, entries]) };
    };

    it("are forgotten where they borrow once their register is emptied, and their things come back", async () => {
      await scanAll("club", "T-1", "BOAT", "OAR");
      subject.time += 60_000;
      const asked = await scan("club", "T-2").then(() => scan("club", "BOAT"));
      await answer(asked, { "hand-over": "yes" }, { inbox: "club" });
      await scan("club", "T-1");
      const back = await scan("club", "OAR");
      await answer(back, { note: "Grace bent it" }, { inbox: "club" });
      await scanAll("club", "CY", "OAR");
      const own = await scanAll("lend", "ADA", "DRILL");
      const gala = await find("gala");
      expect(await subject.store.emptyRegister(gala.id)).toBe(2);
      const { told, entries, text } = await readClub();
      expect(text).not.toMatch(/Grace|Hedy|T-1/);
      expect(told.map(({ code, label, holder }) => [code, label, holder?.label])).toEqual([
        ["holder-set", undefined, undefined],
        ["lent", "Boat", undefined],
        ["lent", "Oar", undefined],
        ["holder-set", undefined, undefined],
        ["lent-to-other", "Boat", undefined],
        ["handed-over", "Boat", undefined],
        ["holder-set", undefined, undefined],
        ["returned", "Oar", undefined],
        ["answered", "Oar", undefined],
        ["holder-set", "Cy Twombly", "Cy Twombly"],
        ["lent", "Oar", "Cy Twombly"],
      ]);
      expect(told.map(({ answers }) => answers)).toEqual(told.map(() => undefined));
      expect(entries).toMatchObject([
        { label: "Boat", care: { status: "lent", holder: undefined } },
        { label: "Oar", care: { status: "lent", holder: { label: "Cy Twombly" } } },
        { label: "Cy Twombly" },
      ]);
      expect((await scan("club", "T-1")).code).toBe("unknown");
      await subject.store.putDown("club", "desk");
      subject.time += 60_000;
      expect(await scan("club", "BOAT")).toMatchObject({ text: "Boat is back." });
      const { told: later } = await readClub();
      const undone = await undo(later.at(-1)!.id, "club");
      expect(undone).toMatchObject({ text: "Undone. Boat is lent again." });
      expect(await careOf("Drill")).toMatchObject({ holder: { label: "Ada Lovelace" } });
      const tools = await find();
      const list = { after: own.movement - 1, limit: 1 };
      const [drill] = await subject.store.toldMovements(tools.id, list);
      expect(drill!.verdict.text).toBe("Drill is lent to Ada Lovelace.");
    });

    it("are no holder again once an undo leads back to one who was forgotten", async () => {
      await scanAll("club", "T-1", "BOAT");
      await subject.store.putDown("club", "desk");
      subject.time += 60_000;
      const returned = await scan("club", "BOAT");
      await subject.store.emptyRegister((await find("gala")).id);
      await undo(returned.movement, "club");
      const { entries } = await readClub();
      expect(entries[0]).toMatchObject({ care: { status: "lent", holder: undefined } });
    });

    it("keep their things when another register is emptied, and lose them with their own", async () => {
      await scanAll("lend", "ADA", "DRILL");
      await scanAll("club", "T-1", "BOAT");
      const asked = await scan("inspect", "SAW");
      await answer(asked, { cable: "fail", note: "Ada dropped it" }, { inbox: "inspect" });
      await subject.store.emptyRegister((await find("club")).id);
      expect(await careOf("Drill")).toMatchObject({ holder: { label: "Ada Lovelace" } });
      const { id } = await find();
      expect(await subject.store.emptyRegister(id)).toBe(4);
      for (const name of ["tools", "checks", "club"]) {
        const register = await find(name);
        const told = await subject.store.toldMovements(register.id, { after: 0, limit: 99 });
        const entries = await subject.store.entries(register.id, { limit: 99 });
        expect(JSON.stringify([told, entries])).not.toMatch(/Ada|Drill|Saw|Grace|Boat/);
        expect(entries).toEqual([]);
        expect(told.length).toBeGreaterThan(0);
      }
      expect(await scan("lend", "DRILL")).toMatchObject({ code: "unknown" });
    });

    it("stay when the import is undone that brought them, while they have something or had it", async () => {
      const { store } = subject;
      const { id: register } = await find("club");
      const act = { kind: "act", register, entry: await idOf("Boat", "club") } as const;
      const holder = await idOf("Grace Hopper", "gala");
      expect(await perform({ ...act, action: "lend", holder })).toMatchObject({ code: "lent" });
      const gala = await find("gala");
      expect(await store.undoImport(gala.id)).toMatchObject({ removed: 1, left: 1 });
      const { entries } = await readClub();
      expect(entries[0]).toMatchObject({ care: { holder: { label: "Grace Hopper" } } });
      expect(await store.undoImport(register)).toMatchObject({ removed: 2, left: 1 });
    });

    it("stay people when the import is undone that made them so, while they have something", async () => {
      const { store } = subject;
      const { id } = await find();
      await store.forgetImport(id);
      await importRows(thing("EVE", "Eve"), thing("DAN", "Dan"));
      await store.forgetImport(id);
      await store.importEntries(id, [person("EVE", "Eve"), person("DAN", "Dan")], {
        ...{ label: "second", dry: false },
      });
      await scanAll("lend", "EVE", "DRILL");
      expect(await store.undoImport(id)).toMatchObject({ removed: 0, putBack: 1, left: 1 });
      expect(await lending.entry("Eve")).toMatchObject({ role: "person" });
      expect((await lending.entry("Dan")).role).toBeUndefined();
    });

    it("can be renamed, blocked and made things, and those that they have still come back", async () => {
      const { store } = subject;
      await scanAll("lend", "ADA", "DRILL", "SAW");
      const { id } = await find();
      const ada = await idOf("Ada Lovelace");
      await store.changeEntry(id, ada, { label: "Ada King", role: null });
      expect(await careOf("Drill")).toMatchObject({ holder: { id: ada, label: "Ada King" } });
      expect(await scan("lend", "DRILL")).toMatchObject({ code: "no-holder" });
      const returned = await scan("return", "DRILL");
      expect(returned).toMatchObject({ text: "Drill is back from Ada King." });
      expect(await undo(returned.movement)).toMatchObject({ code: "undone" });
      expect(await careOf("Drill")).toMatchObject({ holder: { id: ada, label: "Ada King" } });
      expect(await store.history(ada, { limit: 99 })).toHaveLength(6);
    });
  });
}
