import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createGuessing } from "./guessable.ts";

const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n + 1));

const count = (codes: string[]) => {
  const guessing = createGuessing();
  for (const code of codes) guessing.add([`t:${code}`, "u:04:A2:B3:C4"]);
  return guessing.count();
};

describe("codes", () => {
  it.each([
    ["numbered", numbered(300, (n) => `T-${String(n).padStart(4, "0")}`)],
    ["numbered within a long name", numbered(900, (n) => `SUMMERFESTIVAL-2026-${n + 1000}`)],
    ["one short number", ["4711"]],
    ["random numbers of six digits", numbered(50, (n) => String(100_000 + ((n * 7919) % 900_000)))],
  ])("that are %s can be guessed", (_, codes) => {
    expect(count(codes)).toBe(codes.length);
  });

  it.each([
    ["UUIDs", numbered(500, () => crypto.randomUUID())],
    ["80 random bits", numbered(500, () => randomBytes(10).toString("hex").toUpperCase())],
    ["one long random code", ["K7QX9M2WPA"]],
    ["no codes", []],
  ])("that are %s cannot", (_, codes) => {
    expect(count(codes)).toBe(0);
  });

  it("of several lengths are judged apart", () => {
    const safe = numbered(10, () => crypto.randomUUID());
    expect(count([...safe, ...numbered(9, (n) => `A${n}`)])).toBe(9);
  });

  it("of products are judged by their printed digits", () => {
    const guessing = createGuessing();
    for (const digit of "0123") guessing.add([`g:010952123454${digit}213`]);
    expect(guessing.count()).toBe(4);
  });
});
