import { expect, it } from "vitest";
import { guessHeader } from "./guess-header.ts";

const rows = (text: string) => text.split("\n").map((line) => line.split(","));

it.each([
  "Name,E-Mail,Table\nAda,ada@example.org,7",
  "First name,Last name,Company\nAda,Lovelace,ACM",
  "Gast\nAda",
  "Xyz,Abc\nAda,T-10\nAlan,T-11",
  "Ticket,Gast",
  "Name,Menu 2026\nAda,fish",
])("%j begins with the names of its columns", (text) => {
  expect(guessHeader(rows(text))).toBe(true);
});

it.each([
  "Ann\nBob\nCem",
  "Ann",
  "Ada,ada@example.org\nAlan,alan@example.org",
  "Name,ada@example.org\nAlan,alan@example.org",
  "T-0001,Ada Lovelace\nT-0002,Grace Hopper",
  "Ann,Team\nBob,Team",
  "a,b\nc,d",
  "",
])("%j begins with a guest", (text) => {
  expect(guessHeader(rows(text))).toBe(false);
});
