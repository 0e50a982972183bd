import { type Parsed, refuse } from "../input/parsed.ts";
import { readPassword } from "../input/stdin.ts";
import type { Io } from "../io.ts";
import type { TagPassword } from "../tag-readers/ntag21x/password.ts";
import { parseHex } from "./hex.ts";

/**
 * Reads the password of tags from `--password`, from stdin if that is `-`, or else from
 * SCANHOOK_TAG_PASSWORD. An NTAG21x has four bytes, written as eight hexadecimal digits.
 */
export async function readTagPassword(
  option: string | undefined,
  io: Io,
): Promise<Parsed<TagPassword | undefined>> {
  const onStdin = option === "-" ? await readPassword(io) : undefined;
  if (onStdin?.ok === false) return onStdin;
  const text = onStdin?.value ?? option;
  if (text !== undefined) return parseTagPassword(text, "--password");
  const { SCANHOOK_TAG_PASSWORD: variable } = io.env;
  return variable
    ? parseTagPassword(variable, "SCANHOOK_TAG_PASSWORD")
    : { ok: true, value: undefined };
}

/** `source` names in the refusal where the password came from, and the password is not in it. */
export function parseTagPassword(text: string, source: string): Parsed<TagPassword> {
  const bytes = parseHex(text);
  return bytes.ok && bytes.value.length === 4
    ? bytes
    : refuse(`${source} is four bytes in hexadecimal, such as C0FFEE42.`);
}
