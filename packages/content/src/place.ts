import { parseQuery } from "./uri-query.ts";

/** A place on Earth: coordinates in degrees (WGS 84), a label to search a map for, or both. */
export type Place = {
  kind: "place";
  coordinates?: { latitude: number; longitude: number } | undefined;
  label?: string | undefined;
};

/**
 * Parses `geo:` (RFC 5870), including the search `?q=` that Android defines. Returns undefined for
 * coordinates of another reference system than WGS 84, such as those of the Moon (`crs=`).
 */
export function parsePlace(text: string): Place | undefined {
  const [, path = "", query = ""] = /^\s*geo:([^?]*)\??(.*)$/is.exec(text) ?? [];
  const [coordinatesText = "", ...parameters] = path.split(";");
  const system = parameters.find((parameter) => /^crs=/i.test(parameter));
  if (system !== undefined && system.slice("crs=".length).toLowerCase() !== "wgs84")
    return undefined;
  const point = parseCoordinates(coordinatesText);
  const [search, searchLabel] = splitLabel(
    parseQuery(query).get("q")?.replaceAll("+", " ").trim() ?? "",
  );
  const searchPoint = parseCoordinates(search);
  const label = searchLabel || (searchPoint ? undefined : search.trim());
  // With a search, `geo:0,0` is a placeholder for "no point given".
  const isPlaceholder = query !== "" && point?.latitude === 0 && point.longitude === 0;
  const coordinates = searchPoint ?? (isPlaceholder ? undefined : point);
  if (!point || (!coordinates && !label)) return undefined;
  return { kind: "place", coordinates, label: label || undefined };
}

/** Splits `search(label)` at its first parenthesis, if the last one ends it. */
function splitLabel(text: string): [search: string, label?: string] {
  const opening = text.endsWith(")") ? text.indexOf("(") : -1;
  return opening < 0 ? [text] : [text.slice(0, opening), text.slice(opening + 1, -1)];
}

function parseCoordinates(text: string): Place["coordinates"] {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*(?:,.*)?$/.exec(text);
  if (!match) return undefined;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}
