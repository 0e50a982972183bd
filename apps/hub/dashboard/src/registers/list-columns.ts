/** The columns of a list that an import uses. An empty group stands for none, an empty key for codes that are made. */
export type ListColumns = { key: string; label: string; group: string };

const guesses: Record<keyof ListColumns, RegExp> = {
  key: /code|ticket|barcode|qr|\bid\b|number|nummer/i,
  label: /name|guest|gast|person/i,
  group: /group|gruppe|type|category|kind/i,
};

/**
 * Returns the names in the first line of a list, which tabs, semicolons or commas separate as in the hub's import: the character
 * that the line has most of. Quotation marks around a name are taken off. Returns none for an empty text.
 */
export function readColumns(text: string): string[] {
  const line =
    /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text.replace(/^\ufeff/, "").trimStart())?.[0] ?? "";
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  const separator = [",", ";", "\t"].reduce((best, each) =>
    count(each) > count(best) ? each : best,
  );
  const cells = line.match(new RegExp(`(?:"(?:[^"]|"")*"|[^"${separator}])+`, "g")) ?? [];
  return cells
    .map((cell) =>
      cell
        .trim()
        .replace(/^"([\s\S]*)"$/, "$1")
        .replaceAll('""', '"')
        .trim(),
    )
    .filter((name) => name !== "");
}

/**
 * Returns the columns that a list most likely means: by their names, else the first for the code and the second for the name. A
 * list of one column has names.
 */
export function guessColumns(columns: readonly string[]): ListColumns {
  if (columns.length === 1) return { key: "", label: columns[0]!, group: "" };
  const key = columns.find((name) => guesses.key.test(name)) ?? columns[0] ?? "";
  const others = columns.filter((name) => name !== key);
  const label = others.find((name) => guesses.label.test(name)) ?? others[0] ?? "";
  const group = others.find((name) => name !== label && guesses.group.test(name)) ?? "";
  return { key, label, group };
}
