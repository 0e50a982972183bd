/** A content line of a vCard or an iCalendar object: `NAME;PARAM=value:value`. */
export type ContentLine = {
  /** Upper case, without its group (`item1.`). */
  name: string;
  /**
   * Upper-case names. A vCard 2.1 parameter that has no name becomes a name with an empty value.
   */
  parameters: Map<string, string>;
  /** Still escaped: see {@link unescapeText} and {@link splitValue}. */
  value: string;
};

/**
 * Parses content lines (RFC 6350 3.2 and 3.3, RFC 5545 3.1, vCard 2.1 2.1.3): joins folded lines
 * and decodes quoted-printable. Skips lines of any other form.
 */
export function parseContentLines(text: string): ContentLine[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  // vCard 2.1 and vCalendar 1.0 fold before a space that belongs to the value.
  const foldLength = /^VERSION:(?:2\.1|1\.0)\s*$/im.test(text.slice(0, maxPrefixLength)) ? 0 : 1;
  const contentLines: ContentLine[] = [];
  let index = 0;
  while (index < lines.length) {
    const first = lines[index]!;
    const isSoft = softLine.test(first.slice(0, maxPrefixLength));
    const parts = [first];
    index += 1;
    while (/^[ \t]/.test(lines[index] ?? "") && !(isSoft && parts.at(-1)!.endsWith("="))) {
      parts.push(lines[index]!.slice(foldLength));
      index += 1;
    }
    const line = parseLine(parts.join(""));
    if (!line) continue;
    if (isQuotedPrintable(line)) {
      const soft: string[] = [];
      let part = line.value;
      // A line that ends in `=` continues on the next one, whose spaces count (RFC 2045 6.7).
      while (part.endsWith("=") && index < lines.length) {
        soft.push(part.slice(0, -1));
        part = lines[index]!;
        index += 1;
      }
      line.value = decodeQuotedPrintable(soft.join("") + part, line.parameters.get("CHARSET"));
    }
    contentLines.push(line);
  }
  return contentLines;
}

/** The length of the text in which a version or parameters are searched, in UTF-16 code units. */
const maxPrefixLength = 1000;

/** The start of a line whose value is quoted-printable. */
const softLine = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

/**
 * Returns the lines of each component with this name (`BEGIN:VCARD` to `END:VCARD`), without the
 * lines of nested components. Leaves out components within another component of the same name, such
 * as the agent of a vCard 2.1.
 */
export function listComponents(lines: readonly ContentLine[], name: string): ContentLine[][] {
  const components: ContentLine[][] = [];
  const open: { name: string; lines: ContentLine[] }[] = [];
  let outer: ContentLine[] | undefined;
  for (const line of lines) {
    const component = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") {
      const opened = { name: component, lines: [] };
      open.push(opened);
      if (component === name && !outer) {
        outer = opened.lines;
        components.push(outer);
      }
    } else if (line.name === "END") {
      if (open.pop()?.lines === outer) outer = undefined;
    } else open.at(-1)?.lines.push(line);
  }
  return components;
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
 * Decodes quoted-printable (RFC 2045 6.7) in the declared character set. If there is none or the
 * bytes are invalid in it, decodes them as UTF-8, and else as windows-1252, which writers without a
 * declaration use. A `=` without two hexadecimal digits after it and characters outside of ASCII
 * are kept.
 */
function decodeQuotedPrintable(text: string, charset: string | undefined): string {
  const { bytes, literals } = toBytes(text);
  const decoded = decode(bytes, [charset, "utf-8"]);
  let index = 0;
  return literals.length === 0
    ? decoded
    : decoded.replaceAll(placeholder, () => literals[index++] ?? "");
}

/** Decodes bytes in the first character set in which they are valid, else as windows-1252. */
function decode(bytes: Uint8Array, charsets: readonly (string | undefined)[]): string {
  for (const charset of charsets) {
    try {
      // The bytes of UTF-16 would not be text in quoted-printable.
      if (charset && !/^utf-?16/i.test(charset)) {
        return new TextDecoder(charset, { fatal: true }).decode(bytes);
      }
    } catch {
      // The character set is unknown, or the bytes are invalid in it.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/**
 * Replaces a character outside of ASCII while the bytes around it are decoded. In no character set
 * is its byte a part of another character.
 */
const placeholder = "\u0001";
const equals = 0x3d;

/**
 * Returns the bytes of a quoted-printable text, with {@link placeholder} in place of characters
 * outside of ASCII, and the replaced characters in order (`literals`). A U+0001 of the text is
 * replaced too.
 */
function toBytes(text: string): { bytes: Uint8Array; literals: string[] } {
  const bytes = new Uint8Array(text.length);
  const literals: string[] = [];
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const high = code === equals ? toHexValue(text.charCodeAt(index + 1)) : -1;
    const low = high < 0 ? -1 : toHexValue(text.charCodeAt(index + 2));
    if (low >= 0) index += 2;
    const byte = low < 0 ? code : high * 16 + low;
    const isLiteral = byte === 1 || (low < 0 && code > 0x7f);
    if (isLiteral) literals.push(low < 0 ? text[index]! : placeholder);
    bytes[length] = isLiteral ? 1 : byte;
    length += 1;
  }
  return { bytes: bytes.subarray(0, length), literals };
}

/** Returns the value of a hexadecimal digit in ASCII; -1 for any other character and for NaN. */
function toHexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}

/** Resolves the escapes of a text value: `\n`, `\,`, `\;`, `\\` (RFC 6350 3.4, RFC 5545 3.3.11). */
export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, char: string) => (/n/i.test(char) ? "\n" : char)).trim();
}

/** Splits a structured value such as `N` or `ADR` into its components and unescapes them. */
export function splitValue(value: string): string[] {
  return splitAt(value, ";").map(unescapeText);
}

/** Splits a list such as a component of `N` at its commas and unescapes the members. */
export function splitList(value: string): string[] {
  return splitAt(value, ",").map(unescapeText);
}

/** Splits a value at separators that are not escaped; the parts stay escaped. */
export function splitAt(value: string, separator: ";" | ","): string[] {
  const parts = separator === ";" ? /;(?:\\[\s\S]|[^;\\])*/g : /,(?:\\[\s\S]|[^,\\])*/g;
  return (`${separator}${value}`.match(parts) ?? []).map((token) => token.slice(1));
}
