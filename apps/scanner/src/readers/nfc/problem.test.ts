import fc from "fast-check";
import { expect, test } from "vitest";
import { toNfcProblem } from "./problem.ts";

// Names and messages as Chrome 156 gives them on Android.
test.each([
  ["NotAllowedError", "NFC permission request denied.", "denied"],
  ["NotSupportedError", "NFC is not supported.", "no-adapter"],
  ["NotSupportedError", "This tag is not supported.", "foreign"],
  [
    "NotSupportedError",
    "Failed to make read-only because the tag cannot be made read-only",
    "not-lockable",
  ],
  ["NotReadableError", "NFC setting is disabled.", "off"],
  ["InvalidStateError", "A scan() operation is ongoing.", "busy"],
  ["NetworkError", "Failed to write because the tag is lost: null", "lost"],
  ["NetworkError", "Failed to write due to an IO error: null", "refused"],
  ["AbortError", "signal is aborted without reason", "cancelled"],
])("%s (%s) is told apart", (name, message, kind) => {
  expect(toNfcProblem(new DOMException(message, name))).toEqual({ kind });
});

test("what cannot be written says why", () => {
  const thrown = new TypeError("The data for external type NDEFRecord must be a BufferSource.");
  expect(toNfcProblem(thrown)).toEqual({ kind: "invalid", detail: thrown.message });
});

test("there is an answer to whatever is thrown", () => {
  expect(toNfcProblem(undefined)).toEqual({ kind: "failed", detail: "no reason given" });
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(typeof toNfcProblem(value).kind).toBe("string");
    }),
  );
});
