import { type Dictionary, isKeyword, Keyword, Name, type PdfValue, Reference } from "./values.ts";

/**
 * Reads values from bytes, one after another. Any bytes are read as something; nothing is refused.
 */
export type Lexer = {
  /** The index of the byte from which on the next value is looked for. */
  position: number;
  /** Returns the next value or keyword, or `end`. */
  next(): PdfValue | typeof end;
};

/** Returned after the last value. */
export const end: unique symbol = Symbol("end");

/** The maximum depth of nested arrays and dictionaries. Deeper ones are read as empty. */
const maxDepth = 100;

/** Creates a lexer that reads values from the byte `start` on (ISO 32000-1, 7.2 and 7.3). */
export function createLexer(bytes: Uint8Array, start = 0): Lexer {
  const lexer: Lexer = { position: start, next: () => read(0) };

  function read(depth: number): PdfValue | typeof end {
    skipSpace();
    const byte = bytes[lexer.position];
    if (byte === undefined) return end;
    const character = String.fromCharCode(byte);
    switch (character) {
      case "(":
        return readString();
      case "/":
        lexer.position++;
        return new Name(unescapeName(readWord()));
      case "<":
        if (bytes[lexer.position + 1] !== lessThan) return readHexString();
        lexer.position += 2;
        return readDictionary(depth);
      case "[":
        lexer.position++;
        return readUntil("]", depth);
      case ">":
        lexer.position += bytes[lexer.position + 1] === greaterThan ? 2 : 1;
        return new Keyword(">>");
      case "]":
      case "{":
      case "}":
      case ")":
        lexer.position++;
        return new Keyword(character);
    }
    const value = parseWord(readWord());
    return Number.isInteger(value) ? readReference(value as number) : value;
  }

  function skipSpace(): void {
    for (;;) {
      const byte = bytes[lexer.position];
      if (byte === percent) {
        while (lexer.position < bytes.length && !isLineEnd(bytes[lexer.position]!))
          lexer.position++;
      } else if (byte !== undefined && isSpace(byte)) lexer.position++;
      else return;
    }
  }

  function readWord(): string {
    const from = lexer.position;
    while (lexer.position < bytes.length && isRegular(bytes[lexer.position]!)) lexer.position++;
    return latin1(bytes.subarray(from, lexer.position));
  }

  /** Reads `7 0 R` where only `7` was read so far. */
  function readReference(number: number): PdfValue {
    const after = lexer.position;
    skipSpace();
    if (/^\d+$/.test(readWord())) {
      skipSpace();
      if (readWord() === "R") return new Reference(number);
    }
    lexer.position = after;
    return number;
  }

  function readUntil(closing: string, depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    if (depth >= maxDepth) return values;
    for (;;) {
      const before = lexer.position;
      const value = read(depth + 1);
      if (value === end || isKeyword(value, closing)) return values;
      if (isKeyword(value, "endobj") || isKeyword(value, "stream")) {
        lexer.position = before;
        return values;
      }
      values.push(value);
    }
  }

  function readDictionary(depth: number): Dictionary {
    const values = readUntil(">>", depth);
    const dictionary: Dictionary = new Map();
    for (let index = 0; index + 1 < values.length; index += 2) {
      const key = values[index];
      if (key instanceof Name) dictionary.set(key.name, values[index + 1]);
    }
    return dictionary;
  }

  function readHexString(): Uint8Array {
    const from = lexer.position + 1;
    const closing = bytes.indexOf(greaterThan, from);
    lexer.position = closing < 0 ? bytes.length : closing + 1;
    return fromHex(latin1(bytes.subarray(from, closing < 0 ? bytes.length : closing)));
  }

  function readString(): Uint8Array {
    const from = ++lexer.position;
    for (let open = 1; lexer.position < bytes.length; lexer.position++) {
      const byte = bytes[lexer.position];
      if (byte === backslash) lexer.position++;
      else if (byte === openParenthesis) open++;
      else if (byte === closeParenthesis && --open === 0) break;
    }
    return unescapeString(bytes.subarray(from, lexer.position++));
  }

  return lexer;
}

/**
 * Decodes pairs of hexadecimal digits to bytes and ignores other characters. An odd last digit is
 * followed by 0.
 */
export function fromHex(text: string): Uint8Array {
  const digits = text.replaceAll(/[^0-9A-Fa-f]/g, "");
  return Uint8Array.from({ length: Math.ceil(digits.length / 2) }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2).padEnd(2, "0"), 16),
  );
}

const [percent, backslash, openParenthesis, closeParenthesis] = [0x25, 0x5c, 0x28, 0x29];
const [lessThan, greaterThan] = [0x3c, 0x3e];
const spaces = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set(Array.from("()<>[]{}/%", (character) => character.charCodeAt(0)));
const isSpace = (byte: number) => spaces.has(byte);
const isLineEnd = (byte: number) => byte === 10 || byte === 13;
const isRegular = (byte: number) => !spaces.has(byte) && !delimiters.has(byte);

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function parseWord(word: string): PdfValue {
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
  if (word === "true" || word === "false") return word === "true";
  return word === "null" ? undefined : new Keyword(word);
}

function unescapeName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Undoes the escapes of a string (ISO 32000-1, table 3). */
function unescapeString(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(backslash)) return bytes;
  const text = latin1(bytes).replaceAll(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    return escapes[escaped] ?? escaped;
  });
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const escapes: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "\n": "",
  "\r": "",
  "\r\n": "",
};
