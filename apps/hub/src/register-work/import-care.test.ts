import { describe, expect, it } from "vitest";
import { parseDay } from "../registers/interval.ts";
import { actManually } from "./manual-actions.ts";
import { useListedRegister } from "./testing/listed-register.ts";

const day = (text: string) => parseDay(text)!;

describe("a list of things that are lent", () => {
  const { opened, open, find, list, read, paste } = useListedRegister({
    name: "tools",
    kind: "loans",
  });

  const drills =
    "Code,EAN,Name,Category,Borrower,Return by\nD-1,4006381333931,Drill,Power,Ada Lovelace,2026-12-06\nD-2,,Saw,Power,ada lovelace,\nD-3,,Ladder,,,\n";

  /** Returns who has each thing that is lent, and until when. */
  async function loansOf(name?: string) {
    const things = (await list(name)).filter(({ care }) => care?.status === "lent");
    return Object.fromEntries(
      things.map(({ label, care }) => [label, [care!.holder?.label, care!.dueAt]]),
    );
  }

  it("adds the people that it names, and lends what they have", async () => {
    const care = { people: 1, lent: 2, dated: 0, same: 0, refused: 0, refusals: [] };
    const dry = await paste(drills, { dry: true });
    expect(dry).toMatchObject({ rows: 3, new: 3, made: 1, guessable: 0, care });
    expect(dry.samples[0]).toEqual({
      ...{ code: "D-1", label: "Drill", group: "Power", holder: "Ada Lovelace", due: "2026-12-06" },
    });
    expect(await list()).toEqual([]);
    expect(await paste(drills)).toMatchObject({ ...dry, care });
    expect(await list()).toMatchObject([
      { label: "Ada Lovelace", role: "person", keys: [expect.stringMatching(/^t:[0-9A-Z]{4}-/)] },
      { label: "Drill", group: "Power", keys: ["g:0104006381333931", "t:D-1"] },
      { label: "Saw" },
      { label: "Ladder" },
    ]);
    expect(await loansOf()).toEqual({
      Drill: ["Ada Lovelace", day("2026-12-06")],
      Saw: ["Ada Lovelace", undefined],
    });
    const journal = await opened.store.movements((await find()).id, { limit: 10 });
    expect(journal.map(({ action, code, door, forced }) => [action, code, door, forced])).toEqual(
      [1, 2].map(() => ["lend", "lent", "by hand", false]),
    );
  });

  it("changes nothing when it is imported again, and books only what differs", async () => {
    await paste(drills);
    const same = { people: 0, lent: 0, dated: 0, same: 2, refused: 0 };
    expect(await paste(drills)).toMatchObject({ new: 0, same: 3, made: 0, care: same });
    const later = drills
      .replace("2026-12-06", "2026-12-09")
      .replace("D-2,,Saw,Power,ada lovelace", "D-2,,Saw,Power,Bob");
    expect((await paste(later, { dry: true })).care).toMatchObject({
      people: 1,
      lent: 1,
      dated: 1,
    });
    expect((await paste(later)).care).toMatchObject({ people: 1, lent: 1, dated: 1, same: 0 });
    expect(await loansOf()).toEqual({
      Drill: ["Ada Lovelace", day("2026-12-09")],
      Saw: ["Bob", undefined],
    });
    // An empty cell says nothing: the thing is not taken back.
    const empty = "Code,Name,Borrower\nD-1,Drill,\n";
    expect((await paste(empty)).care).toMatchObject({ lent: 0, same: 0 });
    expect(await loansOf()).toHaveProperty("Drill");
  });

  it("takes the usual span of a loan without a date, and lends also where scans may not", async () => {
    await open({ loanFor: "7 days", closed: true, handOver: "no" });
    await paste("Code,Name,Borrower\nD-1,Drill,Ada\n");
    const [due] = Object.values(await loansOf()).map(([, dueAt]) => Number(dueAt));
    expect(due! - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect((await paste("Code,Name,Borrower\nD-1,Drill,Bob\n")).care).toMatchObject({ lent: 1 });
    expect(await loansOf()).toEqual({ Drill: ["Bob", expect.any(Number)] });
  });

  it("has people by their roles, and finds them by name and code, also below", async () => {
    const text =
      "Code,Name,Role,Holder\nD-1,Drill,thing,M-1\nD-2,Saw,,bob\nM-1,Ada,member,\nM-2,Bob,Employee,\n";
    expect((await paste(text)).care).toMatchObject({ people: 0, lent: 2 });
    expect(await loansOf()).toMatchObject({ Drill: ["Ada", undefined], Saw: ["Bob", undefined] });
    expect(await list()).toMatchObject([{}, {}, { role: "person" }, { role: "person" }]);
    expect((await paste("Code,Name\nM-1,Ada King\n")).changed).toBe(1);
    expect(await list()).toMatchObject([{}, {}, { role: "person", label: "Ada King" }, {}]);
  });

  it("needs the code of a person whose name others have, unless this one has the thing", async () => {
    const people = "Code,Name,Role\nM-1,Ada,person\nM-2,Ada,person\nD-1,Drill,\n";
    await paste(people);
    const lent = "Code,Name,Holder\nD-1,Drill,Ada\n";
    expect(await read(lent)).toEqual({
      ok: false,
      reason:
        "Nothing was imported: line 2 is with “Ada”, which several people are called; write a code.",
    });
    await paste(lent.replace("Ada", "M-2"));
    expect((await paste(lent)).care).toMatchObject({ same: 1, lent: 0 });
  });

  it("lends to the guests of another register, and adds none", async () => {
    await opened.store.removeRegister("lab");
    await opened.store.removeRegister("club");
    await opened.store.addRegister({ name: "club", kind: "check-in", rules: {} });
    await paste("Ticket,Name\nT-0001,Ada\n", {}, "club");
    await open({}, "lab", { peopleFrom: "club" });
    await paste("Code,Name,Holder\nD-1,Drill,ada\nD-2,Saw,T-0001\n", {}, "lab");
    expect(await loansOf("lab")).toMatchObject({
      Drill: ["Ada", undefined],
      Saw: ["Ada", undefined],
    });
    expect(await list("lab")).toHaveLength(2);
    expect(await read("Code,Name,Holder\nD-1,Drill,Bob\nD-2,Saw,Bob\n", {}, "lab")).toEqual({
      ok: false,
      reason:
        "Nothing was imported: lines 2, 3 are with “Bob”, who is not among the people; add this person first.",
    });
  });

  it("keeps what a stock with the same list has, and no role of it changes", async () => {
    await opened.store.removeRegister("lab");
    await opened.store.removeRegister("parts");
    await opened.store.addRegister({ name: "parts", kind: "stock", rules: {} });
    await paste(
      "Code,Name,Unit,Min,Role\nS-1,Rope,m,5,\nP-1,Shelf,,,place\nN-1,12,,,number\n",
      {},
      "parts",
    );
    await open({}, "lab", { entriesFrom: "parts" });
    const before = await list("parts");
    expect(
      await paste("Code,Name,Holder\nS-1,Rope,Ada\nP-1,Shelf,\nN-1,12,\n", {}, "lab"),
    ).toMatchObject({
      ...{ same: 3, care: { people: 1, lent: 1 } },
    });
    expect((await list("parts")).slice(0, 3)).toEqual(before);
    expect(await read("Code,Name,Role\nP-1,Shelf,thing\nX-1,Rack,place\n", {}, "lab")).toEqual({
      ok: false,
      reason:
        "Nothing was imported: line 2 changes the role of Shelf, which is in the list of parts; line 3 is a place, which a list of the kind loans has not; write person or thing.",
    });
    await opened.store.removeRegister("lab");
  });

  it.each([
    [
      "Name,Borrower,Due\nDrill,Ada,6/12/2026\n",
      "line 2 has a wrong Due: “6/12/2026” may be a day of two months; write it as 2026-12-06 in the whole column",
    ],
    [
      "Name,Borrower,Due\nDrill,Ada,2026-02-30\nSaw,Ada,2026-02-20\nAxe,Ada,2026-02-21\n",
      "line 2 has a wrong Due: “2026-02-30” is no day; write one such as 2026-12-06",
    ],
    [
      "Name,Role,Holder\nDrill,,Bob\nSaw,,Bob\nAxe,,Cem\nAda,member,\n",
      "lines 2, 3 are with “Bob”, who is not among the people; add this person first; line 4 is with “Cem”, who is not among the people; add this person first",
    ],
    ["Name,Role,Holder\nAda,member,Bob\nBob,member,\n", "line 2 is a person and has a Holder"],
    ["Name,Role\nDrill,gadget\n", "line 2 has the role “gadget”; write person or thing"],
    ["Code,Name\nD-1,Drill\nD-1,Saw\n", "lines 2 and 3 have the same code D-1"],
  ])("%j is refused with the lines", async (text, problems) => {
    const has = (column: string) => (text.includes(column) ? column : undefined);
    const columns = { key: has("Code"), role: has("Role"), holder: has("Holder") };
    const named = { label: "Name", ...columns };
    expect(await read(text, text.includes("Due") ? {} : named)).toEqual({
      ok: false,
      reason: `Nothing was imported: ${problems}.`,
    });
    expect(await list()).toEqual([]);
  });

  it("gives no role to a person who has things, and none to a thing that is lent", async () => {
    await paste("Code,Name,Role,Holder\nD-1,Drill,,M-1\nM-1,Ada,member,\n");
    const columns = { label: "Name", key: "Code", role: "Role" };
    expect(await read("Code,Name,Role\nD-1,Drill,member\nM-1,Ada,thing\n", columns)).toEqual({
      ok: false,
      reason:
        "Nothing was imported: line 2 changes the role of Drill, which is lent; line 3 changes the role of Ada, who has things.",
    });
  });

  it("says which dates have nobody who has the thing", async () => {
    const { care } = await paste("Name,Due\nDrill,2026-12-06\n");
    expect(care).toMatchObject({
      ...{ refused: 1, refusals: [{ line: 2, text: "Nobody has it, so it has no date." }] },
    });
  });

  it("blocks the things that it lacks, and no people", async () => {
    await paste(drills);
    expect(await paste("Code,Name\nD-1,Drill\n", { replace: true })).toMatchObject({ blocked: 2 });
    expect((await list()).filter(({ blocked }) => blocked).map(({ label }) => label)).toEqual([
      "Saw",
      "Ladder",
    ]);
  });

  it("has no quantities", async () => {
    const options = { label: "Name", quantity: "Qty" };
    expect(await read("Name,Qty\nDrill,2\n", options)).toMatchObject({
      reason: "Only lists of the kind stock have quantities; this register is of the kind loans.",
    });
  });
});

describe("a list of things that are inspected", () => {
  const { opened, find, list, read, paste } = useListedRegister({
    name: "fire",
    kind: "inspection",
  });
  const extinguishers =
    "Asset Tag,Name,Location,Next inspection\nE-1,Extinguisher 1,Hall,13/12/2026\nE-2,Extinguisher 2,Attic,1/12/2026\n";

  it("gets the dates, and changes only those that differ", async () => {
    const care = { people: 0, lent: 0, dated: 2, same: 0, refused: 0, refusals: [] };
    expect((await paste(extinguishers, { dry: true })).care).toEqual(care);
    expect((await paste(extinguishers)).care).toEqual(care);
    expect(await list()).toMatchObject([
      { fields: { Location: "Hall" }, care: { status: "set", dueAt: day("2026-12-13") } },
      { care: { dueAt: day("2026-12-01") } },
    ]);
    expect((await paste(extinguishers)).care).toMatchObject({ dated: 0, same: 2 });
    const [first] = await list();
    const act = { kind: "act", register: (await find()).id, entry: first!.id } as const;
    await actManually(opened.store, { ...act, action: "inspect" });
    expect((await paste(extinguishers)).care).toMatchObject({ dated: 1, same: 1 });
    expect(await list()).toMatchObject([
      { care: { status: "seen", dueAt: day("2026-12-13") } },
      {},
    ]);
  });

  it("has places with dates, and no people", async () => {
    await paste("Name,Role,Due\nStaircase,place,2026-12-06\n", {
      label: "Name",
      role: "Role",
      due: "Due",
    });
    expect(await list()).toMatchObject([{ role: "place", care: { dueAt: day("2026-12-06") } }]);
    expect(await read("Name,Role\nAda,person\n", { label: "Name", role: "Role" })).toMatchObject({
      reason:
        "Nothing was imported: line 2 is a person, which a list of the kind inspection has not; write place or thing.",
    });
  });
});
