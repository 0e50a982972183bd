import type { PlanNote, PlanProblem, UnitSystem } from "@scanhook/rooms";
import { formatItems, formatList, formatNumber } from "../../texts/numbers.ts";
import { roomTexts } from "../../texts/rooms.ts";
import { formatLength } from "./format-measures.ts";

/** Returns one sentence that says what is wrong with a plan or its file, and what to do. */
export function describePlanProblem(problem: PlanProblem): string {
  const sentences = roomTexts.planProblems;
  switch (problem.kind) {
    case "notJson":
      return sentences.notJson;
    case "newerVersion":
      return sentences.newerVersion({ version: problem.version });
    case "wrongValue":
      return describeWrongValue(problem);
    case "unknownField":
    case "wallWithoutLength":
      return sentences[problem.kind](problem);
    case "repeatedId":
      return sentences.repeatedId(problem);
    case "unknownOpening":
      return sentences.unknownOpening(problem);
    case "wallsWithoutArea":
      return sentences.wallsWithoutArea(problem);
    case "wallsCross": {
      const [first, second] = problem.walls;
      return sentences.wallsCross({ first, second, room: problem.room });
    }
    case "openingBeyondWall": {
      const { opening, wall, room, wallLength } = problem;
      const length = formatLength(wallLength, "metric");
      return sentences.openingBeyondWall({ opening, wall, room, length });
    }
    case "openingAboveCeiling": {
      const { opening, room } = problem;
      const height = formatLength(problem.height, "metric");
      return sentences.openingAboveCeiling({ opening, room, height });
    }
    case "openingsOverlap": {
      const [first, second] = problem.openings;
      return sentences.openingsOverlap({ first, second, room: problem.room });
    }
  }
}

function describeWrongValue({
  path,
  allowed,
}: Extract<PlanProblem, { kind: "wrongValue" }>): string {
  const sentences = roomTexts.planProblems.wrongValue;
  switch (allowed.kind) {
    case "object":
      return allowed.isFile ? sentences.file : sentences.object({ path });
    case "number":
      return sentences.number({ path, number: allowed.value });
    case "text":
      return sentences.text({ path, maxLength: allowed.maxLength });
    case "choice":
      return sentences.choice({ path, choices: formatItems(allowed.choices) });
    case "list":
      return sentences.list({ path, min: allowed.min, max: allowed.max });
    case "length": {
      const range = { from: formatNumber(allowed.from), to: formatMeters(allowed.to) };
      return sentences.length({ path, ...range, example: '"3.62 m"', feet: `"11' 10 1/2\\""` });
    }
    case "someLength":
      return sentences.someLength({ path, example: "0.9" });
    case "angle":
    case "point":
    case "otherRoom":
      return sentences[allowed.kind]({ path });
  }
}

const formatMeters = (meters: number) => formatNumber(meters, { style: "unit", unit: "meter" });

/** Returns one or two sentences that say what is wrong or not known, and what to do. */
export function describePlanNote(note: PlanNote, units: UnitSystem): string {
  const sentences = roomTexts.planNotes;
  switch (note.kind) {
    case "wrongLength": {
      const { room, wall } = note;
      const confirmed = formatLength(note.confirmed, units);
      const expected = formatLength(note.expected, units);
      const values = { room, wall, confirmed, expected };
      return note.isScanned ? sentences.unlikeScan(values) : sentences.unlikeOthers(values);
    }
    case "guessedWalls": {
      const { room, walls } = note;
      return sentences.guessedWalls({ room, walls: formatList(walls), count: walls.length });
    }
    case "roomsOverlap": {
      const [first, second] = note.rooms;
      return sentences.roomsOverlap({ first, second });
    }
    case "roomApart":
      return sentences.roomApart(note);
    case "doorsApart": {
      const [first, second] = note.rooms;
      return sentences.doorsApart({ first, second, gap: formatLength(note.gap, units) });
    }
    case "doorInto":
      return sentences.doorInto(note);
    case "openDoors":
      return sentences.openDoors({ doors: formatItems(note.doors.map(sentences.doorOf)) });
  }
}

/** How many letters a sentence names. */
const maxNamed = 10;

/** Returns a sentence that says which letters a PDF shows as question marks. */
export function describeMissingLetters(letters: readonly string[]): string {
  const named = letters.slice(0, maxNamed).join(" ");
  const { all, some } = roomTexts.missingLetters;
  return letters.length > maxNamed ? some({ letters: named }) : all({ letters: named });
}
