import { createInterface } from "node:readline";
import { type CodeFormat, codeFormats, isCodeFormat, type Reading } from "@scanhook/codes";
import type { Command, Io } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { nearest } from "../nearest.ts";
import { type DecodedPicture, decodePictures } from "../picture-decoding/decode-pictures.ts";
import { summaries } from "../summaries.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { printColumns, printUsage, wrongUse } from "../usage.ts";

const options = {
  formats: { value: "NAMES", help: "look only for these, separated by commas, such as qr,ean13" },
  json: { help: "print one line of JSON for each file" },
} as const;

export const decode: Command = {
  name: "decode",
  summary: summaries.decode,
  usage: printUsage({
    lines: ["scanhook decode FILE… [options]"],
    about: `Reads the QR codes, barcodes and other codes in pictures (JPEG, PNG, WebP, AVIF, TIFF, GIF, SVG). FILE is a
picture, a folder (with all folders in it), or - for a list of names on stdin, one on each line.`,
    options,
    after: `Formats:
${printColumns([["", codeFormats.join(", ")]])}

Exit code: 0 every file gave at least one code, 1 some did not, 2 wrong use.`,
    examples: [
      "scanhook decode label.jpg",
      "scanhook decode --formats qr,datamatrix photos/",
      "find . -name '*.png' | scanhook decode --json -",
    ],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["FILE…"]);
    if (!read.ok) return wrongUse(io, read.reason, decode.usage);
    const formats = parseFormats(read.values.formats);
    if (!formats.ok) return wrongUse(io, formats.reason, decode.usage);
    let files = 0;
    let good = 0;
    for await (const picture of decodePictures(listNames(read.words, io), formats.formats)) {
      files++;
      if (picture.readings.length > 0) good++;
      if (read.values.json)
        io.stdout.write(`${printableJson(JSON.stringify(toLine(picture)), io.stdout)}\n`);
      else printPicture(picture, io);
    }
    if (files === 0) io.stderr.write("No file was named on stdin.\n");
    return files > 0 && good === files ? 0 : 1;
  },
};

type Formats = { ok: true; formats: CodeFormat[] | undefined } | { ok: false; reason: string };

function parseFormats(text: string | undefined): Formats {
  if (text === undefined) return { ok: true, formats: undefined };
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !isCodeFormat(word));
  if (unknown === undefined) return { ok: true, formats: words.filter(isCodeFormat) };
  const near = nearest(unknown, codeFormats);
  const advice = near ? `did you mean ${near}?` : `choose from ${codeFormats.join(", ")}.`;
  return { ok: false, reason: `--formats: there is no format "${unknown}"; ${advice}` };
}

async function* listNames(words: readonly string[], io: Io): AsyncGenerator<string> {
  for (const word of words) {
    if (word !== "-") yield word;
    else {
      for await (const line of createInterface({ input: io.stdin })) if (line !== "") yield line;
    }
  }
}

function toLine({ file, readings, ms, error }: DecodedPicture) {
  return { file, readings: readings.map(toJson), ms, ...(error !== undefined && { error }) };
}

function toJson({ content, format, bytes, corners }: Reading) {
  return { content, format, bytes: Buffer.from(bytes).toString("base64"), corners };
}

function printPicture({ file, readings, error }: DecodedPicture, io: Io): void {
  const name = printable(file);
  if (error !== undefined) return void io.stderr.write(`${name}: ${error}\n`);
  if (readings.length === 0) return void io.stdout.write(`${name}: no code found\n`);
  for (const { format, content } of readings) {
    io.stdout.write(`${name}: ${format}: ${printable(content)}\n`);
  }
}
