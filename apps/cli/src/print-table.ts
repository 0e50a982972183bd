/** Rows in columns; the first row tells how many there are. */
export function printTable(rows: readonly (readonly string[])[], indent = ""): string {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? "").length)),
  );
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
  return lines.map((line) => `${indent}${line.trimEnd()}\n`).join("");
}
