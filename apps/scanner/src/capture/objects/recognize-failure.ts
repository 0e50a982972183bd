import type { MakeProblem } from "./kept-object.ts";

/** Returns why making an object failed. Each browser has other messages for a lack of memory. */
export function recognizeFailure(error: unknown): MakeProblem {
  return /RangeError|memory|allocation/i.test(String(error)) ? "memory" : "failed";
}
