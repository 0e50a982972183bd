import fc from "fast-check";
import { expect, test } from "vitest";
import { toNfcProblem } from "./problem.ts";

// Names and messages of Chrome 156 on Android.
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
])("classifies %s with the message “%s” as %s", (name, message, kind) => {
  expect(toNfcProblem(new DOMException(message, name))).toEqual({ kind });
});

test("keeps the message of a record that cannot be written", () => {
  const thrown = new TypeError("The data for external type NDEFRecord must be a BufferSource.");
  expect(toNfcProblem(thrown)).toEqual({ kind: "invalid", detail: thrown.message });
});

test("classifies any thrown value", () => {
  expect(toNfcProblem(undefined)).toEqual({ kind: "failed", detail: "no reason given" });
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(typeof toNfcProblem(value).kind).toBe("string");
    }),
  );
});
