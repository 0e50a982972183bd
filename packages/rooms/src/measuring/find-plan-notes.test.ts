import { describe, expect, it } from "vitest";
import type { Plan } from "../model/plan.ts";
import { settlePlan } from "../settle-plan.ts";
import { makeFlat } from "../testing/make-flat.ts";
import { makeOpening, makePlan, makeRoom } from "../testing/make-plan.ts";
import { findPlanNotes } from "./find-plan-notes.ts";
import { describePlanNote } from "./plan-note.ts";

function sentencesAbout(plan: Plan): string[] {
  const result = settlePlan(plan);
  if (!result.ok) throw new Error(result.problem.kind);
  return findPlanNotes(result.settled).map((note) => describePlanNote(note, plan.units));
}

const box = (width: number, depth: number) =>
  [
    [0, 0],
    [width, 0],
    [width, depth],
    [0, depth],
  ] as const;
const confirmed = (length: number) => ({ confirmed: { length } });
const opening = (id: string, offset = 1) => ({ openings: [makeOpening(id, { offset })] });
const join = (from: [string, string], to: [string, string]) => ({
  from: { room: from[0], opening: from[1] },
  to: { room: to[0], opening: to[1] },
});

describe("a plan says", () => {
  it("which length contradicts the others, in its units", () => {
    const lengths = { 0: confirmed(4), 1: confirmed(3), 2: confirmed(14), 3: confirmed(3) };
    const plan = makePlan([makeRoom(box(4, 3), { source: "sketch", walls: lengths })]);
    expect(sentencesAbout(plan)).toEqual([
      "room: wall w3 is typed as 14.00 m, but the other lengths give 4.00 m. Measure it again.",
    ]);
    expect(sentencesAbout({ ...plan, units: "imperial" })[0]).toContain("45′ 11 3/16″");
    const scanned = makePlan([makeRoom(box(4, 3), { walls: { 0: confirmed(6) } })]);
    expect(sentencesAbout(scanned)[0]).toContain("but the scan gives 4.00 m");
  });

  it("which walls no measurement tells", () => {
    const room = makeRoom(box(4, 3), { source: "sketch", walls: { 0: confirmed(4) } });
    expect(sentencesAbout(makePlan([room]))).toEqual([
      "room: no measurement gives the length of walls w2 and w4, so the area is a guess. Measure and type it.",
    ]);
  });

  it("which rooms lie over each other and have no place", () => {
    const [a, b] = [makeRoom(box(3, 3), { id: "a" }), makeRoom(box(4, 2), { id: "b" })];
    expect(sentencesAbout(makePlan([a, b]))).toEqual([
      "a and b lie over each other. Join their doors, or correct their lengths.",
      "b is joined to no other room. Say at one of its doors where it leads; until then it is not in its place.",
    ]);
    const within = makeRoom(
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ],
      { id: "b" },
    );
    expect(sentencesAbout(makePlan([a, within]))[0]).toContain("a and b lie over each other");
  });

  it("which doors join nothing, and which lead into a room without being joined to it", () => {
    const hall = makeRoom(box(4, 3), {
      id: "hall",
      walls: { 0: opening("front"), 1: opening("a") },
    });
    const office = makeRoom(box(4, 3), {
      id: "office",
      walls: {
        3: { openings: [makeOpening("b", { offset: 1.1 }), makeOpening("c", { offset: 2.05 })] },
      },
    });
    const sentences = sentencesAbout(
      makePlan([hall, office], [join(["hall", "a"], ["office", "b"])]),
    );
    expect(sentences).toEqual([
      "c of office leads into hall, but is not joined to it. Say so at the door.",
      "These lead to no other room: front of hall.",
    ]);
  });

  it("which joined doors miss each other", () => {
    const ring = (wrong: number) => {
      const rooms = [
        makeRoom(box(3, 3), { id: "a", walls: { 1: opening("ab"), 2: opening("ac") } }),
        makeRoom(box(3, 3), { id: "b", walls: { 3: opening("ba", 1.1), 2: opening("bd") } }),
        makeRoom(box(3, 3), { id: "c", walls: { 0: opening("ca", 1.1), 1: opening("cd") } }),
        makeRoom(box(3, 3), {
          id: "d",
          walls: { 0: opening("db", 1.1), 3: opening("dc", 1.1 + wrong) },
        }),
      ];
      const joins = ["ab", "ac", "bd", "cd"].map((door) =>
        join([door[0]!, door], [door[1]!, `${door[1]}${door[0]}`]),
      );
      return sentencesAbout(makePlan(rooms, joins));
    };
    expect(ring(0)).toEqual([]);
    expect(ring(0.12)).toEqual([
      "The joined doors of c and d are 0.12 m apart. Correct their positions or the lengths of the walls.",
    ]);
  });

  it("nothing about rooms that fit, but that a front door leads to no other room", () => {
    expect(sentencesAbout(makeFlat("metric"))).toEqual([
      "These lead to no other room: front of Living room, hatch of Kitchen & <bath>.",
    ]);
    const single = makeRoom(box(3, 3), { walls: { 0: opening("front") } });
    expect(sentencesAbout(makePlan([single]))).toEqual([]);
  });
});
