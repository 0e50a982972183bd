/**
 * Fields as NTT docomo's 2D bar code conventions write them (`MECARD:`, `MATMSG:`, `MEBKM:`), and `WIFI:` after
 * them: `KEY:value;` one after the other, with `\` before a character that is meant as itself.
 * Undefined when the text does not begin with `prefix`. Keys are upper case; the first of a key comes first.
 */
export function parseFields(text: string, prefix: string): Map<string, string[]> | undefined {
  const start = text.trimStart();
  if (start.slice(0, prefix.length).toUpperCase() !== prefix) return undefined;
  const fields = new Map<string, string[]>();
  for (const [key, value] of readFields(start.slice(prefix.length))) {
    const values = fields.get(key);
    if (values) values.push(value);
    else fields.set(key, [value]);
  }
  return fields;
}

function* readFields(text: string): Generator<[string, string]> {
  let key: string | undefined;
  let part = "";
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "\\" && index + 1 < text.length) {
      index += 1;
      part += text[index];
    } else if (char === ":" && key === undefined) {
      key = part.trim().toUpperCase();
      part = "";
    } else if (char === ";") {
      if (key !== undefined) yield [key, part];
      key = undefined;
      part = "";
    } else {
      part += char;
    }
  }
  if (key !== undefined && part !== "") yield [key, part];
}
