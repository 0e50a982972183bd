import { writeFile } from "node:fs/promises";
import { loadConfigFile } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { askHub } from "./ask-hub.ts";
import { configUsage, exportOptions, hubOptions } from "./usage.ts";

type Export = { yaml: string; notices: string[] };

/** `scanhook config export`: writes the configuration of a hub as a settings file. */
export async function exportConfig(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...exportOptions, ...hubOptions });
  if (!input.ok) return wrongUse(io, input.reason, configUsage);
  const { values } = input;
  const question = {
    request: { path: "api/config" },
    isAnswer: isExport,
    async askStore(...[store, fileSettings]: Parameters<AskStore>) {
      const { exportConfiguration } = await loadConfigFile();
      return exportConfiguration(store, { forOwner: true, fileSettings });
    },
  };
  return askHub<Export>(values, io, question, ({ yaml, notices }) =>
    writeYaml(yaml, notices, values.out, io),
  );
}

type AskStore = Parameters<typeof askHub<Export>>[2]["askStore"];

async function writeYaml(
  yaml: string,
  notices: readonly string[],
  file: string | undefined,
  io: Io,
): Promise<0 | 1> {
  if (file === undefined) io.stdout.write(yaml);
  else {
    try {
      await writeFile(file, yaml);
    } catch (error) {
      io.stderr.write(`${file} cannot be written: ${describeUnwritable(error)}.\n`);
      return 1;
    }
  }
  for (const notice of notices) io.stderr.write(`${printable(notice)}\n`);
  return 0;
}

function isExport(body: unknown): body is Export {
  const { yaml, notices } = (body ?? {}) as Partial<Export>;
  return typeof yaml === "string" && Array.isArray(notices);
}
