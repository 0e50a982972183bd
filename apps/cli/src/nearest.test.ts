import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const commands = ["serve", "send", "inbox", "export", "doctor", "decode", "login-link", "help"];

test.each([
  ["sned", "send"],
  ["srve", "serve"],
  ["exprot", "export"],
  ["docter", "doctor"],
  ["inboxes", "inbox"],
  ["login", "login-link"],
])("%s was meant to be %s", (word, meant) => {
  expect(nearest(word, commands)).toBe(meant);
});

test.each(["", "x", "start", "kubernetes"])("nothing is near %j", (word) => {
  expect(nearest(word, commands)).toBeUndefined();
});
