import type { OpenPrintTag } from "./parse.ts";
import { openPrintTagFields } from "./tables/fields.ts";

/** The keys of a scan's `structured`. */
export type StructuredTag = {
  material?: string;
  color?: string;
  manufacturer?: string;
  uuid?: string;
};

/**
 * Returns the four keys of a scan's `structured`, each omitted if the tag does not define it: the
 * material's type, or else its abbreviation or name; the primary color, or else the first secondary
 * one, as #RRGGBB; the brand; and the UUID of this individual spool or bottle.
 */
export function structuredOf({ main, uuids }: OpenPrintTag): StructuredTag {
  const material =
    toNonEmptyText(main.material_type) ??
    toNonEmptyText(main.material_abbreviation) ??
    toNonEmptyText(main.material_name);
  const color = colorFields
    .map((name) => toNonEmptyText(main[name]))
    .find((value) => value !== undefined);
  const manufacturer = toNonEmptyText(main.brand_name);
  const structured: StructuredTag = {};
  if (material) structured.material = material;
  if (color) structured.color = color.slice(0, 7).toUpperCase();
  if (manufacturer) structured.manufacturer = manufacturer;
  if (uuids.instance) structured.uuid = uuids.instance;
  return structured;
}

/**
 * Returns the material's name, or else its manufacturer and type. Returns undefined if the tag
 * defines none of them.
 */
export function materialNameOf(tag: OpenPrintTag): string | undefined {
  const { manufacturer, material } = structuredOf(tag);
  return (
    toNonEmptyText(tag.main.material_name) ??
    toNonEmptyText([manufacturer, material].filter((part) => part !== undefined).join(" "))
  );
}

/** The names of the color fields in the order of the specification, the primary color first. */
const colorFields = openPrintTagFields.main
  .filter(({ type }) => type === "color_rgba")
  .map(({ name }) => name);

/** Returns the value if it is non-empty text, else undefined. An unknown enum value is a number. */
function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
