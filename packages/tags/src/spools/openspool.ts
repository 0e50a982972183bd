import { dropUndefined, type SpoolResult, toTemperatureRange } from "./spool.ts";

/**
 * Parses the JSON of an OpenSpool record (README of spuder/OpenSpool, 1.0), with the values that
 * Snapmaker's U1 adds: subtype, alpha, additional colors, bed temperatures, weight and diameter
 * (snapmakeru1-extended-firmware.pages.dev, design/openspool). Numbers may be texts. Returns
 * undefined for other JSON, and `reason` for an OpenSpool that is cut off.
 */
export function parseOpenSpool(text: string): SpoolResult | undefined {
  const json = parseJson(text);
  if (json === undefined) {
    return mentionPattern.test(text)
      ? {
          ok: false,
          reason: "The OpenSpool data is not whole JSON. Read the tag again, or write it anew.",
        }
      : undefined;
  }
  if (!isObject(json) || json.protocol !== "openspool") return undefined;
  const problems: string[] = [];
  const number = (key: string) => readNumber(json, key, problems);
  const weight = number("weight");
  const spool = dropUndefined({
    format: "OpenSpool",
    version: readText(json.version),
    brand: readText(json.brand),
    material: readText(json.type),
    variant: readText(json.subtype),
    colors: readColors(json, problems),
    properties: [],
    nominalWeight: weight,
    fullWeight: weight,
    printTemperature: toTemperatureRange(number("min_temp"), number("max_temp")),
    bedTemperature: toTemperatureRange(number("bed_min_temp"), number("bed_max_temp")),
    diameter: number("diameter"),
    problems,
  });
  return { ok: true, spool };
}

/** Finds the mark of the format in JSON that cannot be parsed. */
const mentionPattern = /"protocol"\s*:\s*"openspool"/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}

/** Returns a number from 0 on; undefined if the key is missing, empty or 0. */
function readNumber(
  json: Record<string, unknown>,
  key: string,
  problems: string[],
): number | undefined {
  const value = json[key];
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number) && number >= 0) {
    return number === 0 ? undefined : number;
  }
  problems.push(`${key} is damaged: it should be a number, but is ${describe(value)}.`);
  return undefined;
}

function readColors(json: Record<string, unknown>, problems: string[]): string[] {
  const others = Array.isArray(json.additional_color_hexes) ? json.additional_color_hexes : [];
  const alpha = typeof json.alpha === "string" && /^[0-9a-f]{2}$/i.test(json.alpha);
  return [json.color_hex, ...others].flatMap((value, index) => {
    if (value === undefined || value === null || value === "") return [];
    const hex = typeof value === "string" ? colorPattern.exec(value.trim())?.[1] : undefined;
    if (hex === undefined) {
      problems.push(
        `A color is damaged: it should have 6 hexadecimal digits, but is ${describe(value)}.`,
      );
      return [];
    }
    const opacity = index === 0 && alpha ? String(json.alpha) : "";
    return [`#${hex}${opacity}`.toUpperCase().replace(/^(#.{6})FF$/, "$1")];
  });
}

const colorPattern = /^#?([0-9a-f]{6})$/i;

function describe(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeof value;
}
