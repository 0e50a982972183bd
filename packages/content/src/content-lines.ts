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
      while (line.value.endsWith("=") && index + 1 < lines.length) {
        index += 1;
        line.value = line.value.slice(0, -1) + lines[index];
      }
      line.value = decodeQuotedPrintable(line.value);
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

/** Decodes quoted-printable (RFC 2045 6.7) as UTF-8, which every writer in use means whatever its charset says. */
function decodeQuotedPrintable(text: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const token of text.match(/=[0-9A-Fa-f]{2}|[^=]+|=/g) ?? []) {
    if (/^=[0-9A-Fa-f]{2}$/.test(token)) bytes.push(Number.parseInt(token.slice(1), 16));
    else for (const byte of encoder.encode(token)) bytes.push(byte);
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
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
