import { isCareName } from "./care-column-words.ts";
import { type Meaning, readMeanings } from "./column-words.ts";
import { isExport } from "./import-columns.ts";
import { isQuantityLike } from "./list-quantity.ts";
import { isOfPeople, type KindName } from "./register.ts";
import { isStockName, listStockNames } from "./stock-column-words.ts";

/**
 * Guesses whether the first row of a list has the names of its columns. In doubt it takes the row
 * for a guest or an article: a surplus one is noticed in the list, but a missing guest is turned
 * away at the door. One known word is in doubt, since people and articles are called Art, Box or
 * Stock, unless it means a name or a code, or other cells differ from those below them.
 */
export function guessHeader(rows: readonly string[][], kind: KindName = "check-in"): boolean {
  const [first = [], ...others] = rows.slice(0, 200);
  const cells = first.map(trimCell);
  if (isExport(cells, kind)) return true;
  if (cells.some((cell) => cell.includes("@") || isQuantityLike(cell))) return false;
  const columns = cells.flatMap((name, index) => {
    const values = others.map((row) => trimCell(row[index] ?? "")).filter((cell) => cell !== "");
    return name === "" ? [] : [{ name, values }];
  });
  const known = columns.filter(({ name, values }) => isKnown(name, kind) && !values.includes(name));
  if (known.length > 1 || known.some(({ name }) => isTelling(name, kind))) return true;
  if (known.length === 1)
    return columns.some(({ name, values }) => {
      const areOther = values.every((cell) => isData(cell) || isQuantityLike(cell));
      return values.length > 0 && areOther && !isData(name);
    });
  const areData = columns.some(({ values }) => values.length >= 2 && values.every(isData));
  return areData && !cells.some((cell) => /\d/.test(cell));
}

function isKnown(name: string, kind: KindName): boolean {
  if (kind === "check-in" || kind === "leads") return readMeanings(name).length > 0;
  return isStockName(name) || (kind !== "stock" && isCareName(name, kind));
}

/** Tells whether the name of a column means names or codes, which a list has at least. */
function isTelling(name: string, kind: KindName): boolean {
  if (!isOfPeople(kind))
    return (["label", "code", "asset"] as const).some(
      (meaning) => listStockNames(meaning, [name]).length > 0,
    );
  const telling: readonly Meaning[] = ["first", "last", "bare", "full", "key"];
  return readMeanings(name).some((meaning) => telling.includes(meaning));
}

/** Returns the trimmed beginning of a cell, which is enough to tell what it is. */
function trimCell(cell: string): string {
  return cell.slice(0, 200).trim();
}

/** Tells whether a cell cannot be the name of a column: it has an `@` or two digits. */
function isData(cell: string): boolean {
  return cell.includes("@") || /\d.*\d/.test(cell);
}
