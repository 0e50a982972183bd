import type { Io } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import type { ReaderEvent } from "../tag-readers/card-readers.ts";
import { openCardReaders } from "../tag-readers/pcsc/supervisor.ts";
import { printable } from "../terminal/printable.ts";
import { wrongUse } from "../usage.ts";
import { jsonOption, tagUsage } from "./tag/usage.ts";

/** `scanhook tag readers`: the readers there are, and whether a tag lies on them. */
export async function listReaders(args: string[], io: Io): Promise<number> {
  const read = parseArguments(args, jsonOption);
  if (!read.ok) return wrongUse(io, read.reason, tagUsage);
  const found = await findReaders();
  if (!found.ok) {
    io.stderr.write(`${found.reason}\n`);
    return 1;
  }
  const { readers } = found;
  if (read.values.json) io.stdout.write(`${JSON.stringify(readers)}\n`);
  else if (readers.length === 0) io.stdout.write("No card reader is there; plug one in.\n");
  else
    for (const { name, tag } of readers)
      io.stdout.write(`${printable(name)}${tag ? " (a tag on it)" : ""}\n`);
  return 0;
}

type Found =
  | { ok: true; readers: { name: string; tag: boolean }[] }
  | { ok: false; reason: string };

/** The service tells of its readers one by one and not when it has told of all: a moment of silence is the end. */
function findReaders(silenceMs = 300): Promise<Found> {
  return new Promise((resolve) => {
    const readers = new Map<string, boolean>();
    let timer: NodeJS.Timeout | undefined;
    const finish = (found: Found) => {
      clearTimeout(timer);
      open.close();
      resolve(found);
    };
    const heard = (event: ReaderEvent) => {
      if (event.kind === "no-service") return finish({ ok: false, reason: event.reason });
      if (event.kind === "reader") readers.set(event.reader, false);
      else if (event.kind === "reader-gone") readers.delete(event.reader);
      else if (event.kind === "card") readers.set(event.reader, true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish({ ok: true, readers: [...readers].map(([name, tag]) => ({ name, tag })) });
      }, silenceMs);
    };
    const open = openCardReaders(heard);
  });
}
