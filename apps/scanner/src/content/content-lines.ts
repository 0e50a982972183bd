/** One line of a vCard or an iCalendar object: `NAME;PARAM=value:value`. */
export type ContentLine = {
  /** Upper case, without a group (`item1.`). */
  name: string;
  /** Upper-case names; a parameter without a name, as vCard 2.1 has them, is a name without a value. */
  parameters: Map<string, string>;
  /** As written, escapes and all: see {@link unescapeText} and {@link splitValue}. */
  value: string;
};

/** Reads content lines (RFC 6350 3.2 and 3.3, RFC 5545 3.1), folded ones joined, quoted-printable decoded. */
export function parseContentLines(text: string): ContentLine[] {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const found: ContentLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = parseLine(lines[index] ?? "");
    if (!line) continue;
    if (isQuotedPrintable(line)) {
      // vCard 2.1: a line that ends in `=` goes on in the next.
      while (line.value.endsWith("=") && index + 1 < lines.length) {
        index += 1;
        line.value = line.value.slice(0, -1) + lines[index];
      }
      line.value = decodeQuotedPrintable(line.value);
    }
    found.push(line);
  }
  return found;
}

const lineShape = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s;

function parseLine(line: string): ContentLine | undefined {
  const [, name, written = "", value] = lineShape.exec(line.trimEnd()) ?? [];
  if (!name || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (const parameter of written.match(/(?:"[^"]*"|[^;"])+/g) ?? []) {
    const at = parameter.indexOf("=");
    const key = (at < 0 ? parameter : parameter.slice(0, at)).toUpperCase();
    parameters.set(key, at < 0 ? "" : parameter.slice(at + 1).replaceAll('"', ""));
  }
  return { name: name.toUpperCase(), parameters, value };
}

function isQuotedPrintable({ parameters }: ContentLine): boolean {
  return (
    parameters.get("ENCODING")?.toUpperCase() === "QUOTED-PRINTABLE" ||
    parameters.has("QUOTED-PRINTABLE")
  );
}

/** RFC 2045 6.7; every writer in use means UTF-8, whatever the charset says. */
function decodeQuotedPrintable(text: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of text.match(/=[0-9A-Fa-f]{2}|[^=]+|=/g) ?? []) {
    if (/^=[0-9A-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else for (const byte of encoder.encode(part)) bytes.push(byte);
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Undoes the escapes of a text value: `\n`, `\,`, `\;`, `\\` (RFC 6350 3.4, RFC 5545 3.3.11). */
export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, char: string) => (/n/i.test(char) ? "\n" : char)).trim();
}

/** The parts of a structured value such as `N` or `ADR`, unescaped. */
export function splitValue(value: string): string[] {
  return (`;${value}`.match(/;(?:\\[\s\S]|[^;\\])*/g) ?? []).map((part) =>
    unescapeText(part.slice(1)),
  );
}
