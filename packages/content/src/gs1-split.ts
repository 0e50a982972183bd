import { findGs1Identifier, type Gs1Identifier, gs1Identifiers } from "./gs1-identifiers.ts";

/** An identifier with its value. `definition` is undefined if the identifier is not assigned. */
export type Gs1Element = {
  identifier: string;
  definition: Gs1Identifier | undefined;
  value: string;
};

/** The character that scanners send for the function character FNC1. */
export const separator = "\u001d";

/** The AIM identifiers of GS1 symbologies (GS1 General Specifications, figure 5.1.2-2). */
const symbology = /^\](C1|e0|d2|Q3|J1)/;

/**
 * Returns whether a text is marked as the content of a GS1 code: it begins with an AIM identifier
 * or with a separator.
 */
export function isGs1Marked(text: string): boolean {
  return symbology.test(text) || text.startsWith(separator);
}

/**
 * Splits an element string. A value ends at a separator, or at its length if that is fixed. Text
 * that cannot be split becomes one element up to the next separator.
 */
export function splitElements(text: string): Gs1Element[] {
  const elements: Gs1Element[] = [];
  let rest = text.replace(symbology, "");
  while (rest !== "") {
    if (rest.startsWith(separator)) {
      rest = rest.slice(1);
      continue;
    }
    const element = takeElement(rest);
    elements.push(element);
    rest = rest.slice(element.identifier.length + element.value.length);
  }
  return elements;
}

/** Splits the printed form, in which identifiers are in parentheses. */
export function splitPrinted(text: string): Gs1Element[] {
  const printed = [...text.matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/gs)];
  return printed.map(([, identifier = "", value = ""]) =>
    toElement(identifier, value.trim(), findGs1Identifier(identifier)),
  );
}

/** Returns an element with the definition of its identifier, if there is one. */
export function toElement(
  identifier: string,
  value: string,
  definition: Gs1Identifier | undefined,
): Gs1Element {
  return { identifier, value, definition };
}

/**
 * Returns the length of the identifiers that begin with the first two characters of `text`;
 * undefined if none does.
 */
export function lengthOfIdentifier(text: string): number | undefined {
  return identifierLengths.get(text.slice(0, 2));
}

const identifierLengths = new Map<string, number>([
  ...gs1Identifiers.map((digits): [string, number] => [digits.slice(0, 2), digits.length]),
  ...["04", "14", "18", "19"].map((digits): [string, number] => [digits, 2]),
]);

function takeElement(text: string): Gs1Element {
  const end = text.indexOf(separator);
  const chunk = end < 0 ? text : text.slice(0, end);
  const identifier = chunk.slice(0, lengthOfIdentifier(chunk) ?? 0);
  const definition = findGs1Identifier(identifier);
  const rest = chunk.slice(identifier.length);
  const fixedLength = /^\d+$/.test(identifier) ? lengthOfValue(identifier) : undefined;
  const fixedValue = rest.slice(0, fixedLength);
  const isFixed =
    fixedValue.length === fixedLength && (definition?.pattern ?? /^\d+$/).test(fixedValue);
  return toElement(identifier, isFixed ? fixedValue : rest, definition);
}

/**
 * Returns the length of values that need no separator after them, also for identifiers that are not
 * assigned yet (GS1 General Specifications, figure 7.8.5-2); undefined for values of variable
 * length.
 */
function lengthOfValue(identifier: string): number | undefined {
  const prefix = identifier.slice(0, 2);
  if (/^3[1-6]$/.test(prefix)) return 6;
  return fixedLengths.get(prefix) ?? (/^1[1-9]$/.test(prefix) ? 6 : undefined);
}

const fixedLengths = new Map([
  ["00", 18],
  ["01", 14],
  ["02", 14],
  ["03", 14],
  ["04", 16],
  ["20", 2],
  ["41", 13],
]);
