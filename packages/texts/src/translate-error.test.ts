import { expect, test } from "vitest";
import { type HubError, translateError } from "./translate-error.ts";

const english = {
  codes: {
    "not-found": "There is nothing at this address.",
    "host-unknown": "This hub does not know the name in the address; open it otherwise.",
  },
  reasons: {
    "host-name": "This hub does not know the name “{{name}}”; open {{name}} at {{url}}.",
    "over-limit": "The body is larger than {{limit}} KiB (of {{count}}).",
    "too-new": "Only English has this.",
  },
};
const german = {
  codes: {
    "not-found": "Unter dieser Adresse gibt es nichts.",
    "host-unknown": "Dieser Hub kennt den Namen in der Adresse nicht.",
  },
  reasons: {
    "host-name": "Öffnen Sie {{url}}, denn diesen Hub nennt niemand „{{name}}“.",
    "over-limit": "Der Inhalt ist größer als {{limit}} KiB (von {{count}}).",
  },
};
const say = (error: HubError) => translateError(error, { english, own: german, locale: "de" });

test("the sentence of a code is translated, also for an error without its code", () => {
  const message = english.codes["not-found"];
  expect(say({ code: "not-found", message })).toBe(german.codes["not-found"]);
  expect(say({ message })).toBe(german.codes["not-found"]);
});

test("an exact sentence is translated with its values, and numbers are written as in the language", () => {
  const error = { code: "too-large", message: "…", reason: "over-limit" };
  expect(say({ ...error, values: { limit: "1024", count: 12_345 } })).toBe(
    "Der Inhalt ist größer als 1024 KiB (von 12.345).",
  );
});

test("an exact sentence is recognized without its name", () => {
  const message =
    "This hub does not know the name “$& a.b {{url}}”; open $& a.b {{url}} at https://h:1.";
  expect(say({ code: "host-unknown", message })).toBe(
    "Öffnen Sie https://h:1, denn diesen Hub nennt niemand „$& a.b {{url}}“.",
  );
});

test("what only the hub says stays, after the translated sentence of its code", () => {
  const message = "“From” must be one mail address.";
  expect(say({ code: "host-unknown", message })).toBe(`${german.codes["host-unknown"]} ${message}`);
  expect(say({ code: "host-unknown", message, reason: "over-limit", values: { limit: 1 } })).toBe(
    `${german.codes["host-unknown"]} ${message}`,
  );
  const translated = german.codes["host-unknown"];
  expect(say({ code: "host-unknown", message: translated })).toBe(translated);
});

test("the hub's own sentence is returned for an unknown code or name", () => {
  for (const name of ["future", "constructor", "__proto__", "", undefined]) {
    expect(say({ code: name, reason: name, message: "The hub says so." })).toBe("The hub says so.");
  }
  expect(say({ message: english.reasons["too-new"] })).toBe(english.reasons["too-new"]);
});
