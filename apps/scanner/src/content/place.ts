import { parseQuery } from "./phone.ts";

/** A place on earth: coordinates in degrees (WGS 84), or only words to search a map for. */
export type Place = {
  kind: "place";
  coordinates?: { latitude: number; longitude: number };
  label?: string;
};

/** Reads `geo:` (RFC 5870), with `?q=` as Android uses it. */
export function parsePlace(text: string): Place | undefined {
  const [, point = "", query = ""] = /^\s*geo:([^?]*)\??(.*)$/is.exec(text) ?? [];
  const path = toCoordinates(point.split(";")[0] ?? "");
  const [, wanted = "", named] =
    /^(.*?)(?:\((.*)\))?$/s.exec(parseQuery(query).get("q")?.replaceAll("+", " ").trim() ?? "") ??
    [];
  const asked = toCoordinates(wanted);
  const label = named || (asked ? undefined : wanted.trim());
  // With a search, `geo:0,0` means nowhere in particular.
  const nowhere = query !== "" && path?.latitude === 0 && path.longitude === 0;
  const coordinates = asked ?? (nowhere ? undefined : path);
  if (!path || (!coordinates && !label)) return undefined;
  return { kind: "place", ...(coordinates ? { coordinates } : {}), ...(label ? { label } : {}) };
}

function toCoordinates(text: string): Place["coordinates"] {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*(?:,.*)?$/.exec(text);
  if (!match) return undefined;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}
