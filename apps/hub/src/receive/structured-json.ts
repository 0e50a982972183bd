/**
 * Returns the `structured` of a scan as JSON without whitespace, with every number and text as it was sent: `1e20` stays
 * `1e20`, where `JSON.stringify` would write 21 digits. `body` must be a valid JSON object. Of several equal keys the last
 * one counts, as with `JSON.parse`. Returns undefined without that key.
 */
export function extractStructuredJson(body: string): string | undefined {
  let value: string | undefined;
  let index = skipWhitespace(body, body.indexOf("{") + 1);
  while (body[index] === '"') {
    const keyEnd = skipString(body, index);
    const isStructured = JSON.parse(body.slice(index, keyEnd)) === "structured";
    // A colon stands between the key and the value.
    const start = skipWhitespace(body, skipWhitespace(body, keyEnd) + 1);
    const end = skipValue(body, start);
    if (isStructured) value = removeWhitespace(body.slice(start, end));
    // A comma or the closing brace follows the value.
    index = skipWhitespace(body, skipWhitespace(body, end) + 1);
  }
  return value;
}

function isWhitespace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function skipWhitespace(json: string, start: number): number {
  let index = start;
  while (isWhitespace(json[index])) index += 1;
  return index;
}

/** Returns the index behind the string that starts at `start`. */
function skipString(json: string, start: number): number {
  let index = start + 1;
  while (json[index] !== '"') index += json[index] === "\\" ? 2 : 1;
  return index + 1;
}

/** Returns the index behind the value that starts at `start`. */
function skipValue(json: string, start: number): number {
  let depth = 0;
  let index = start;
  do {
    const character = json[index]!;
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    index = character === '"' ? skipString(json, index) : index + 1;
  } while (depth > 0);
  // Numbers, true, false and null have more characters. Behind any other value comes none of these.
  while (/[\w.+-]/.test(json[index] ?? "")) index += 1;
  return index;
}

function removeWhitespace(json: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < json.length; ) {
    if (json[index] === '"') index = skipString(json, index);
    else if (!isWhitespace(json[index])) index += 1;
    else {
      parts.push(json.slice(start, index));
      index = skipWhitespace(json, index);
      start = index;
    }
  }
  parts.push(json.slice(start));
  return parts.join("");
}
