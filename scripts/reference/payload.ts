import {
  encodeNdef,
  encodeOpenPrintTag,
  mimeRecord,
  openPrintTagMediaType,
  parseTag,
  parseUid,
  uriRecord,
} from "@scanhook/tags";
import { codeScan, nfcScan, type Scan, scanJsonSchema, serializeScan } from "@scanhook/webhook";
import type { JsonSchema } from "./json-schema.ts";
import { blocks, code, fence, type Page, prose, table } from "./markdown.ts";

const date = new Date("2026-05-12T14:23:01Z");

/** Describes the JSON object of a scan from its schema, with examples that the package creates. */
export function describePayload(): Page {
  const schema = scanJsonSchema as JsonSchema;
  const { properties = {} } = schema;
  const examples = createExamples();
  return {
    name: "payload",
    title: "Payload schema",
    description:
      "The JSON object that is posted for every scan: its fields, its schema and examples.",
    tags: ["webhook", "receiver"],
    source: "packages/webhook",
    text: blocks(
      "The scanner sends one POST for each scan, with `Content-Type: application/json` and one JSON object in UTF-8. The keys are in the order of this page, and spaces and line breaks are as in the examples. A receiver must parse the JSON and not depend on either.",
      "## Fields",
      table(
        ["Field", "Type", "Present", "Meaning"],
        Object.entries(properties)
          .filter(([, { deprecated }]) => !deprecated)
          .map(([name, { type, description = "" }]) => [
            code(name),
            String(type),
            describePresence(name),
            prose(description),
          ]),
      ),
      "A receiver must accept and ignore fields that it does not know. Some senders still write `tagIdentifier` instead of `identifier`; Scanhook sends `identifier` and understands both.",
      "### structured",
      "The information that the tag stores about itself. Keys without a value on the tag are missing.",
      table(
        ["Key", "Type", "Meaning"],
        Object.entries(properties.structured?.properties ?? {}).map(
          ([name, { type, description = "" }]) => [code(name), String(type), prose(description)],
        ),
      ),
      "## Examples",
      ...examples.map(({ heading, about, scan }) =>
        blocks(`### ${heading}`, about, fence("json", serializeScan(scan))),
      ),
      "## JSON Schema",
      "Use this schema (draft 2020-12) for validators and for code generators. `scanJsonSchema` of `@scanhook/webhook` is the same object.",
      fence("json", JSON.stringify(scanJsonSchema, null, 2)),
    ),
  };
}

function describePresence(name: string): string {
  return name === "tagType" || name === "structured" ? "structured tags" : "always";
}

export function createExamples(): { heading: string; about: string; scan: Scan }[] {
  const uid = "04:A2:7F:1B:5E:80:00";
  const link = parseTag({
    uid: parseUid(uid),
    message: encodeNdef([uriRecord("https://example.com/item/42")]),
  });
  return [
    {
      heading: "A QR code or barcode",
      about: "`identifier` is a new UUID for every scan. It identifies the scan, not the code.",
      scan: codeScan(
        { content: "4006381333931" },
        { date, uuid: () => "6f1c9d1e-0c57-4a3e-9d0a-6b7d6a1f2c11" },
      ),
    },
    {
      heading: "An NFC tag",
      about: "`identifier` is the UID of the tag, which is the same in every scan of it.",
      scan: nfcScan({ uid, content: link.content }, { date }),
    },
    {
      heading: "An NFC tag whose UID is not given out",
      about: "If the device does not reveal the UID, `identifier` is a fixed word.",
      scan: nfcScan({ uid: undefined, content: "Shelf 7" }, { date }),
    },
    {
      heading: "An OpenPrintTag",
      about: "A scan of a tag that describes itself also has `tagType` and `structured`.",
      scan: openPrintTagScan("E0:04:01:08:66:2F:6F:BC"),
    },
  ];
}

function openPrintTagScan(uid: string): Scan {
  const encoded = encodeOpenPrintTag({
    main: {
      material_class: "FFF",
      material_type: "PLA",
      material_name: "PLA Prusa Galaxy Black",
      brand_name: "Prusament",
      primary_color: "#3d3e3dff",
      gtin: "8594173674985",
      instance_uuid: "c5e2a4b0-6a4f-4c55-9b6c-6f9d8b7a1e20",
    },
  });
  if (!encoded.ok) throw new Error(encoded.reason);
  const { content, tagType, structured } = parseTag({
    uid: parseUid(uid),
    message: encodeNdef([mimeRecord(openPrintTagMediaType, encoded.payload)]),
  });
  return nfcScan({ uid, content, ...(tagType && { tagType, structured }) }, { date });
}
