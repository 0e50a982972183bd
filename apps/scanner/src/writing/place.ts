import { uriRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";

export type PlaceValues = { coordinates: string; name: string };

export const emptyPlace: PlaceValues = { coordinates: "", name: "" };

/**
 * Returns a `geo:` link (RFC 5870). A name is added as `?q=latitude,longitude(name)`, which
 * Android's maps understand.
 */
export function toPlaceRecords({ coordinates, name }: PlaceValues): FormResult<keyof PlaceValues> {
  const point = toPoint(coordinates);
  return toFormResult({ coordinates: findCoordinatesProblem(coordinates), name: undefined }, () => {
    const label = encodeURIComponent(name.trim().toWellFormed());
    return [uriRecord(label ? `geo:${point}?q=${point}(${label})` : `geo:${point}`)];
  });
}

function findCoordinatesProblem(input: string): FieldProblem | undefined {
  if (input.trim() === "") return "no-place";
  return toPoint(input) === undefined ? "not-a-place" : undefined;
}

/**
 * Converts coordinates to `latitude,longitude`. Accepts `48.201, 16.3695`, also with a space or a
 * semicolon as the separator, with degree signs or after `geo:`. Returns undefined for other texts.
 */
function toPoint(input: string): string | undefined {
  const match =
    /^(?:geo:)?([+-]?\d{1,3}(?:\.\d+)?)°?(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}(?:\.\d+)?)°?$/i.exec(
      input.trim(),
    );
  const [latitude, longitude] = [match?.[1], match?.[2]].map(toDecimal);
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined;
  return `${latitude},${longitude}`;
}

/** Keeps up to seven decimals, which is about a centimeter. Maps give more decimals. */
function toDecimal(input: string | undefined): string | undefined {
  if (input === undefined) return undefined;
  return input.replace(/^\+/, "").replace(/(\.\d{7})\d+$/, "$1");
}
