/**
 * Returns the `structured` of a scan as JSON without whitespace, with every number and text as it
 * was sent: `1e20` stays `1e20`, where `JSON.stringify` would write 21 digits. `body` must be a
 * valid JSON object. If a key occurs several times, the last one counts, as with `JSON.parse`.
 * Returns undefined if the object has no such key.
 */
export function extractStructuredJson(body: string): string | undefined {
  let value: string | undefined;
  let index = skipWhitespace(body, body.indexOf("{") + 1);
  while (body.charCodeAt(index) === quote) {
    const keyEnd = skipString(body, index);
    const isStructured = isNamedStructured(body, index, keyEnd);
    // A colon stands between the key and the value.
    const start = skipWhitespace(body, skipWhitespace(body, keyEnd) + 1);
    const end = skipValue(body, start);
    if (isStructured) value = body.slice(start, end);
    // A comma or the closing brace follows the value.
    index = skipWhitespace(body, skipWhitespace(body, end) + 1);
  }
  return value === undefined ? undefined : removeWhitespace(value);
}

const quote = 0x22;
const backslash = 0x5c;

/** Returns whether a key is `structured`. With escapes, a key is at most six times as long. */
function isNamedStructured(json: string, start: number, end: number): boolean {
  const name = "structured";
  if (end - start < name.length + 2 || end - start > name.length * 6 + 2) return false;
  return JSON.parse(json.slice(start, end)) === name;
}

/** Returns whether a character is whitespace of JSON (RFC 8259, section 2). */
function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipWhitespace(json: string, start: number): number {
  let index = start;
  while (isWhitespace(json.charCodeAt(index))) index += 1;
  return index;
}

/** Returns the index after the string that starts at `start`. */
function skipString(json: string, start: number): number {
  let index = start + 1;
  for (let code = json.charCodeAt(index); code !== quote; code = json.charCodeAt(index))
    index += code === backslash ? 2 : 1;
  return index + 1;
}

/** Returns the index after the value that starts at `start`. */
function skipValue(json: string, start: number): number {
  let depth = 0;
  let index = start;
  do {
    const code = json.charCodeAt(index);
    // In ASCII, a brace is the bracket with the bit 0x20 set.
    if ((code & ~0x20) === openBracket) depth += 1;
    if ((code & ~0x20) === closeBracket) depth -= 1;
    index = code === quote ? skipString(json, index) : index + 1;
  } while (depth > 0);
  // Numbers, true, false and null have further characters. No such character follows other values.
  while (isNumberOrWordCharacter(json.charCodeAt(index))) index += 1;
  return index;
}

const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Returns whether a character is a letter, a digit, a sign or a point. */
function isNumberOrWordCharacter(code: number): boolean {
  const letter = code & ~0x20;
  return (
    (code >= 0x30 && code <= 0x39) ||
    (letter >= 0x41 && letter <= 0x5a) ||
    (code >= 0x2b && code <= 0x2e && code !== 0x2c)
  );
}

function removeWhitespace(json: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < json.length; ) {
    const code = json.charCodeAt(index);
    if (code === quote) index = skipString(json, index);
    else if (!isWhitespace(code)) index += 1;
    else {
      parts.push(json.slice(start, index));
      index = skipWhitespace(json, index);
      start = index;
    }
  }
  parts.push(json.slice(start));
  return parts.join("");
}
