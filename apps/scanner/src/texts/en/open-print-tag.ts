/** The list of all fields of an OpenPrintTag, on the card of its spool or bottle. */
export const openPrintTagTexts = {
  allFields: "All fields",
  regions: {
    main: "Material",
    aux: "Use (may be written by printers)",
    meta: "Layout on the tag",
    uuids: "UUIDs, written or derived",
  },
  uuids: { brand: "Brand", material: "Material", package: "Package", instance: "This piece" },
  unknownField: (key: string) => `Unknown field, key ${key}`,
};
