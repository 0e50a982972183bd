import type { OpenPrintTag } from "./parse.ts";
import { openPrintTagFields } from "./tables.ts";

/**
 * The four keys of a scan's `structured`, each left out when the tag does not say: the material's type, else its
 * abbreviation, else its name; the primary colour, else the first secondary, as #RRGGBB; the brand; the UUID of this
 * very spool or bottle.
 */
export function structuredOf({ main, uuids }: OpenPrintTag): {
  material?: string;
  color?: string;
  manufacturer?: string;
  uuid?: string;
} {
  const material =
    text(main.material_type) ?? text(main.material_abbreviation) ?? text(main.material_name);
  const color = colorFields.map((name) => text(main[name])).find((value) => value !== undefined);
  const manufacturer = text(main.brand_name);
  return {
    ...(material && { material }),
    ...(color && { color: color.slice(0, 7).toUpperCase() }),
    ...(manufacturer && { manufacturer }),
    ...(uuids.instance && { uuid: uuids.instance }),
  };
}

/** What to call the material: its name, else manufacturer and material as far as the tag says them. */
export function materialNameOf(tag: OpenPrintTag): string | undefined {
  const { manufacturer, material } = structuredOf(tag);
  return (
    text(tag.main.material_name) ??
    text([manufacturer, material].filter((word) => word !== undefined).join(" "))
  );
}

/** The primary one first, as in the specification. */
const colorFields = openPrintTagFields.main
  .filter(({ type }) => type === "color_rgba")
  .map(({ name }) => name);

/** A type this version does not know is a number, and an empty text says nothing. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
