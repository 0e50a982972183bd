import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const candidates = ["serve", "send", "inbox", "export", "doctor", "decode", "login-link", "help"];

test.each([
  ["sned", "send"],
  ["srve", "serve"],
  ["exprot", "export"],
  ["docter", "doctor"],
  ["inboxes", "inbox"],
  ["login", "login-link"],
])("%s is corrected to %s", (word, candidate) => {
  expect(nearest(word, candidates)).toBe(candidate);
});

test.each(["", "x", "start", "kubernetes"])("%j is not corrected", (word) => {
  expect(nearest(word, candidates)).toBeUndefined();
});
