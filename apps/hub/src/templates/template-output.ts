/** A value that a template inserts, as opposed to the template's own text. */
export class InsertedValue {
  readonly text: string;

  constructor(value: unknown) {
    this.text = toText(value);
  }

  /** Used where the value becomes part of another value before it is output, as in a `capture`. */
  toString(): string {
    return this.text;
  }
}

/** In characters. Enough to insert a body of 1 MiB several times. */
const maxLength = 4_000_000;

/**
 * Collects the output of a template. In JSON, a value inserted between quotes is escaped so that it
 * stays there.
 */
export function createOutput(isJson: boolean) {
  let isQuoted = false;
  return {
    buffer: "",
    write(value: unknown): void {
      if (isQuoted && value instanceof InsertedValue) this.buffer += escapeJson(value.text);
      else {
        const text = value instanceof InsertedValue ? value.text : toText(value);
        if (isJson) isQuoted = endsQuoted(text, isQuoted);
        this.buffer += text;
      }
      if (this.buffer.length > maxLength) throw new Error("template output limit exceeded");
    },
  };
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Returns whether a JSON string (RFC 8259, section 7) is open at the end of this text. */
function endsQuoted(text: string, wasQuoted: boolean): boolean {
  let isQuoted = wasQuoted;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) isQuoted = !isQuoted;
    // A backslash escapes the next character.
    else if (code === backslash && isQuoted) index += 1;
  }
  return isQuoted;
}

const quote = 0x22;
const backslash = 0x5c;
