const identifier = {
  type: "string",
  description:
    "NFC: the tag's hardware UID, upper-case hexadecimal bytes separated by colons, or NoIdentifierInCompatibilityMode. QR code or barcode: a new UUID for every scan.",
  examples: ["04:A2:7F:1B:5E:80:00", "6f1c9d1e-0c57-4a3e-9d0a-6b7d6a1f2c11"],
};

/**
 * The payload as JSON Schema (2020-12): the fields a sender should send and a receiver must accept.
 */
export const scanJsonSchema: Readonly<Record<string, unknown>> = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Scan",
  description: "One scan of an NFC tag, a QR code or a barcode.",
  type: "object",
  required: ["date", "content"],
  anyOf: [{ required: ["identifier"] }, { required: ["tagIdentifier"] }],
  properties: {
    identifier,
    tagIdentifier: { ...identifier, deprecated: true },
    date: {
      type: "string",
      description: "The device's time of the scan, ISO 8601.",
      examples: ["2026-05-12T14:23:01Z"],
    },
    content: {
      type: "string",
      description: "NFC: the value of the record (URI, text or JSON). Code: the decoded string.",
      examples: ["https://example.com/item/42"],
    },
    tagType: {
      type: "string",
      description: "Only for structured tags; openPrintTag is the only kind at present.",
      examples: ["openPrintTag"],
    },
    structured: {
      type: "object",
      description: "The fields of the structured tag. Receivers accept any keys.",
      properties: {
        material: { type: "string", description: "Material name." },
        color: { type: "string", description: "Color as #RRGGBB." },
        manufacturer: { type: "string", description: "Manufacturer name." },
        uuid: { type: "string", description: "Identifier of the item." },
      },
    },
  },
};
