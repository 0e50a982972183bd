import { writableFormats } from "@scanhook/code-writer";
import { createUsage } from "../../input/usage.ts";

export const codeOptions = {
  format: {
    value: "NAME",
    help: `${writableFormats.slice(0, -1).join(", ")} or ${writableFormats.at(-1)} (default: qr)`,
  },
  out: {
    value: "FILE",
    help: "write this file; its name ends in .svg, .png or .pdf, and an existing one is replaced",
  },
  wifi: { value: "NAME", help: "the content is a Wi-Fi network that phones join" },
  password: { value: "PASSWORD", help: "the password of the network; - reads it from stdin" },
  contact: { value: "NAME", help: "the content is a contact (vCard)" },
  organization: { value: "NAME", help: "contact: the company or club" },
  phone: { value: "NUMBER", help: "contact: a telephone number" },
  mail: { value: "ADDRESS", help: "contact: a mail address" },
  url: { value: "URL", help: "contact: a web page" },
  module: {
    value: "MM",
    help: "SVG and PNG: the width of a bar or square (default: 0.75 for qr and datamatrix, else 0.33)",
  },
  dpi: { value: "NUMBER", help: "PNG: the resolution, 72 to 1200 (default: 300)" },
  "no-text": { help: "SVG and PNG: no text below bars" },
  paper: {
    value: "NAME",
    help: "PDF: a4, letter, roll62 or roll29 (default: a4)",
  },
  copies: { value: "NUMBER", help: "PDF: this many labels of each content (default: 1)" },
} as const;

export const codeUsage = createUsage("code", {
  lines: [
    "scanhook code CONTENT… [--format NAME] [--out FILE] [options]",
    "scanhook code --wifi NAME [--password PASSWORD] [--out FILE]",
    "scanhook code --contact NAME [--phone NUMBER] [--mail ADDRESS] [--out FILE]",
  ],
  about: `Makes a QR code, Data Matrix or barcode of a text or link, a Wi-Fi network or a contact. Without --out, a QR code
is shown on the terminal; into a pipe, an SVG is written. A PDF is a sheet of labels with a code for each CONTENT; - reads
one content from each line of stdin. The check digit of EAN and UPC may be left out.`,
  options: codeOptions,
  after: "Exit code: 0 made, 1 the file is not written, 2 wrong use.",
  examples: [
    "scanhook code https://example.org/drill-7",
    "scanhook code 4006381333931 --format ean13 --out pens.svg",
    'echo "tall blue heron" | scanhook code --wifi Guests --password - --out guests.png',
    "seq -f SHELF-%03g 1 40 | scanhook code - --format code128 --out shelves.pdf",
  ],
});
