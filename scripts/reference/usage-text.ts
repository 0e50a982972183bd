/** The parts of a help text from `createUsage` of the command. */
export type Usage = {
  lines: string[];
  about: string;
  options: { name: string; value?: string; help: string }[];
  after: string[];
  examples: string[];
};

const examplesTitle = "For example:\n";

/**
 * Parses the help of a command. `make-reference.test.ts` checks that formatting the parts gives the
 * same text.
 */
export function parseUsage(text: string): Usage {
  const [first = "", ...rest] = text.trimEnd().split("\n\n");
  const optionsIndex = rest.findIndex((block) => block.startsWith("Options:\n"));
  const blocksAfter = rest.slice(optionsIndex + 1);
  const last = blocksAfter.at(-1);
  const examples = last?.startsWith(examplesTitle) ? blocksAfter.pop() : undefined;
  return {
    lines: first.split("\n").map((line) => line.slice("Usage: ".length)),
    about: rest.slice(0, optionsIndex).join("\n\n"),
    options: parseOptions(rest[optionsIndex] ?? ""),
    after: blocksAfter,
    examples:
      examples
        ?.slice(examplesTitle.length)
        .split("\n")
        .map((line) => line.slice(2)) ?? [],
  };
}

function parseOptions(block: string): Usage["options"] {
  const options: Usage["options"] = [];
  for (const line of block.split("\n").slice(1)) {
    const [, name, value, help] = /^ {2}--([a-z\d-]+)(?: (\S+))? {2,}(.*)$/.exec(line) ?? [];
    const last = options.at(-1);
    if (name && help) options.push({ name, ...(value !== undefined && { value }), help });
    else if (last) last.help += ` ${line.trim()}`;
  }
  return options.filter(({ name }) => name !== "help");
}
