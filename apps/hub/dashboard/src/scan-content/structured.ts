import { revealInvisible } from "@scanhook/content";
import type { StoredScan } from "../api.ts";

/** The data of an OpenPrintTag: the known keys, and all others as they were received. */
export type Spool = {
  material?: string;
  manufacturer?: string;
  /** `#RRGGBB`. A color in any other form is among the others. */
  color?: string;
  others: [key: string, value: string][];
};

/** Reads `structured` of an OpenPrintTag. Returns undefined for any other scan. */
export function toSpool({ tagType, structured }: StoredScan): Spool | undefined {
  if (tagType !== "openPrintTag") return undefined;
  const spool: Spool = { others: [] };
  for (const [key, value] of Object.entries(structured ?? {})) {
    if (key === "material" && isText(value)) spool.material = revealInvisible(value);
    else if (key === "manufacturer" && isText(value)) spool.manufacturer = revealInvisible(value);
    else if (key === "color" && isColor(value)) spool.color = value;
    else if (value !== null) spool.others.push([revealInvisible(key), formatValue(value)]);
  }
  return spool;
}

/** Formats a value of a structured tag as text, with names in place of invisible characters. */
export function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return revealInvisible(text, { keepLines: true });
}

export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
