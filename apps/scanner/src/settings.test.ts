import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings, parseSettings } from "./settings.ts";

test("returns the defaults if nothing is stored", () => {
  expect(parseSettings(null)).toEqual(defaultSettings);
});

test("restores stored settings", () => {
  const chosen = {
    ...defaultSettings,
    sendNfc: false,
    fullAscii: true,
    camera: "abc",
    repeatSeconds: 9,
  };
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test("replaces only invalid settings by their defaults", () => {
  const stored =
    '{"fullAscii":true,"repeats":"sometimes","repeatSeconds":1e9,"sound":"yes","theme":1}';
  expect(parseSettings(stored)).toEqual({ ...defaultSettings, fullAscii: true });
});

test("drops a password", () => {
  expect(parseSettings('{"password":"secret"}')).not.toHaveProperty("password");
});

test("accepts any text", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseSettings(text)));
  fc.assert(fc.property(fc.json(), (text) => void parseSettings(text)));
});
