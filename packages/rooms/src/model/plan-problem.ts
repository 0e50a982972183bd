/**
 * The problems of a file that is no plan, and of a plan that cannot be shown. `path` names a value
 * in the file, such as `rooms[0].walls[2]`.
 */
export type PlanProblem =
  | { kind: "notJson" }
  | { kind: "newerVersion"; version: number }
  | { kind: "wrongValue"; path: string; expected: string; allowed: AllowedValue }
  | { kind: "unknownField"; path: string }
  | { kind: "repeatedId"; path: string; id: string }
  | { kind: "unknownOpening"; path: string; room: string; opening: string }
  | { kind: "wallWithoutLength"; path: string }
  | { kind: "wallsWithoutArea"; room: string }
  | { kind: "wallsCross"; room: string; walls: [string, string] }
  | { kind: "openingBeyondWall"; room: string; wall: string; opening: string; wallLength: number }
  | { kind: "openingAboveCeiling"; room: string; opening: string; height: number }
  | { kind: "openingsOverlap"; room: string; openings: [string, string] };

/**
 * The values that a field may have, of which `expected` is the English text. Lengths are meters,
 * angles radians.
 */
export type AllowedValue =
  | { kind: "number"; value: number }
  /** `isFile`: the whole file is this object. */
  | { kind: "object"; isFile: boolean }
  | { kind: "text"; maxLength: number }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "list"; min: number; max: number }
  | { kind: "length"; from: number; to: number }
  | { kind: "someLength" }
  | { kind: "angle" }
  | { kind: "point" }
  | { kind: "otherRoom" };

/** Returns one sentence that says what is wrong and what to do. */
export function describePlanProblem(problem: PlanProblem): string {
  switch (problem.kind) {
    case "notJson":
      return "The file is not JSON; choose the JSON file of a room.";
    case "newerVersion":
      return `The file has version ${problem.version}, which this program does not know; update Scanhook.`;
    case "wrongValue":
      return `${problem.path} has to be ${problem.expected}.`;
    case "unknownField":
      return `There is no field ${problem.path}; correct its name or remove it.`;
    case "repeatedId":
      return `${problem.path}: the id "${problem.id}" is used twice; give each its own.`;
    case "unknownOpening":
      return `${problem.path}: the room "${problem.room}" has no door or opening "${problem.opening}"; name one that it has.`;
    case "wallWithoutLength":
      return `${problem.path}: the points of the wall lie within 5 cm; set them further apart.`;
    case "wallsWithoutArea":
      return `The walls of "${problem.room}" enclose no area; measure or draw them again.`;
    case "wallsCross":
      return `The walls "${problem.walls.join('" and "')}" of "${problem.room}" cross; correct their order or their lengths.`;
    case "openingBeyondWall":
      return `"${problem.opening}" reaches beyond the wall "${problem.wall}" of "${problem.room}", which is ${problem.wallLength.toFixed(2)} m long; correct its offset or its width.`;
    case "openingAboveCeiling":
      return `"${problem.opening}" reaches above the ceiling of "${problem.room}", which is ${problem.height.toFixed(2)} m high; correct its height.`;
    case "openingsOverlap":
      return `"${problem.openings.join('" and "')}" in "${problem.room}" overlap; correct their offsets or widths.`;
  }
}

/** Returns the values that a field may have as the end of an English sentence. */
export function describeAllowed(allowed: AllowedValue): string {
  switch (allowed.kind) {
    case "number":
      return `${allowed.value}`;
    case "object":
      return "an object";
    case "text":
      return `a text of 1 to ${allowed.maxLength} characters`;
    case "choice":
      return `one of ${allowed.choices.join(", ")}`;
    case "list":
      return `a list of ${allowed.min} to ${allowed.max} entries`;
    case "length":
      return `a length from ${allowed.from} to ${allowed.to} m: a number of meters or a text such as "3.62 m" or "11' 10 1/2\\""`;
    case "someLength":
      return "a length such as 0.9";
    case "angle":
      return "an angle in radians, from -2π to 2π";
    case "point":
      return "[x, y] in meters, from -1000 to 1000";
    case "otherRoom":
      return "an opening of another room";
  }
}
