import { expect, test } from "vitest";
import { exactMessage } from "../texts/exact-message.ts";
import { languages } from "../texts/languages.ts";
import { errorBody, errors } from "./errors.ts";

test("every code has a sentence, and every sentence a code", () => {
  for (const [language, areas] of Object.entries(languages)) {
    expect(Object.keys(areas.errors.codes as object).sort(), language).toEqual(
      Object.keys(errors).sort(),
    );
  }
  for (const { message } of Object.values(errors)) expect(message).toMatch(/^[A-Z][^{}]*\.$/);
});

test("an exact sentence is sent with its name and its values", () => {
  const limited = exactMessage("body-over-limit", { limit: "64" });
  const message =
    "The body is larger than 64 KiB, the most that this address accepts; send less at a time.";
  expect(JSON.parse(JSON.stringify(errorBody("body-too-large", limited, "scans")))).toEqual({
    message,
    error: {
      code: "body-too-large",
      message,
      field: "scans",
      reason: "body-over-limit",
      values: { limit: "64" },
    },
  });
  expect(JSON.parse(JSON.stringify(errorBody("not-found", exactMessage("host-missing"))))).toEqual({
    message: expect.stringMatching(/^The request has no Host header/),
    error: { code: "not-found", message: expect.any(String), reason: "host-missing" },
  });
});
