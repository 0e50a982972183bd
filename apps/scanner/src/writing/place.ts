import { uriRecord } from "@scanhook/tags";
import { type Made, made, type Problem } from "./made.ts";

export type PlaceValues = { coordinates: string; name: string };

export const emptyPlace: PlaceValues = { coordinates: "", name: "" };

/** A place as `geo:` (RFC 5870); a name is said as Android's maps understand it, `?q=latitude,longitude(name)`. */
export function placeRecords({ coordinates, name }: PlaceValues): Made<keyof PlaceValues> {
  const point = toPoint(coordinates);
  return made({ coordinates: pointProblem(coordinates), name: undefined }, () => {
    const label = encodeURIComponent(name.trim().toWellFormed());
    return [uriRecord(label ? `geo:${point}?q=${point}(${label})` : `geo:${point}`)];
  });
}

function pointProblem(written: string): Problem | undefined {
  if (written.trim() === "") return "no-place";
  return toPoint(written) === undefined ? "not-a-place" : undefined;
}

/** `48.201, 16.3695` as maps show it, with a space or a semicolon between the two, or after `geo:`. */
function toPoint(written: string): string | undefined {
  const match =
    /^(?:geo:)?([+-]?\d{1,3}(?:\.\d+)?)°?(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}(?:\.\d+)?)°?$/i.exec(
      written.trim(),
    );
  const [latitude, longitude] = [match?.[1], match?.[2]].map(toDecimal);
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined;
  return `${latitude},${longitude}`;
}

/** Up to seven digits after the point, a centimetre; maps give more than that. */
function toDecimal(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  return written.replace(/^\+/, "").replace(/(\.\d{7})\d+$/, "$1");
}
