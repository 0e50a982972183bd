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
