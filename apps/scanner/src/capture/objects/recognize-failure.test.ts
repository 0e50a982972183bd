import { expect, test } from "vitest";
import { recognizeFailure } from "./recognize-failure.ts";

test("a lack of memory is told from other failures, in the words of each browser", () => {
  for (const error of [
    new RangeError("Array buffer allocation failed"),
    new Error("Uncaught RangeError: Invalid typed array length"),
    new Error("WebAssembly.Memory(): could not allocate memory"),
    new Error("out of memory"),
  ]) {
    expect(recognizeFailure(error)).toBe("memory");
  }
  expect(recognizeFailure(new TypeError("x is not a function"))).toBe("failed");
});
