import { createInterface } from "node:readline";
import { type CodeFormat, codeFormats, isCodeFormat, type Reading } from "@scanhook/codes";
import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { type Parsed, refuse } from "../input/parsed.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import type { DecodedPicture } from "../picture-decoding/decode-pictures.ts";
import { summaries } from "../summaries.ts";
import { formatColumns } from "../terminal/columns.ts";
import { printable } from "../terminal/printable.ts";

const options = {
  formats: {
    value: "NAMES",
    help: "read only these formats, separated by commas, such as qr,ean13",
  },
  "full-ascii": {
    help: "read Code 39 as full ASCII, in which pairs such as +A stand for a",
  },
  json: { help: "print one line of JSON for each file" },
} as const;

export const decode: Command = {
  name: "decode",
  summary: summaries.decode,
  usage: createUsage("decode", {
    lines: ["scanhook decode FILE… [options]"],
    about: `Reads the QR codes, barcodes and other codes in pictures (JPEG, PNG, WebP, AVIF, TIFF, GIF, SVG). FILE is a
picture, a folder (with all its subfolders), or - for a list of names on stdin, one on each line.`,
    options,
    after: `Formats:
${formatColumns([["", codeFormats.join(", ")]])}

With --json, "places" is how many places were read again because they might be codes: at most 94 that are none, and 12
more for each 2 megapixels of a large picture. Most take some milliseconds, one with blurred bars up to half a second.
"ms" is the time for all of the file.

Exit code: 0 every file had at least one code, 1 some had none, 2 wrong use.`,
    examples: [
      "scanhook decode label.jpg",
      "scanhook decode --formats qr,datamatrix photos/",
      "find . -name '*.png' | scanhook decode --json -",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["FILE…"]);
    if (!input.ok) return wrongUse(io, input.reason, decode.usage);
    const formats = parseFormats(input.values.formats);
    if (!formats.ok) return wrongUse(io, formats.reason, decode.usage);
    const { decodePictures } = await import("../picture-decoding/decode-pictures.ts");
    let fileCount = 0;
    let decodedFileCount = 0;
    const pictures = decodePictures(listNames(input.positionals, io), {
      formats: formats.value,
      fullAscii: input.values["full-ascii"],
    });
    for await (const picture of pictures) {
      fileCount++;
      if (picture.readings.length > 0) decodedFileCount++;
      if (input.values.json) {
        const json = JSON.stringify(toJson(picture));
        io.stdout.write(`${json}\n`);
      } else printPicture(picture, io);
    }
    if (fileCount === 0) io.stderr.write("There was no file name on stdin.\n");
    return fileCount > 0 && decodedFileCount === fileCount ? 0 : 1;
  },
};

function parseFormats(text: string | undefined): Parsed<CodeFormat[] | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isCodeFormat(name));
  if (unknown === undefined) return { ok: true, value: names.filter(isCodeFormat) };
  const suggestion = findNearest(unknown, codeFormats);
  const advice = suggestion
    ? `did you mean ${suggestion}?`
    : `choose from ${codeFormats.join(", ")}.`;
  return refuse(`--formats: there is no format "${unknown}"; ${advice}`);
}

async function* listNames(positionals: readonly string[], io: Io): AsyncGenerator<string> {
  for (const name of positionals) {
    if (name !== "-") yield name;
    else {
      for await (const line of createInterface({ input: io.stdin })) if (line !== "") yield line;
    }
  }
}

function toJson({ file, readings, places, ms, error }: DecodedPicture) {
  return { file, readings: readings.map(readingToJson), places, ms, error };
}

function readingToJson({ content, format, bytes, corners }: Reading) {
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
