import { expect, test } from "vitest";
import { kinds } from "../../../../src/destinations/kinds.ts";
import english from "../../texts/en/destination-kinds.json" with { type: "json" };
import { translateKind } from "./translate-kind.ts";

test("the English texts of all kinds are what the hub says", () => {
  for (const kind of kinds) expect(translateKind(kind)).toEqual(kind);
});

type Words = { label: string; help?: string; choices?: object };

test("every text of the hub about a kind can be translated, and no other text is left", () => {
  const shared: Readonly<Record<string, Words>> = english.fields;
  const own: Readonly<Record<string, { fields: Readonly<Record<string, Words>> }>> = english.kinds;
  const used = kinds.flatMap(({ name: kind, fields }) =>
    fields.map(({ name, help, choices = [] }) => {
      const ofKind = own[kind]?.fields[name];
      const words = ofKind ?? shared[name];
      const isWorded = choices.some(({ value, label }) => value !== label);
      const expected = [help !== undefined, isWorded];
      expect([words?.help !== undefined, words?.choices !== undefined]).toEqual(expected);
      return ofKind ? `${kind}.${name}` : name;
    }),
  );
  const existing = Object.entries(own).flatMap(([kind, { fields }]) =>
    Object.keys(fields).map((name) => `${kind}.${name}`),
  );
  expect(new Set(used)).toEqual(new Set([...Object.keys(shared), ...existing]));
  expect(Object.keys(own)).toEqual(kinds.map(({ name }) => name));
});

test("a kind and a field that the page does not know keep the words of the hub", () => {
  const fields = [{ name: "url", label: "Where", type: "url" as const }];
  const future = { name: "constructor", title: "Future", summary: "Newer.", fields };
  expect(translateKind(future)).toBe(future);
  const field = { name: "toString", label: "New one", type: "text" as const };
  expect(translateKind({ ...future, name: "mqtt", fields: [field] }).fields).toEqual([field]);
});
