import { expect, test } from "vitest";
import { findNearest } from "./nearest.ts";

const candidates = ["serve", "send", "inbox", "export", "doctor", "decode", "login-link", "help"];

test.each([
  ["sned", "send"],
  ["srve", "serve"],
  ["exprot", "export"],
  ["docter", "doctor"],
  ["inboxes", "inbox"],
  ["login", "login-link"],
])("%s is corrected to %s", (input, candidate) => {
  expect(findNearest(input, candidates)).toBe(candidate);
});

test.each(["", "x", "start", "kubernetes"])("%j is not corrected", (input) => {
  expect(findNearest(input, candidates)).toBeUndefined();
});
