import { main } from "../../apps/cli/src/main.ts";
import { type CommandName, summaries } from "../../apps/cli/src/summaries.ts";
import { settingsHelp } from "../../apps/hub/src/settings/settings.ts";
import { anchor, blocks, code, fence, type Page, prose, sentence, table } from "./markdown.ts";
import { parseUsage, type Usage } from "./usage-text.ts";

const title = "The scanhook command";

/** Describes every command from its own `--help`. */
export async function describeCommand(): Promise<Page> {
  const names = (Object.keys(summaries) as CommandName[]).filter((name) => name !== "help");
  const sections: string[] = [];
  for (const name of names) sections.push(formatSection(name, parseUsage(await printHelp(name))));
  return {
    name: "command",
    title,
    description: "Every command of scanhook with its options, exit codes and examples.",
    tags: ["command line"],
    source: "the commands' own help",
    text: blocks(
      "In a checkout of the repository, run `npx scanhook …`. `scanhook help COMMAND` or `scanhook COMMAND --help` prints the help from which this page is made.",
      table(
        ["Command", "What it does"],
        names.map((name) => [
          `[${code(name)}](#${anchor(`scanhook ${name}`)})`,
          prose(sentence(summaries[name])),
        ]),
      ),
      "Every command exits with 0 when it succeeds, with 1 when it fails, and with 2 when its arguments are wrong. Results go to stdout, and all other messages go to stderr. `--json` prints results for programs.",
      ...sections,
    ),
  };
}

/** Returns the output of `scanhook help NAME`. */
export async function printHelp(name: string): Promise<string> {
  let text = "";
  const output = {
    write(chunk: string) {
      text += chunk;
    },
  };
  await main(["help", name], { stdin: process.stdin, stdout: output, stderr: output, env: {} });
  return text;
}

function formatSection(name: CommandName, usage: Usage): string {
  const { lines, about, options, after, examples } = usage;
  const listOptions = (action: string) =>
    options.filter(({ help }) => help.startsWith(`${action}: `));
  const actions = lines.flatMap((line) => {
    const [, action = ""] = new RegExp(`^scanhook ${name} ([a-z]+)`).exec(line) ?? [];
    return listOptions(action).length > 0 ? [{ action, line }] : [];
  });
  const commonOptions = options.filter(
    ({ help }) => !actions.some(({ action }) => help.startsWith(`${action}: `)),
  );
  return blocks(
    `## scanhook ${name}`,
    fence("text", lines.join("\n")),
    ...about.split("\n\n").map(formatParagraph),
    formatOptions(commonOptions),
    ...after.map(formatAfter),
    examples.length > 0 ? `For example:\n\n${fence("sh", examples.join("\n"))}` : "",
    ...actions.map(({ action, line }) =>
      blocks(
        `### scanhook ${name} ${action}`,
        fence("text", line),
        formatOptions(
          listOptions(action).map((option) => ({
            ...option,
            help: option.help.slice(action.length + 2),
          })),
        ),
      ),
    ),
  );
}

/**
 * Formats a paragraph. The `ready` line that the program prints becomes a code block; other lines
 * are joined.
 */
function formatParagraph(text: string): string {
  const [printed] = /^ready .*$/m.exec(text) ?? [];
  if (printed === undefined) return prose(text.replaceAll("\n", " "));
  const before = text.slice(0, text.indexOf(printed)).trim();
  return blocks(prose(before.replaceAll("\n", " ")), fence("text", printed));
}

function formatOptions(options: Usage["options"]): string {
  return table(
    ["Option", "Meaning"],
    options.map(({ name, value, help }) => [
      code(value === undefined ? `--${name}` : `--${name} ${value}`),
      prose(sentence(help)),
    ]),
  );
}

/** Replaces the settings with a link to their page, and keeps a list as a list. */
function formatAfter(block: string): string {
  if (block.endsWith(settingsHelp().trimEnd())) {
    return "Every [setting](settings.md) can be given as an option, as a variable or as a line in the settings file. The first of these takes precedence.";
  }
  const [, heading, rows] = /^([A-Z]\w+:)\n( {2}.*)$/s.exec(block) ?? [];
  if (heading === undefined || rows === undefined) return prose(block.replaceAll("\n", " "));
  const pairs = [...rows.matchAll(/^ {2}(\S+) {2,}(\S.*)$/gm)];
  return blocks(
    heading,
    pairs.length > 0
      ? table(
          [heading.slice(0, -2), "Meaning"],
          pairs.map(([, name = "", meaning = ""]) => [code(name), prose(sentence(meaning))]),
        )
      : rows.trim().replace(/\s+/g, " ").split(", ").map(code).join(", "),
  );
}
