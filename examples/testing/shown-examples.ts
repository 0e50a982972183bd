import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * An example as a page shows it: the file, its text, and the commands of its section in their
 * order.
 */
export type ShownExample = { page: string; file: string; text: string; commands: string[] };

/**
 * Every example on the pages. A section is the text between two headings, and has one example at
 * most.
 */
export const shownExamples: ShownExample[] = globSync("docs/**/*.md", { cwd: root })
  .sort()
  .flatMap((page) =>
    readFileSync(join(root, page), "utf8")
      .split(/^#{2,} .*$/m)
      .flatMap((section) => {
        const shown = /^```\w+ title="examples\/([^"]+)"\n(.*?)^```$/ms.exec(section);
        if (!shown) return [];
        const commands = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(
          ([, text = ""]) => text,
        );
        return [{ page, file: shown[1]!, text: shown[2]!, commands }];
      }),
  );

/** Returns the only example with this file. Throws when no page, or more than one, shows it. */
export function findExample(file: string): ShownExample {
  const found = shownExamples.filter((example) => example.file === file);
  if (found.length !== 1) throw new Error(`${found.length} pages show examples/${file}, not one.`);
  return found[0]!;
}
