import { main } from "../../apps/cli/src/main.ts";
import { type CommandName, summaries } from "../../apps/cli/src/summaries.ts";
import { settingsHelp } from "../../apps/hub/src/settings/settings.ts";
import { anchor, blocks, code, fence, type Page, prose, sentence, table } from "./markdown.ts";
import { parseUsage, type Usage } from "./usage-text.ts";

const title = "The scanhook command";

/** Every command, as its own `--help` tells it. */
export async function describeCommand(): Promise<Page> {
  const names = (Object.keys(summaries) as CommandName[]).filter((name) => name !== "help");
  const sections: string[] = [];
  for (const name of names) sections.push(toSection(name, parseUsage(await helpOf(name))));
  return {
    name: "command",
    title,
    description: "Every command of scanhook with its options, exit codes and examples.",
    tags: ["command line"],
    source: "the commands' own help",
    text: blocks(
      "In a checkout of the repository write `npx scanhook …`. `scanhook help COMMAND` or `scanhook COMMAND --help` prints what is below.",
      table(
        ["Command", "What it does"],
        names.map((name) => [
          `[${code(name)}](#${anchor(`scanhook ${name}`)})`,
          prose(sentence(summaries[name])),
        ]),
      ),
      "Every command ends with 0 when it did what was asked, with 1 when that did not work, and with 2 when it was written wrongly. Results go to stdout, everything else to stderr; `--json` prints for programs.",
      ...sections,
    ),
  };
}

/** What `scanhook help NAME` prints. */
export async function helpOf(name: string): Promise<string> {
  let text = "";
  const output = {
    write(more: string) {
      text += more;
    },
  };
  await main(["help", name], { stdin: process.stdin, stdout: output, stderr: output, env: {} });
  return text;
}

function toSection(name: CommandName, usage: Usage): string {
  const { lines, about, options, after, examples } = usage;
  const own = (action: string) => options.filter(({ help }) => help.startsWith(`${action}: `));
  const actions = lines.flatMap((line) => {
    const [, action = ""] = new RegExp(`^scanhook ${name} ([a-z]+)`).exec(line) ?? [];
    return own(action).length > 0 ? [{ action, line }] : [];
  });
  const others = options.filter(
    ({ help }) => !actions.some(({ action }) => help.startsWith(`${action}: `)),
  );
  return blocks(
    `## scanhook ${name}`,
    fence("text", lines.join("\n")),
    ...about.split("\n\n").map(toParagraph),
    toOptions(others),
    ...after.map(toAfter),
    examples.length > 0 ? `For example:\n\n${fence("sh", examples.join("\n"))}` : "",
    ...actions.map(({ action, line }) =>
      blocks(
        `### scanhook ${name} ${action}`,
        fence("text", line),
        toOptions(own(action).map((one) => ({ ...one, help: one.help.slice(action.length + 2) }))),
      ),
    ),
  );
}

/** A line that a program prints stands for itself; the others run on. */
function toParagraph(text: string): string {
  const [printed] = /^ready .*$/m.exec(text) ?? [];
  if (printed === undefined) return prose(text.replaceAll("\n", " "));
  const before = text.slice(0, text.indexOf(printed)).trim();
  return blocks(prose(before.replaceAll("\n", " ")), fence("text", printed));
}

function toOptions(options: Usage["options"]): string {
  return table(
    ["Option", "Meaning"],
    options.map(({ name, value, help }) => [
      code(value === undefined ? `--${name}` : `--${name} ${value}`),
      prose(sentence(help)),
    ]),
  );
}

/** The settings have a page of their own; a list stays a list. */
function toAfter(block: string): string {
  if (block.endsWith(settingsHelp().trimEnd())) {
    return "Every [setting](settings.md) is an option, a variable or a line in the settings file; the first of these that is given counts.";
  }
  const [, heading, rows] = /^([A-Z]\w+:)\n( {2}.*)$/s.exec(block) ?? [];
  if (heading === undefined || rows === undefined) return prose(block.replaceAll("\n", " "));
  const pairs = [...rows.matchAll(/^ {2}(\S+) {2,}(\S.*)$/gm)];
  return blocks(
    heading,
    pairs.length > 0
      ? table(
          [heading.slice(0, -2), "What it is"],
          pairs.map(([, name = "", what = ""]) => [code(name), prose(sentence(what))]),
        )
      : rows.trim().replace(/\s+/g, " ").split(", ").map(code).join(", "),
  );
}
