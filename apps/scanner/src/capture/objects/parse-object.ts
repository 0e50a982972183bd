import { papers, sizeWarnings } from "@scanhook/objects";
import {
  type CapturedObject,
  type KeptObject,
  type MadeObject,
  madeBases,
  makeProblems,
  type ObjectPicture,
  pictureProblems,
} from "./kept-object.ts";

/** Parses a stored object. Returns undefined for anything else, such as a file that was cut off. */
export function parseObject(value: unknown): KeptObject | undefined {
  if (!isRecord(value)) return undefined;
  const { id, createdAt, changedAt, name, paper, ruler, pictures, unused, made, problem } = value;
  if (!isId(id) || !isCount(createdAt) || !isCount(changedAt) || typeof name !== "string")
    return undefined;
  if (!Array.isArray(pictures) || !pictures.every(isPicture)) return undefined;
  return {
    id,
    createdAt,
    changedAt,
    name,
    paper: papers.find((each) => each === paper) ?? "a4",
    ruler: isNonNegative(ruler) ? ruler : undefined,
    pictures: pictures.map(parsePicture),
    pictureBytes: isCount(value.pictureBytes) ? value.pictureBytes : 0,
    unused: parseUnused(unused),
    isSmall: value.isSmall === true,
    attempts: isCount(value.attempts) ? value.attempts : 0,
    problem: makeProblems.find((each) => each === problem),
    made: parseMade(made),
    captured: parseCaptured(value.captured),
  };
}

function parseUnused(value: unknown): KeptObject["unused"] {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(
    ([id, reason]) => [id, pictureProblems.find((each) => each === reason)] as const,
  );
  return Object.fromEntries(entries.filter(([, reason]) => reason)) as KeptObject["unused"];
}

function parseMade(value: unknown): MadeObject | undefined {
  if (!isRecord(value) || !isRecord(value.measures)) return undefined;
  const { at, measures, hullOnly, hullShare, triangles, checkError, bytes, seconds } = value;
  const { box, volume, area, uncertainty } = measures;
  if (!isRecord(box) || !isRecord(uncertainty)) return undefined;
  const { length, width, height } = box;
  // Older objects have one uncertainty for all sides.
  const { length: error } = uncertainty;
  const errors = {
    length: error,
    width: uncertainty.width ?? error,
    height: uncertainty.height ?? error,
    volume: uncertainty.volume,
  };
  const numbers = [at, length, width, height, volume, area, ...Object.values(errors)];
  if (![...numbers, hullShare, triangles, bytes, seconds].every(isNonNegative)) return undefined;
  return {
    at,
    // Older objects have one pass.
    base: madeBases.find((each) => each === value.base) ?? "flat",
    measures: { box: { length, width, height }, volume, area, uncertainty: errors },
    warnings: parseWarnings(value.warnings),
    isGuess: value.isGuess === true,
    hullOnly: hullOnly !== false,
    hullShare,
    triangles,
    checkError: parseCheckError(checkError),
    bytes,
    seconds,
  } as MadeObject;
}

function parseWarnings(value: unknown): MadeObject["warnings"] {
  return Array.isArray(value) ? sizeWarnings.filter((warning) => value.includes(warning)) : [];
}

function parseCaptured(value: unknown): CapturedObject | undefined {
  if (!isRecord(value) || !isRecord(value.box)) return undefined;
  const { at, pictures, bytes } = value;
  const { length, width, height } = value.box;
  if (![length, width, height].every(isNonNegative) || ![at, pictures, bytes].every(isCount))
    return undefined;
  return { at, box: { length, width, height }, pictures, bytes } as CapturedObject;
}

function parsePicture({ id, width, height, pass, cell }: ObjectPicture): ObjectPicture {
  return { id, width, height, pass: pass === 2 ? 2 : 1, cell: isCount(cell) ? cell : undefined };
}

function parseCheckError(value: unknown): MadeObject["checkError"] {
  if (!isRecord(value)) return undefined;
  const { millimeters, corners } = value;
  return isNonNegative(millimeters) && isCount(corners) ? { millimeters, corners } : undefined;
}

function isPicture(value: unknown): value is ObjectPicture {
  return isRecord(value) && isId(value.id) && isCount(value.width) && isCount(value.height);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
const isNonNegative = (value: unknown): value is number =>
  Number.isFinite(value) && (value as number) >= 0;
/** Ids are used as file names, so they may contain nothing but hexadecimal digits and hyphens. */
const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);
