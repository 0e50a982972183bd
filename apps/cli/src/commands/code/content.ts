import { createInterface } from "node:readline";
import { serializeVcard, serializeWifi } from "@scanhook/content";
import type { Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { readPassword } from "../../input/stdin.ts";
import type { Io } from "../../io.ts";
import type { codeOptions } from "./usage.ts";

/** A content of a code, and the name under which it stands on a label. */
export type NamedContent = { content: string; name: string };

const contactOptions = ["organization", "phone", "mail", "url"] as const;

type ContentValues = Pick<
  Values<typeof codeOptions>,
  "wifi" | "password" | "contact" | (typeof contactOptions)[number]
>;

/** Reads the contents that the words and options of a command line name; at least one. */
export async function readContents(
  words: readonly string[],
  values: ContentValues,
  io: Io,
): Promise<Parsed<NamedContent[]>> {
  const problem = findProblem(words, values);
  if (problem) return refuse(problem);
  if (values.wifi !== undefined) return readWifi(values.wifi, values.password, io);
  if (values.contact !== undefined) return { ok: true, value: [toContact(values.contact, values)] };
  const contents: NamedContent[] = [];
  for await (const content of listContents(words, io)) contents.push({ content, name: content });
  return contents.length > 0
    ? { ok: true, value: contents }
    : refuse("There was no content on stdin.");
}

function findProblem(words: readonly string[], values: ContentValues): string | undefined {
  const { wifi, contact, password } = values;
  const sources = [words.length > 0, wifi !== undefined, contact !== undefined];
  if (sources.filter(Boolean).length !== 1)
    return "Say what the code holds: CONTENT, --wifi or --contact.";
  if (password !== undefined && wifi === undefined) return "--password only goes with --wifi.";
  const option = contactOptions.find((name) => values[name] !== undefined);
  if (option && contact === undefined) return `--${option} only goes with --contact.`;
}

async function readWifi(
  name: string,
  password: string | undefined,
  io: Io,
): Promise<Parsed<NamedContent[]>> {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > 32) return refuse("--wifi: the name of a network has 1 to 32 bytes.");
  const read = password === "-" ? await readPassword(io) : { ok: true as const, value: password };
  if (!read.ok) return read;
  const secret = read.value;
  if (secret !== undefined && !/^(?:[\x20-\x7e]{8,63}|[\da-fA-F]{64})$/.test(secret))
    return refuse("--password: a password of WPA has 8 to 63 letters, digits and signs of ASCII.");
  const security = secret === undefined ? "nopass" : "WPA";
  const content = serializeWifi({ name, security, password: secret, hidden: false });
  return { ok: true, value: [{ content, name }] };
}

function toContact(name: string, { organization, phone, mail, url }: ContentValues): NamedContent {
  const list = (value: string | undefined) => (value === undefined ? [] : [value]);
  const space = name.lastIndexOf(" ");
  const [given, family] = [name.slice(0, Math.max(0, space)), name.slice(space + 1)];
  const contact = {
    name,
    organization,
    phones: list(phone),
    emails: list(mail),
    urls: list(url),
    addresses: [],
  };
  return { content: serializeVcard(contact, family, given), name };
}

async function* listContents(words: readonly string[], io: Io): AsyncGenerator<string> {
  for (const word of words) {
    if (word !== "-") yield word;
    else for await (const line of createInterface({ input: io.stdin })) if (line !== "") yield line;
  }
}
