import { openPrintTagFields } from "@scanhook/tags";
import { describe, expect, it } from "vitest";
import { createOpenPrintTagForm } from "./open-print-tag-fields.ts";

function listFieldNames(materialClass: string): string[] {
  const { first, more } = createOpenPrintTagForm({ "main.material_class": materialClass });
  return [...first, ...more].flatMap(({ fields }) => fields.map(({ name }) => name));
}

describe("createOpenPrintTagForm", () => {
  it.each([
    ["FFF", "sla"],
    ["SLA", "fff"],
  ])("has each field of the specification that applies to %s once", (materialClass, excluded) => {
    const specified = (["main", "aux"] as const).flatMap((region) =>
      openPrintTagFields[region]
        .filter(({ category }) => category !== excluded)
        .map(({ name }) => `${region}.${name}`),
    );
    const names = listFieldNames(materialClass);
    expect(new Set(names)).toEqual(new Set(specified));
    // `main.tags` has a form field for each category of properties.
    const single = names.filter((name) => name !== "main.tags");
    expect(single.length).toBe(specified.length - 1);
  });

  it("keeps an enum value that this version does not know as an option", () => {
    const { first } = createOpenPrintTagForm({
      "main.material_class": "FFF",
      "main.material_type": "999",
    });
    const type = first[0]?.fields.find(({ name }) => name === "main.material_type");
    expect(type?.options?.at(-1)).toEqual({ value: "999", label: "Number 999" });
  });
});
