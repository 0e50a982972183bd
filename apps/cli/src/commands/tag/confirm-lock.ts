import { createInterface } from "node:readline/promises";
import { type Parsed, refuse } from "../../input/parsed.ts";
import type { Io } from "../../io.ts";

/**
 * Asks on a terminal before a tag is locked for good, unless `--yes` says so. Refuses where nobody
 * can be asked. The value is whether to lock.
 */
export async function confirmLock(yes: boolean, io: Io): Promise<Parsed<boolean>> {
  if (yes) return { ok: true, value: true };
  if (!isTerminal(io))
    return refuse("Locking cannot be undone; in a script, add --yes to confirm it.");
  io.stderr.write(
    "Once locked, the tag can never be written again, by you or by anybody else. Lock it? [y/N] ",
  );
  const lines = createInterface({ input: io.stdin, signal: io.signal });
  try {
    for await (const line of lines) return { ok: true, value: /^\s*y(es)?\s*$/i.test(line) };
    return { ok: true, value: false };
  } finally {
    lines.close();
  }
}

function isTerminal({ stdin }: Io): boolean {
  return "isTTY" in stdin && stdin.isTTY === true;
}
