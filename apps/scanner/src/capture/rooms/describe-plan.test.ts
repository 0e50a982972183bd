import { describePlanProblem as describeInEnglish, parsePlan } from "@scanhook/rooms";
import { expect, test } from "vitest";
import { describePlanProblem } from "./describe-plan.ts";

const points = [
  [0, 0],
  [4, 0],
];
const opening = { id: "d", kind: "door", offset: 1, width: 0.9 };
const wall = { raw: { source: "sketch", points } };
const giveIds = (each: object, index: number) => ({ ...each, id: `w${index}` });
const plan = (room: object, walls: readonly object[] = [wall, wall, wall]) => ({
  version: 1,
  name: "Flat",
  rooms: [{ id: "a", name: "A", walls: walls.map(giveIds), ...room }],
});
const furnish = (piece: object) => plan({ raw: { furniture: [piece] } });

// The sentences of the package are English, and so is this page.
test.each([
  ["a file that is a list", []],
  ["a room that is a text", { ...plan({}), rooms: ["hall"] }],
  ["no version", {}],
  ["a name without letters", { ...plan({}), name: " " }],
  ["an unknown kind", plan({}, [{ ...wall, openings: [{ ...opening, kind: "hatch" }] }])],
  ["two walls", plan({}, [wall, wall])],
  ["a negative length", plan({ confirmed: { height: -1 } })],
  ["no width", plan({}, [{ ...wall, openings: [{ ...opening, width: undefined }] }])],
  ["an angle that is a text", furnish({ kind: "bed", angle: "left", width: 1, depth: 1 })],
  [
    "a point that is a text",
    plan({}, [{ ...wall, raw: { source: "sketch", points: ["a", "b"] } }]),
  ],
])("says of %s what the package says", (_case, file) => {
  const parsed = parsePlan(JSON.stringify(file));
  if (parsed.ok) throw new Error("The file is read.");
  expect(parsed.problem.kind).toBe("wrongValue");
  expect(describePlanProblem(parsed.problem)).toBe(describeInEnglish(parsed.problem));
});
