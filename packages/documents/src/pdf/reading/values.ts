/**
 * A value in the syntax of PDF (ISO 32000-1, 7.3). `undefined` is null, which stands for an absent
 * value.
 */
export type PdfValue =
  | undefined
  | boolean
  | number
  | Uint8Array // a string
  | Name
  | Reference
  | Keyword
  | PdfValue[]
  | Dictionary
  | Stream;

export type Dictionary = Map<string, PdfValue>;

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Refers to an object by its number. Generations are ignored: the last object of a number counts.
 */
export class Reference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/**
 * A word that is not a value: an operator of a content stream, `obj`, or a bracket without its
 * partner.
 */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

export class Stream {
  readonly dictionary: Dictionary;
  /** As stored, before its filters are undone. */
  readonly data: Uint8Array;
  constructor(dictionary: Dictionary, data: Uint8Array) {
    this.dictionary = dictionary;
    this.data = data;
  }
}

/** Follows references to a value; undefined if they lead to none. */
export type Resolve = (value: PdfValue) => PdfValue;

/** Returns the text of a name; undefined for any other value. */
export function nameOf(value: PdfValue): string | undefined {
  return value instanceof Name ? value.name : undefined;
}

/** Whether a value is the keyword `word`. */
export function isKeyword(value: PdfValue, word: string): boolean {
  return value instanceof Keyword && value.word === word;
}
