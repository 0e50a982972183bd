import { readFile } from "node:fs/promises";
import { decodeText, describeUndecoded } from "@scanhook/hub/text-file";
import {
  encodeNdef,
  encodeOpenPrintTag,
  mimeRecord,
  type NdefRecord,
  openPrintTagMediaType,
  parseNdef,
  textRecord,
  uriRecord,
} from "@scanhook/tags";
import { type Parsed, refuse } from "../input/parsed.ts";
import { describeUnreadable } from "../input/unreadable-file.ts";
import type { Mirror } from "../tag-readers/ntag21x/mirror.ts";
import { printable } from "../terminal/printable.ts";
import { parseHex } from "./hex.ts";

/** The content to write, as the options of `tag write` name it. */
export type MessageContent = {
  url?: string;
  text?: string;
  language?: string;
  openprinttag?: string;
  hex?: string;
};

/** Returns the message for a tag with room for `capacity` bytes. */
export type MessageFor = (capacity: number) => Parsed<{ message: Uint8Array; mirror?: Mirror }>;

/**
 * Composes the NDEF message to write. Returns a function of the tag's capacity in bytes, because an
 * OpenPrintTag fills the tag that it is written to.
 */
export async function composeMessage(content: MessageContent): Promise<Parsed<MessageFor>> {
  const { url, text, language, openprinttag, hex } = content;
  if (language !== undefined && text === undefined) {
    return refuse("--language is the language of --text; give both.");
  }
  if (hex !== undefined) {
    return (url ?? text ?? openprinttag) !== undefined
      ? refuse("--hex is a whole message; leave out the other options for content.")
      : composeFromHex(hex);
  }
  const records: NdefRecord[] = [];
  if (url !== undefined) {
    if (!URL.canParse(url)) return refuse(describeInvalidUri(url));
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
    const message = encodeNdef(records);
    return { ok: true, value: () => ({ ok: true, value: { message } }) };
  }
  const fields = await readFields(openprinttag);
  if (!fields.ok) return fields;
  const unsized = encodeOpenPrintTag(fields.value);
  if (!unsized.ok) return refuse(printable(`${openprinttag}: ${unsized.reason}`));
  return { ok: true, value: (capacity) => fillTag(records, fields.value, capacity) };
}

function composeFromHex(hex: string): Parsed<MessageFor> {
  const bytes = parseHex(hex);
  if (!bytes.ok) return refuse(`--hex: ${bytes.reason}`);
  const parsed = parseNdef(bytes.value);
  if (!parsed.ok) return refuse(`--hex: ${parsed.reason}`);
  return { ok: true, value: () => ({ ok: true, value: { message: bytes.value } }) };
}

function describeInvalidUri(url: string): string {
  return URL.canParse(`https://${url}`)
    ? `--url needs a scheme, such as https://${url}.`
    : `--url is a link such as https://example.org/7, not "${printable(url)}".`;
}

type Fields = Parameters<typeof encodeOpenPrintTag>[0];

async function readFields(file: string): Promise<Parsed<Fields>> {
  let json: unknown;
  try {
    const decoded = decodeText(await readFile(file));
    if (!decoded.ok)
      return refuse(`--openprinttag: ${printable(describeUndecoded(file, decoded))}`);
    json = JSON.parse(decoded.text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : describeUnreadable(error);
    return refuse(`--openprinttag ${printable(file)} cannot be read: ${reason}.`);
  }
  // The output of `tag decode --json` has the fields under `openPrintTag`.
  const model = isFields(json) && isFields(json.openPrintTag) ? json.openPrintTag : json;
  if (!isFields(model)) return refuse(`--openprinttag ${printable(file)}: ${expectedShape}`);
  const { main = model, aux } = model;
  if (!isFields(main) || (aux !== undefined && !isFields(aux))) {
    return refuse(`--openprinttag ${printable(file)}: ${expectedShape}`);
  }
  return { ok: true, value: { main, ...(aux && { aux }) } };
}

const expectedShape =
  'it must be an object of fields, or have the fields in "main" and "aux", such as {"main": {"material_class": "FFF", "material_type": "PLA"}}.';

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Composes a message that leaves no byte of the tag free, as the OpenPrintTag specification
 * recommends, with an auxiliary region that printers can write to. A tag that is too small for that
 * gets only the fields.
 */
function fillTag(records: NdefRecord[], fields: Fields, capacity: number): ReturnType<MessageFor> {
  const toMessage = (payload: Uint8Array) =>
    encodeNdef([...records, mimeRecord(openPrintTagMediaType, payload)]);
  const minimal = encodeOpenPrintTag(fields);
  if (!minimal.ok) return minimal;
  const minimalMessage = toMessage(minimal.payload);
  const overhead = minimalMessage.length - minimal.payload.length;
  // Tries the largest size first. It may be too large, because the length field grows if the
  // payload has over 255 bytes.
  for (let size = capacity - overhead; size > capacity - 400; size--) {
    const filled = encodeOpenPrintTag({ aux: {}, ...fields }, { size });
    if (!filled.ok) break;
    const message = toMessage(filled.payload);
    if (message.length <= capacity) return { ok: true, value: { message } };
  }
  return { ok: true, value: { message: minimalMessage } };
}
