import { expect, test } from "vitest";
import { describeChange } from "./describe-change.ts";

const register = (rules: object) => ({ name: "gala", fields: { rules } });

test("of long values and of many fields, an entry has the beginnings", () => {
  const codes = Array.from({ length: 100_000 }, (_, index) => `code ${index}`);
  const long = describeChange(register({ codes: ["a"] }), register({ codes, capacity: 5 }));
  const start = JSON.stringify(codes).slice(0, 200);
  expect(long?.fields).toEqual([
    { field: "rules.codes", from: ["a"], to: `${start}… (1288891 characters)` },
    { field: "rules.capacity", from: null, to: 5 },
  ]);
  const names = Object.fromEntries(codes.map((code) => [code, code]));
  const many = describeChange(undefined, register(names));
  expect(many?.fields).toHaveLength(201);
  expect(many?.fields.slice(-2)).toEqual([
    { field: "rules.code 199", to: "code 199" },
    { field: "99800 more fields" },
  ]);
});

test("what a person writes is in an entry to the last character", () => {
  const shape = { format: "json", template: "{{ content }} ".repeat(1000) };
  const route = (fields: object) => ({ name: "all", fields: { ...fields } });
  expect(describeChange(route({}), route({ shape }))?.fields).toEqual([
    { field: "shape.format", from: null, to: "json" },
    { field: "shape.template", from: null, to: shape.template },
  ]);
});
