import {
  mimeRecord,
  openPrintTagMediaType,
  parseUid,
  printNdef,
  printOpenPrintTag,
  readTag,
  uriRecord,
} from "@scanhook/tags";
import { codeScan, nfcScan, printScan, type Scan, scanJsonSchema } from "@scanhook/webhook";
import type { JsonSchema } from "./described-hub.ts";
import { blocks, code, fence, type Page, prose, table } from "./markdown.ts";

const date = new Date("2026-05-12T14:23:01Z");

/** The JSON object of a scan: its schema, and examples that its own functions make. */
export function describePayload(): Page {
  const schema = scanJsonSchema as JsonSchema;
  const { properties = {} } = schema;
  const examples = makeExamples();
  return {
    name: "payload",
    title: "Payload schema",
    description: "The JSON object that is posted for every scan: its fields, its schema, examples.",
    tags: ["webhook", "receiver"],
    source: "packages/webhook",
    text: blocks(
      "One POST for each scan, with `Content-Type: application/json` and one JSON object in UTF-8. Keys come in the order of this page. The spaces and line breaks are as the examples show; a receiver parses JSON and depends on none of them.",
      "## Fields",
      table(
        ["Field", "Type", "When", "What it is"],
        Object.entries(properties)
          .filter(([, { deprecated }]) => !deprecated)
          .map(([name, { type, description = "" }]) => [
            code(name),
            String(type),
            whenOf(name),
            prose(description),
          ]),
      ),
      "A receiver takes fields it does not know, and leaves them alone. Some senders still write `tagIdentifier` instead of `identifier`; Scanhook sends `identifier` and understands both.",
      "### structured",
      "What the tag says of itself; a key is missing when the tag does not say it.",
      table(
        ["Key", "Type", "What it is"],
        Object.entries(properties.structured?.properties ?? {}).map(
          ([name, { type, description = "" }]) => [code(name), String(type), prose(description)],
        ),
      ),
      "## Examples",
      ...examples.map(({ heading, about, scan }) =>
        blocks(`### ${heading}`, about, fence("json", printScan(scan))),
      ),
      "## JSON Schema",
      "For validators, and for code made from schemas (draft 2020-12). `scanJsonSchema` of `@scanhook/webhook` is the same object.",
      fence("json", JSON.stringify(scanJsonSchema, null, 2)),
    ),
  };
}

function whenOf(name: string): string {
  return name === "tagType" || name === "structured" ? "structured tags" : "always";
}

export function makeExamples(): { heading: string; about: string; scan: Scan }[] {
  const uid = "04:A2:7F:1B:5E:80:00";
  const link = readTag({
    uid: parseUid(uid),
    message: printNdef([uriRecord("https://example.com/item/42")]),
  });
  return [
    {
      heading: "A QR code or barcode",
      about:
        "`identifier` is a new UUID for every scan: it says which scan this is, not which code.",
      scan: codeScan(
        { content: "4006381333931" },
        { date, uuid: () => "6f1c9d1e-0c57-4a3e-9d0a-6b7d6a1f2c11" },
      ),
    },
    {
      heading: "An NFC tag",
      about: "`identifier` is the UID of the tag, the same at every scan of it.",
      scan: nfcScan({ uid, content: link.content }, { date }),
    },
    {
      heading: "An NFC tag whose UID is not given out",
      about: "Where the device does not tell the UID, a fixed word stands in its place.",
      scan: nfcScan({ uid: undefined, content: "Shelf 7" }, { date }),
    },
    {
      heading: "An OpenPrintTag",
      about: "A tag that describes itself has `tagType` and `structured` too.",
      scan: openPrintTagScan("E0:04:01:08:66:2F:6F:BC"),
    },
  ];
}

function openPrintTagScan(uid: string): Scan {
  const printed = printOpenPrintTag({
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
  if (!printed.ok) throw new Error(printed.reason);
  const { content, tagType, structured } = readTag({
    uid: parseUid(uid),
    message: printNdef([mimeRecord(openPrintTagMediaType, printed.payload)]),
  });
  return nfcScan({ uid, content, ...(tagType && { tagType, structured }) }, { date });
}
