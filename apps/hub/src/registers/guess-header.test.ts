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
  "Xyz,E-Mail\nAda,ada@example.org",
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
  "Art,Garfunkel\nPaul,Simon",
  "Team,7\nAda,8",
  "",
])("%j begins with a guest", (text) => {
  expect(guessHeader(rows(text))).toBe(false);
});

it.each(["Name\nPens", "SKU,Gadget\nS,Pens", "Bin,Unit\nA,kg", "Gadget,Stock\nPens,4"])(
  "%j begins with the names of columns of a stock",
  (text) => {
    expect(guessHeader(rows(text), "stock")).toBe(true);
  },
);

it.each([
  "Box,4\nLamp,2\nChair,7",
  "Box\nLamp",
  "Box,red\nLamp,blue",
  "Part,3 pcs\nLamp,2 pcs",
  "Unit,4006381333931\nLamp,4006381333948",
])("%j begins with an article", (text) => {
  expect(guessHeader(rows(text), "stock")).toBe(false);
});

it.each([
  ["loans", "Gadget,Lent to\nDrill,Ada\nSaw,Ada", false],
  ["loans", "Gadget,Lent to,Due back\nDrill,Ada,\nSaw,Ada,2026-12-06", true],
  ["loans", "Name\nDrill", true],
  ["loans", "Drill,Ada\nSaw,Bob", false],
  ["inspection", "Gadget,Next inspection\nDrill,2026-12-06\nSaw,2026-12-07", true],
  ["inspection", "Drill,2026-12-06\nSaw,2026-12-07", false],
] as const)("a list of %s, %j, begins with names of columns: %j", (kind, text, expected) => {
  expect(guessHeader(rows(text), kind)).toBe(expected);
});
