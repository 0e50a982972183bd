import type { Place } from "./memory-map.ts";

/** The fields that are read; those of one version only are optional. */
export type OpenTag3DFields = Record<
  | "material"
  | "modifier"
  | "brand"
  | "colorName"
  | "color1"
  | "color2"
  | "color3"
  | "color4"
  | "diameter"
  | "weight"
  | "printTemperature"
  | "minPrintTemperature"
  | "maxPrintTemperature"
  | "bedTemperature"
  | "minBedTemperature"
  | "maxBedTemperature"
  | "maxDryingTemperature"
  | "dryingTime"
  | "density"
  | "containerWeight"
  | "length"
  | "serial"
  | "date"
  | "url",
  Place
> &
  Partial<Record<"sku" | "gtin" | "minNozzleDiameter" | "chamberTemperature", Place>>;

/**
 * The memory maps by major version, from `assets/json/spec_v1.json` (1.003) and `_data/spec.json`
 * (2.003) of GooborgStudios/OpenTag3D. The maps did not change between 1.000 and 1.003, or between
 * 2.000 and 2.003. `required` is the length up to the end of the last required field.
 */
export const openTag3DMaps: Readonly<
  Record<number, { newest: number; required: number; fields: OpenTag3DFields }>
> = {
  1: {
    newest: 1003,
    required: 0x64,
    fields: {
      material: [0x02, 5],
      modifier: [0x07, 5],
      brand: [0x1b, 16],
      colorName: [0x2b, 32],
      color1: [0x4b, 4],
      color2: [0x50, 4],
      color3: [0x54, 4],
      color4: [0x58, 4],
      diameter: [0x5c, 2],
      weight: [0x5e, 2],
      printTemperature: [0x60, 1],
      bedTemperature: [0x61, 1],
      density: [0x62, 2],
      url: [0x70, 32],
      serial: [0x90, 16],
      date: [0xa0, 4],
      containerWeight: [0xac, 2],
      length: [0xb0, 2],
      maxDryingTemperature: [0xb2, 1],
      dryingTime: [0xb3, 1],
      minPrintTemperature: [0xb4, 1],
      maxPrintTemperature: [0xb5, 1],
      minBedTemperature: [0xb6, 1],
      maxBedTemperature: [0xb7, 1],
    },
  },
  2: {
    newest: 2003,
    required: 0xa0,
    fields: {
      material: [0x02, 5],
      modifier: [0x07, 5],
      brand: [0x0c, 16],
      colorName: [0x1c, 32],
      color1: [0x3c, 4],
      color2: [0x40, 4],
      color3: [0x44, 4],
      color4: [0x48, 4],
      serial: [0x4c, 32],
      sku: [0x6c, 16],
      gtin: [0x7c, 6],
      date: [0x84, 4],
      diameter: [0x8c, 2],
      minNozzleDiameter: [0x8f, 1],
      printTemperature: [0x90, 1],
      minPrintTemperature: [0x91, 1],
      maxPrintTemperature: [0x92, 1],
      chamberTemperature: [0x93, 1],
      bedTemperature: [0x94, 1],
      minBedTemperature: [0x95, 1],
      maxBedTemperature: [0x96, 1],
      maxDryingTemperature: [0x9a, 1],
      dryingTime: [0x9b, 1],
      density: [0x9c, 2],
      weight: [0x9e, 2],
      containerWeight: [0xa0, 2],
      length: [0xa2, 2],
      url: [0xb8, 32],
    },
  },
};
