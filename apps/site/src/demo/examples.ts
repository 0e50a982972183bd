import type { Behavior, Reading } from "./exchange.ts";

/** The initial values of the demo's form, by kind of scan. */
export const examples = {
  code: { kind: "code", content: "https://example.org/items/4006381333931" },
  nfc: { kind: "nfc", content: "Storeroom, shelf 4", uid: "04:A2:7F:1B:5E:80:00" },
  openPrintTag: {
    kind: "openPrintTag",
    content: "PETG Jet Black",
    uid: "E0:04:01:50:9A:3B:7C:11",
    structured: { material: "PETG", color: "#24292A", manufacturer: "Prusament" },
  },
} as const satisfies { [kind in Reading["kind"]]: Extract<Reading, { kind: kind }> };

/** A fixed moment for the static page, so that builds are reproducible. */
export const exampleMoment = {
  date: new Date("2026-05-12T14:23:01Z"),
  uuid: () => "6f1c9d1e-0c57-4a3e-9d0a-6b7d6a1f2c11",
};

export const kindTitles: Readonly<Record<Reading["kind"], string>> = {
  code: "QR code or barcode",
  nfc: "NFC tag",
  openPrintTag: "OpenPrintTag",
};

/** Explains each field of the body to newcomers. */
export function fieldsOf(kind: Reading["kind"]): { name: string; text: string }[] {
  return [
    { name: "identifier", text: identifiers[kind] },
    { name: "date", text: "when the device made the scan" },
    { name: "content", text: contents[kind] },
    ...(kind === "openPrintTag"
      ? [
          { name: "tagType", text: "only for structured tags; this is the one kind there is" },
          { name: "structured", text: "what the tag says about itself, key by key" },
        ]
      : []),
  ];
}

const identifiers: Readonly<Record<Reading["kind"], string>> = {
  code: "names this one scan: another UUID each time",
  nfc: "the number of the tag: the same each time",
  openPrintTag: "the number of the tag: the same each time",
};

const contents: Readonly<Record<Reading["kind"], string>> = {
  code: "what the code says, nothing added",
  nfc: "the text or address on the tag",
  openPrintTag: "the name of the material",
};

export const behaviorTitles: Readonly<Record<Behavior, string>> = {
  accepts: "takes it (204)",
  answers: "takes it and says something (200)",
  warns: "takes it and warns (200, ok: false)",
  asks: "asks for a password first (401)",
  fails: "cannot keep it (503)",
};
