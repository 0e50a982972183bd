import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings, parseSettings } from "./settings.ts";

test("nothing stored gives the defaults: no receiver, so nothing is sent", () => {
  expect(parseSettings(null)).toEqual(defaultSettings);
  expect(defaultSettings.receiverUrl).toBe("");
});

test("settings survive being stored", () => {
  const chosen = {
    ...defaultSettings,
    user: "anna",
    sendNfc: false,
    camera: "abc",
    repeatSeconds: 9,
  };
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test("a damaged setting gets its default and leaves the others alone", () => {
  const stored =
    '{"user":"anna","repeats":"sometimes","repeatSeconds":1e9,"sound":"yes","theme":1}';
  expect(parseSettings(stored)).toEqual({ ...defaultSettings, user: "anna" });
});

test("a password has no place here, even if one was put there", () => {
  expect(parseSettings('{"password":"secret"}')).not.toHaveProperty("password");
});

test("never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseSettings(text)));
  fc.assert(fc.property(fc.json(), (text) => void parseSettings(text)));
});
