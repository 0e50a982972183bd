import { passesGs1Check } from "./gs1-check.ts";
import { findGs1Identifier } from "./gs1-identifiers.ts";
import { type Gs1Element, lengthOfIdentifier, toElement } from "./gs1-split.ts";
import { parseUrl } from "./parse-url.ts";
import { decodePercent, splitOnce } from "./uri-query.ts";

/**
 * Splits a GS1 Digital Link (URI syntax 1.4) into its key and qualifiers, which are in the path,
 * and the attributes in the query. Keys and qualifiers are those that the GS1 Barcode Syntax
 * Dictionary calls `dlpkey`. Returns undefined for any other address, for a key with a wrong check
 * digit, and for a compressed link. A GTIN of 12 or 13 digits, as version 1.1 allowed it, gets its
 * leading zeros.
 */
export function splitDigitalLink(text: string): Gs1Element[] | undefined {
  const address = text.trim();
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  const path = url && splitPath(url.pathname);
  return path && [...path, ...listAttributes(url.search.slice(1))];
}

/** The keys, each with the sequences of qualifiers that may follow it in this order. */
const sequencesByKey = new Map<string, string[][]>([
  ["00", []],
  ["01", [["22", "10", "21"], ["235"]]],
  ["253", []],
  ["255", []],
  ["401", []],
  ["402", []],
  ["414", [["254"], ["7040"]]],
  ["415", [["8020"]]],
  ["417", [["7040"]]],
  ["8003", []],
  ["8004", [["7040"]]],
  ["8006", [["22", "10", "21"]]],
  ["8010", [["8011"]]],
  ["8013", []],
  ["8017", [["8019"]]],
  ["8018", [["8019"]]],
]);

/** The maximum number of qualifiers that follow a key. */
const maxQualifiers = 3;

function splitPath(path: string): Gs1Element[] | undefined {
  const segments = path
    .replace(/\/$/, "")
    .split("/")
    .slice(-2 * (maxQualifiers + 1));
  for (let start = segments.length - 2; start >= 0; start -= 2) {
    const elements = toElements(segments.slice(start));
    const [key, ...qualifiers] = elements;
    const sequences = sequencesByKey.get(key!.identifier);
    if (!sequences) continue;
    const identifiers = qualifiers.map(({ identifier }) => identifier);
    const isOrdered =
      identifiers.length === 0 || sequences.some((all) => isPartOf(identifiers, all));
    return isOrdered && isKey(key!) && elements.every(isWellFormed) ? elements : undefined;
  }
  return undefined;
}

/** Returns the elements of a path, whose segments are identifiers and values in turn. */
function toElements(segments: string[]): Gs1Element[] {
  const elements: Gs1Element[] = [];
  for (let index = 0; index + 1 < segments.length; index += 2) {
    const identifier = segments[index]!;
    const value = decodePercent(segments[index + 1]!);
    const isShortGtin = identifier === "01" && /^\d{12,13}$/.test(value);
    const fullValue = isShortGtin ? value.padStart(14, "0") : value;
    elements.push(toElement(identifier, fullValue, findGs1Identifier(identifier)));
  }
  return elements;
}

/** Returns whether the identifiers are members of the sequence, in its order. */
function isPartOf(identifiers: readonly string[], sequence: readonly string[]): boolean {
  const positions = identifiers.map((identifier) => sequence.indexOf(identifier));
  return positions.every((position, index) => position > (positions[index - 1] ?? -1));
}

/**
 * Returns whether an element can be the key of a link: it begins with a company prefix, of at least
 * four digits, and passes its check.
 */
function isKey({ definition, value }: Gs1Element): boolean {
  const check = definition?.check;
  return /^\d{4}/.test(value) && (!check || passesGs1Check(value, check));
}

function isWellFormed({ definition, value }: Gs1Element): boolean {
  return definition?.pattern.exec(value)?.[0] === value;
}

/**
 * Lists the attributes in the query. Leaves out fields whose names are no identifiers, because they
 * belong to the owner of the address.
 */
function listAttributes(query: string): Gs1Element[] {
  return query.split(/[&;]/).flatMap((field) => {
    const [identifier, value = ""] = splitOnce(field, "=");
    const isIdentifier =
      /^\d+$/.test(identifier) && lengthOfIdentifier(identifier) === identifier.length;
    if (!isIdentifier) return [];
    return [toElement(identifier, decodePercent(value), findGs1Identifier(identifier))];
  });
}
