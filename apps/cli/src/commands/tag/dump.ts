import { writeFile } from "node:fs/promises";
import { nfcScan } from "@scanhook/webhook";
import { describeSystemError } from "../../hub-access/system-error.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { toHex } from "../../tag-content/hex.ts";
import { readTagPassword } from "../../tag-content/tag-password.ts";
import { type DumpResult, dumpMemory } from "../../tag-readers/dump-memory.ts";
import { readUid } from "../../tag-readers/read-uid.ts";
import { printable } from "../../terminal/printable.ts";
import { jsonOption, passwordOption, tagUsage, waitOptions } from "./usage.ts";
import { useOneTag } from "./use-one-tag.ts";

const options = { ...waitOptions, ...passwordOption, ...jsonOption } as const;

/** `scanhook tag dump`: waits for a tag, and saves or prints its whole memory. */
export async function dumpOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options, ["[FILE]"]);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const [file] = input.positionals;
  const password = await readTagPassword(input.values.password, io);
  if (!password.ok) return wrongUse(io, password.reason, tagUsage);
  const used = await useOneTag(input.values, io, async (card) => {
    const uid = await readUid(card);
    const dump = await dumpMemory(card, password.value);
    return !dump.ok && dump.kind === "gone" ? { gone: dump.reason } : { value: { uid, dump } };
  });
  if (!used.ok) return used.code;
  const { uid, dump } = used.value;
  const { identifier } = nfcScan({ uid, content: "" });
  const problem = (dump.ok && file && (await saveDump(file, dump.memory))) || problemOf(dump);
  if (input.values.json) {
    const { memory = new Uint8Array(), format = undefined } = dump.ok ? dump : {};
    const line = { error: problem, identifier, format, bytes: memory.length };
    const memoryHex = file === undefined ? toHex(memory) : undefined;
    io.stdout.write(`${JSON.stringify({ ...line, file, memory: memoryHex })}\n`);
  } else if (dump.ok && file === undefined) io.stdout.write(formatDump(dump.memory));
  else if (dump.ok && problem === problemOf(dump)) {
    io.stdout.write(`Saved ${dump.memory.length} bytes of the tag ${identifier} in ${file}.\n`);
  }
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
  return problem === undefined ? 0 : 1;
}

function problemOf(dump: DumpResult): string | undefined {
  return dump.ok ? dump.problem : dump.reason;
}

/** Saves the bytes in a new file. Returns why it cannot. */
async function saveDump(file: string, memory: Uint8Array): Promise<string | undefined> {
  try {
    await writeFile(file, memory, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return `${printable(file)} exists already; give the file another name.`;
    }
    return printable(describeSystemError(error, "Saving the memory of the tag"));
  }
}

/** Returns lines of sixteen bytes, each with the offset of its first byte. */
function formatDump(memory: Uint8Array): string {
  let lines = "";
  for (let offset = 0; offset < memory.length; offset += 16) {
    const bytes = Array.from(memory.subarray(offset, offset + 16), (byte) =>
      toHex(Uint8Array.of(byte)),
    );
    lines += `${offset.toString(16).padStart(4, "0")}  ${bytes.join(" ")}\n`;
  }
  return lines;
}
