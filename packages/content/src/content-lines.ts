/** A content line of a vCard or an iCalendar object: `NAME;PARAM=value:value`. */
export type ContentLine = {
  /** Upper case, without its group (`item1.`). */
  name: string;
  /** Upper-case names. A vCard 2.1 parameter that has no name becomes a name with an empty value. */
  parameters: Map<string, string>;
  /** Still escaped: see {@link unescapeText} and {@link splitValue}. */
  value: string;
};

/**
 * Parses content lines (RFC 6350 3.2 and 3.3, RFC 5545 3.1): joins folded lines and decodes quoted-printable. Skips lines
 * of any other form.
 */
export function parseContentLines(text: string): ContentLine[] {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const contentLines: ContentLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = parseLine(lines[index] ?? "");
    if (!line) continue;
    if (isQuotedPrintable(line)) {
      // In vCard 2.1 a line that ends in `=` continues on the next line.
      const parts: string[] = [];
      let part = line.value;
      while (part.endsWith("=") && index + 1 < lines.length) {
        index += 1;
        parts.push(part.slice(0, -1));
        part = lines[index]!;
      }
      line.value = decodeQuotedPrintable(parts.join("") + part);
    }
    contentLines.push(line);
  }
  return contentLines;
}

const linePattern = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s;

function parseLine(line: string): ContentLine | undefined {
  const [, name, parameterText = "", value] = linePattern.exec(line.trimEnd()) ?? [];
  if (!name || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (const parameter of parameterText.match(/(?:"[^"]*"|[^;"])+/g) ?? []) {
    const equalsIndex = parameter.indexOf("=");
    const key = (equalsIndex < 0 ? parameter : parameter.slice(0, equalsIndex)).toUpperCase();
    parameters.set(
      key,
      equalsIndex < 0 ? "" : parameter.slice(equalsIndex + 1).replaceAll('"', ""),
    );
  }
  return { name: name.toUpperCase(), parameters, value };
}

function isQuotedPrintable({ parameters }: ContentLine): boolean {
  return (
    parameters.get("ENCODING")?.toUpperCase() === "QUOTED-PRINTABLE" ||
    parameters.has("QUOTED-PRINTABLE")
  );
}

/**
 * Decodes quoted-printable (RFC 2045 6.7) as UTF-8, which every writer in use means whatever its
 * charset says. A `=` without two hexadecimal digits after it stays.
 */
function decodeQuotedPrintable(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    const high = byte === equals ? toHexValue(bytes[index + 1]) : -1;
    const low = high < 0 ? -1 : toHexValue(bytes[index + 2]);
    if (low >= 0) index += 2;
    // Never longer than what was read, so that the result can take its place.
    bytes[length] = low < 0 ? byte : high * 16 + low;
    length += 1;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

const equals = 0x3d;

/** Returns the value of a hexadecimal digit in ASCII, or -1 for any other byte and for none. */
function toHexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}

/** Resolves the escapes of a text value: `\n`, `\,`, `\;`, `\\` (RFC 6350 3.4, RFC 5545 3.3.11). */
export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, char: string) => (/n/i.test(char) ? "\n" : char)).trim();
}

/** Splits a structured value such as `N` or `ADR` into its components and unescapes them. */
export function splitValue(value: string): string[] {
  return (`;${value}`.match(/;(?:\\[\s\S]|[^;\\])*/g) ?? []).map((token) =>
    unescapeText(token.slice(1)),
  );
}
