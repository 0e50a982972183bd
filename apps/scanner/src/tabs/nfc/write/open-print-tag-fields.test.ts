import { openPrintTagFields } from "@scanhook/tags";
import { expect, test } from "vitest";
import { openPrintTagForm } from "./open-print-tag-fields.ts";

function namesFor(materialClass: string): string[] {
  const { first, more } = openPrintTagForm({ "main.material_class": materialClass });
  return [...first, ...more].flatMap(({ fields }) => fields.map(({ name }) => name));
}

test("every field of the specification that the material can have is in the form, once", () => {
  for (const [materialClass, other] of [
    ["FFF", "sla"],
    ["SLA", "fff"],
  ] as const) {
    const specified = (["main", "aux"] as const).flatMap((region) =>
      openPrintTagFields[region]
        .filter(({ category }) => category !== other)
        .map(({ name }) => `${region}.${name}`),
    );
    const names = namesFor(materialClass);
    // The properties of a material come in several groups.
    expect(new Set(names)).toEqual(new Set(specified));
    expect(names.filter((name) => name !== "main.tags").length).toBe(specified.length - 1);
  }
});

test("a value that this version does not know can stay", () => {
  const { first } = openPrintTagForm({ "main.material_class": "FFF", "main.material_type": "999" });
  const type = first[0]?.fields.find(({ name }) => name === "main.material_type");
  expect(type?.options?.at(-1)).toEqual({ value: "999", label: "Number 999" });
});
