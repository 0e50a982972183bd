import { type Place, readMap } from "./memory-map.ts";
import { type OpenTag3DFields, openTag3DMaps } from "./opentag3d-fields.ts";
import {
  dropUndefined,
  formatColor,
  formatDay,
  type SpoolResult,
  toTemperatureRange,
} from "./spool.ts";

/** The media type of an OpenTag3D record, which is the same for all versions. */
export const openTag3DMediaType = "application/opentag3d";

/**
 * Parses the payload of an OpenTag3D record (opentag3d.info/spec). The version in its first two
 * bytes, in thousandths, decides which memory map applies. As the specification asks of readers, a
 * newer minor version is read with a warning in `problems`, and an unknown major version is
 * refused.
 *
 * Reads what describes the spool. Leaves out the measured weight, because versions disagree whether
 * it includes the spool, and values for tuning prints, such as volumetric speeds and melt flow.
 */
export function parseOpenTag3D(payload: Uint8Array): SpoolResult {
  const version = readMap(payload).integer([0, 2]) ?? 0;
  const map = openTag3DMaps[Math.floor(version / 1000)];
  if (payload.length < 2) return refuseCutOff("its version");
  if (map === undefined) {
    return {
      ok: false,
      reason: `This tag uses OpenTag3D ${formatVersion(version)}, which this version of Scanhook cannot read; it reads 1 and 2.`,
    };
  }
  const [materialOffset, materialLength] = map.fields.material;
  if (payload.length < materialOffset + materialLength) {
    return refuseCutOff("the name of the material");
  }
  const problems: string[] = [];
  if (version > map.newest) {
    problems.push(
      `This tag uses OpenTag3D ${formatVersion(version)}, which is newer than ${formatVersion(map.newest)}, so values may be missing or wrong.`,
    );
  }
  if (payload.length < map.required) {
    problems.push(
      `The OpenTag3D data has ${payload.length} bytes, but its required values take ${map.required}, so some are missing.`,
    );
  }
  return { ok: true, spool: readSpool(payload, map.fields, formatVersion(version), problems) };
}

function readSpool(
  payload: Uint8Array,
  fields: OpenTag3DFields,
  version: string,
  problems: string[],
) {
  const read = readMap(payload);
  const weight = read.integer(fields.weight);
  const address = read.text(fields.url);
  const temperature = (place: Place | undefined) => read.scaled(place, 5);
  return dropUndefined({
    format: "OpenTag3D",
    version,
    brand: read.text(fields.brand),
    material: read.text(fields.material),
    variant: read.text(fields.modifier),
    colorName: read.text(fields.colorName),
    colors: [fields.color1, fields.color2, fields.color3, fields.color4]
      .map((place) => read.bytes(place))
      .filter((rgba) => rgba !== undefined)
      .map(formatColor),
    properties: [],
    nominalWeight: weight,
    fullWeight: weight,
    containerWeight: read.integer(fields.containerWeight),
    length: read.integer(fields.length),
    printTemperature: toTemperatureRange(
      temperature(fields.minPrintTemperature),
      temperature(fields.maxPrintTemperature),
      temperature(fields.printTemperature),
    ),
    bedTemperature: toTemperatureRange(
      temperature(fields.minBedTemperature),
      temperature(fields.maxBedTemperature),
      temperature(fields.bedTemperature),
    ),
    chamberTemperature: toTemperatureRange(
      undefined,
      undefined,
      temperature(fields.chamberTemperature),
    ),
    dryingTemperature: toTemperatureRange(undefined, temperature(fields.maxDryingTemperature)),
    dryingTime: read.scaled(fields.dryingTime, 60),
    diameter: read.scaled(fields.diameter, 1, 1000),
    minNozzleDiameter: read.scaled(fields.minNozzleDiameter, 1, 10),
    density: read.scaled(fields.density, 1, 1000),
    madeOn: readDay(read.bytes(fields.date), problems),
    serial: read.text(fields.serial),
    sku: read.text(fields.sku),
    gtin: read.integer(fields.gtin)?.toString(),
    url: address && (address.includes("://") ? address : `https://${address}`),
    problems,
  });
}

function readDay(bytes: Uint8Array | undefined, problems: string[]): string | undefined {
  if (bytes === undefined) return undefined;
  const [high = 0, low = 0, month = 0, day = 0] = bytes;
  const date = formatDay(high * 256 + low, month, day);
  if (date === undefined)
    problems.push("The date of manufacture is damaged: there is no such day.");
  return date;
}

function formatVersion(version: number): string {
  return (version / 1000).toFixed(3);
}

function refuseCutOff(missing: string): SpoolResult {
  const reason = `The OpenTag3D data ends before ${missing}. Read the tag again, or write it anew.`;
  return { ok: false, reason };
}
