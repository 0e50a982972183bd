import type { StoredScan } from "../api.ts";

/** What the hub shows of a structured tag: the keys it knows, and all others as they came. */
export type Spool = {
  material?: string;
  manufacturer?: string;
  /** `#RRGGBB`; anything else a sender gives as colour is among the others. */
  color?: string;
  others: [key: string, value: string][];
};

/** Reads `structured` of an OpenPrintTag; undefined for every other scan. */
export function toSpool({ tagType, structured }: StoredScan): Spool | undefined {
  if (tagType !== "openPrintTag") return undefined;
  const spool: Spool = { others: [] };
  for (const [key, value] of Object.entries(structured ?? {})) {
    if (key === "material" && isText(value)) spool.material = value;
    else if (key === "manufacturer" && isText(value)) spool.manufacturer = value;
    else if (key === "color" && isColor(value)) spool.color = value;
    else if (value !== null) spool.others.push([key, printValue(value)]);
  }
  return spool;
}

/** A value of a structured tag as text. */
export function printValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
