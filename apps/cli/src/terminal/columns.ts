/** Formats two columns, the right one wrapped at 100 characters. */
export function formatColumns(rows: readonly (readonly [string, string])[]): string {
  const leftWidth = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, 100 - leftWidth);
      return `  ${left}`.padEnd(leftWidth) + lines.join(`\n${" ".repeat(leftWidth)}`);
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
