/** A value that a template puts in, told from the template's own text. */
export class PutIn {
  readonly text: string;

  constructor(value: unknown) {
    this.text = toText(value);
  }

  /** Where it becomes a part of something else first, as in a `capture`. */
  toString(): string {
    return this.text;
  }
}

/** A body of 1 MiB fits in, several times. */
const longest = 4_000_000;

/** Collects what a template makes; of JSON so that what is put between quotes stays between them. */
export function createOutput(isJson: boolean) {
  let isQuoted = false;
  return {
    buffer: "",
    write(value: unknown): void {
      if (isQuoted && value instanceof PutIn) this.buffer += inJson(value.text);
      else {
        const text = value instanceof PutIn ? value.text : toText(value);
        if (isJson) isQuoted = endsQuoted(text, isQuoted);
        this.buffer += text;
      }
      if (this.buffer.length > longest) throw new Error("template output limit exceeded");
    },
  };
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Whether a string of JSON (RFC 8259) is open behind this text. */
function endsQuoted(text: string, isQuoted: boolean): boolean {
  let is = isQuoted;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) is = !is;
    else if (code === 0x5c && is) at += 1;
  }
  return is;
}
