import { readFile } from "node:fs/promises";
import {
  mimeRecord,
  type NdefRecord,
  openPrintTagMediaType,
  parseNdef,
  printNdef,
  printOpenPrintTag,
  textRecord,
  uriRecord,
} from "@scanhook/tags";
import { whyUnreadable } from "../input/unreadable-file.ts";
import { printable } from "../terminal/printable.ts";
import { parseHex } from "./hex.ts";

/** What the options of `tag write` ask for. */
export type Wishes = {
  url?: string;
  text?: string;
  language?: string;
  openprinttag?: string;
  hex?: string;
};

/** The message for a tag that has room for `capacity` bytes, or why there is none. */
export type MessageFor = (capacity: number) => Message;
export type Message = { ok: true; message: Uint8Array } | { ok: false; reason: string };

/** Reads the wishes once; an OpenPrintTag fills the tag it is written to, so its message waits for the tag. */
export async function toMessage(
  wishes: Wishes,
): Promise<{ ok: true; messageFor: MessageFor } | { ok: false; reason: string }> {
  const { url, text, language, openprinttag, hex } = wishes;
  if (language !== undefined && text === undefined) {
    return refuse("--language is the language of --text; give both.");
  }
  if (hex !== undefined) {
    return (url ?? text ?? openprinttag) !== undefined
      ? refuse("--hex is a whole message; leave out the others.")
      : wholeMessage(hex);
  }
  const records: NdefRecord[] = [];
  if (url !== undefined) {
    if (!URL.canParse(url)) return refuse(whyNoUri(url));
    records.push(uriRecord(url));
  }
  if (text !== undefined) {
    if (language !== undefined && !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language)) {
      return refuse(`--language is a code such as en or de-AT, not "${language}".`);
    }
    records.push(textRecord(text, language));
  }
  if (openprinttag === undefined) {
    if (records.length === 0) {
      return refuse("Say what to write: --url, --text, --openprinttag or --hex.");
    }
    const message = printNdef(records);
    return { ok: true, messageFor: () => ({ ok: true, message }) };
  }
  const fields = await readFields(openprinttag);
  if (!fields.ok) return fields;
  const first = printOpenPrintTag(fields);
  if (!first.ok) return refuse(printable(`${openprinttag}: ${first.reason}`));
  return { ok: true, messageFor: (capacity) => fillTag(records, fields, capacity) };
}

function wholeMessage(hex: string): Awaited<ReturnType<typeof toMessage>> {
  const bytes = parseHex(hex);
  if (!bytes.ok) return refuse(`--hex: ${bytes.reason}`);
  const parsed = parseNdef(bytes.bytes);
  if (!parsed.ok) return refuse(`--hex: ${parsed.reason}`);
  return { ok: true, messageFor: () => ({ ok: true, message: bytes.bytes }) };
}

function whyNoUri(url: string): string {
  return URL.canParse(`https://${url}`)
    ? `--url needs its beginning, such as https://${url}.`
    : `--url is a link such as https://example.org/7, not "${printable(url)}".`;
}

type Fields = Parameters<typeof printOpenPrintTag>[0];

async function readFields(
  file: string,
): Promise<({ ok: true } & Fields) | { ok: false; reason: string }> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it is not JSON" : whyUnreadable(error);
    return refuse(`--openprinttag ${printable(file)} cannot be read: ${why}.`);
  }
  // What `tag decode --json` prints may be given as it is.
  const model = isFields(json) && isFields(json.openPrintTag) ? json.openPrintTag : json;
  if (!isFields(model)) return refuse(`--openprinttag ${printable(file)}: ${expected}`);
  const { main = model, aux } = model;
  if (!isFields(main) || (aux !== undefined && !isFields(aux))) {
    return refuse(`--openprinttag ${printable(file)}: ${expected}`);
  }
  return { ok: true, main, ...(aux && { aux }) };
}

const expected =
  'it must be an object of fields, or have them in "main" and "aux", such as {"main": {"material_class": "FFF", "material_type": "PLA"}}.';

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A payload of the length that leaves nothing free, as the specification advises, with room for what printers write
 * back; a tag too small for that gets just the fields.
 */
function fillTag(records: NdefRecord[], fields: Fields, capacity: number): Message {
  const print = (payload: Uint8Array) =>
    printNdef([...records, mimeRecord(openPrintTagMediaType, payload)]);
  const least = printOpenPrintTag(fields);
  if (!least.ok) return least;
  const small = print(least.payload);
  // A record of 256 bytes and more has three more bytes of length.
  for (let size = capacity - (small.length - least.payload.length); size > capacity - 400; size--) {
    const filled = printOpenPrintTag({ aux: {}, ...fields }, { size });
    if (!filled.ok) break;
    const message = print(filled.payload);
    if (message.length <= capacity) return { ok: true, message };
  }
  return { ok: true, message: small };
}

function refuse(reason: string) {
  return { ok: false as const, reason };
}
