/** The formats that can be made, by the names of `@scanhook/codes`. */
export const writableFormats = ["qr", "datamatrix", "code128", "ean13", "ean8", "upca"] as const;

/** The name of a format that can be made. */
export type WritableFormat = (typeof writableFormats)[number];

export function isWritableFormat(name: string): name is WritableFormat {
  return writableFormats.some((format) => format === name);
}

/** A format of bars, below which its text is usually printed. */
export type BarFormat = Exclude<WritableFormat, "qr" | "datamatrix">;

export function hasBars(format: WritableFormat): format is BarFormat {
  return format !== "qr" && format !== "datamatrix";
}

/**
 * The width of a module as it is printed, in millimeters. That of EAN and UPC is the nominal one
 * (GS1 General Specifications, 5.2.3); the others are read well by a phone from 20 cm.
 */
export const moduleWidths: Record<WritableFormat, number> = {
  qr: 0.75,
  datamatrix: 0.75,
  code128: 0.33,
  ean13: 0.33,
  ean8: 0.33,
  upca: 0.33,
};

/**
 * The light margin of a code in modules: ISO/IEC 18004, 6.3.8 (QR code); ISO/IEC 16022, 5.1.2 (Data
 * Matrix asks for 1); ISO/IEC 15417, 4.4 (Code 128); ISO/IEC 15420, 4.3.4 (the largest of EAN and
 * UPC).
 */
export const quietZones: Record<WritableFormat, number> = {
  qr: 4,
  datamatrix: 2,
  code128: 10,
  ean13: 11,
  ean8: 7,
  upca: 9,
};
