/**
 * Returns the labels that a text stands for: one in each line, where `Shelf A1 … A8` (or with two
 * or three points) stands for eight. Digits that begin with 0 keep their width.
 */
export function listLabels(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").flatMap(expandRange);
}

function expandRange(line: string): string[] {
  const found = /^(.*?)(\d{1,9})\s*(?:…|\.{2,3})\s*(.*?)(\d{1,9})$/.exec(line);
  if (!found) return [line];
  const [, before = "", first = "", again = "", last = ""] = found;
  const count = Number(last) - Number(first) + 1;
  if (!before.endsWith(again) || count < 2 || count > maxRange) return [line];
  const width = first.startsWith("0") ? first.length : 0;
  return Array.from(
    { length: count },
    (_, index) => before + String(Number(first) + index).padStart(width, "0"),
  );
}

/** A longer range is rather one label that looks like a range. */
const maxRange = 1000;

/** Returns the numbers of a text, which commas or spaces separate. */
export function listNumbers(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}
