import type { MakeProblem } from "./kept-object.ts";

/** Returns why making an object failed. Browsers name it differently when memory runs out. */
export function recognizeFailure(error: unknown): MakeProblem {
  return /RangeError|memory|allocation/i.test(String(error)) ? "memory" : "failed";
}
