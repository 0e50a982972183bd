/**
 * Parses the fields of NTT docomo's 2D bar code formats (`MECARD:`, `MATMSG:`, `MEBKM:`) and of `WIFI:`, which follows
 * them: a sequence of `KEY:value;` in which `\` escapes the next character. Returns upper-case keys, each with its values
 * in order; undefined if the text does not start with `prefix`.
 */
export function parseFields(text: string, prefix: string): Map<string, string[]> | undefined {
  const trimmed = text.trimStart();
  if (trimmed.slice(0, prefix.length).toUpperCase() !== prefix) return undefined;
  const fields = new Map<string, string[]>();
  for (const [key, value] of readFields(trimmed.slice(prefix.length))) {
    const values = fields.get(key);
    if (values) values.push(value);
    else fields.set(key, [value]);
  }
  return fields;
}

function* readFields(text: string): Generator<[string, string]> {
  let key: string | undefined;
  let buffer = "";
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "\\" && index + 1 < text.length) {
      index += 1;
      buffer += text[index];
    } else if (char === ":" && key === undefined) {
      key = buffer.trim().toUpperCase();
      buffer = "";
    } else if (char === ";") {
      if (key !== undefined) yield [key, buffer];
      key = undefined;
      buffer = "";
    } else {
      buffer += char;
    }
  }
  if (key !== undefined && buffer !== "") yield [key, buffer];
}
