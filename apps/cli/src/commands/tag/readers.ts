import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import type { ReaderEvent } from "../../tag-readers/card-readers.ts";
import { openCardReaders } from "../../tag-readers/pcsc/supervisor.ts";
import { printable } from "../../terminal/printable.ts";
import { jsonOption, tagUsage } from "./usage.ts";

/** `scanhook tag readers`: lists the connected readers and whether a tag is on them. */
export async function listReaders(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, jsonOption);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const result = await findReaders();
  if (!result.ok) {
    io.stderr.write(`${result.reason}\n`);
    return 1;
  }
  const { readers } = result;
  if (input.values.json) io.stdout.write(`${JSON.stringify(readers)}\n`);
  else if (readers.length === 0) {
    io.stdout.write("No card reader is connected; plug one in.\n");
  } else {
    for (const { name, tag } of readers) {
      io.stdout.write(`${printable(name)}${tag ? " (a tag on it)" : ""}\n`);
    }
  }
  return 0;
}

type ReadersResult =
  | { ok: true; readers: { name: string; tag: boolean }[] }
  | { ok: false; reason: string };

/**
 * Lists the readers. The service reports them one by one and does not mark the last one, so the
 * list ends after `silenceMs` without an event.
 */
function findReaders(silenceMs = 300): Promise<ReadersResult> {
  return new Promise((resolve) => {
    const hasTag = new Map<string, boolean>();
    let timer: NodeJS.Timeout | undefined;
    const finish = (result: ReadersResult) => {
      clearTimeout(timer);
      cardReaders.close();
      resolve(result);
    };
    const onEvent = (event: ReaderEvent) => {
      if (event.kind === "no-service") return finish({ ok: false, reason: event.reason });
      if (event.kind === "reader") hasTag.set(event.reader, false);
      else if (event.kind === "reader-gone") hasTag.delete(event.reader);
      else if (event.kind === "card") hasTag.set(event.reader, true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish({ ok: true, readers: [...hasTag].map(([name, tag]) => ({ name, tag })) });
      }, silenceMs);
    };
    const cardReaders = openCardReaders(onEvent);
  });
}
