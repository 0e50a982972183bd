import {
  type OpenPrintTag,
  type OpenPrintTagField,
  openPrintTagEnums,
  openPrintTagFields,
} from "@scanhook/tags";
import { openPrintTagTexts } from "../texts/nfc.ts";
import { formatNumber } from "../texts/numbers.ts";
import { formatDay, type MaterialFact } from "./material-values.ts";

/**
 * Returns all fields of a tag in the order and with the names of the specification, and the UUIDs,
 * written or derived.
 */
export function listAllFields(tag: OpenPrintTag): { region: string; facts: MaterialFact[] }[] {
  const regions = (["main", "aux", "meta"] as const).map((name) => ({
    region: openPrintTagTexts.regions[name],
    facts: [
      ...openPrintTagFields[name].flatMap((field) => {
        const value = tag[name]?.[field.name];
        return value === undefined ? [] : [{ label: field.name, value: formatField(field, value) }];
      }),
      ...Object.entries(tag.unknownFields[name] ?? {}).map(([key, value]) => ({
        label: openPrintTagTexts.unknownField({ key }),
        value,
      })),
    ],
  }));
  const uuids = Object.entries(tag.uuids).map(([name, value]) => ({
    label: openPrintTagTexts.uuids[name as keyof typeof openPrintTagTexts.uuids],
    value: value ?? "",
  }));
  return [...regions, { region: openPrintTagTexts.regions.uuids, facts: uuids }].filter(
    ({ facts }) => facts.length > 0,
  );
}

function formatField({ type, unit, items }: OpenPrintTagField, value: unknown): string {
  if (type === "timestamp") {
    const seconds = typeof value === "number" ? value : Number.NaN;
    return formatDay(new Date(seconds * 1000)) ?? String(value);
  }
  const parts = Array.isArray(value) && value.length > 0 ? value : [value];
  const formatted = parts.map((part) => {
    const label = items && labelOf(items, part);
    if (label && label.toLowerCase() !== String(part).toLowerCase()) return `${part} (${label})`;
    return typeof part === "number" && type === "number" && unit
      ? formatNumber(part)
      : String(part);
  });
  return unit && type !== "color_lab" && typeof value === "number"
    ? `${formatted.join(", ")} ${unit}`
    : formatted.join(", ");
}

/** Returns the label of an enum's value; undefined if this version does not know it. */
function labelOf(enumName: keyof typeof openPrintTagEnums, name: unknown): string | undefined {
  return openPrintTagEnums[enumName].find((each) => each.name === name)?.label;
}
