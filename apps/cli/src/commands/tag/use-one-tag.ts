import { parseSeconds } from "../../input/seconds.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import type { Card } from "../../tag-readers/card-readers.ts";
import { waitForTag } from "../../tag-readers/wait-for-tag.ts";
import { tagUsage } from "./usage.ts";

/** The result of using a tag, or a sentence for one that was taken away too soon. */
export type Use<T> = { value: T } | { gone: string };

/**
 * Waits for a tag as `--reader` and `--wait` say, and uses it, or the next one if it was taken away
 * too soon. Says why there was none, and returns the exit code then.
 */
export async function useOneTag<T>(
  { reader, wait }: { reader?: string | undefined; wait?: string | undefined },
  io: Io,
  use: (card: Card) => Promise<Use<T>>,
): Promise<{ ok: true; value: T } | { ok: false; code: number }> {
  const waitLimit = parseSeconds(wait, 0.1);
  if (!waitLimit.ok)
    return { ok: false, code: wrongUse(io, `--wait: ${waitLimit.reason}`, tagUsage) };
  const say = (sentence: string) => io.stderr.write(`${sentence}\n`);
  const result = await waitForTag(
    async (card) => {
      const used = await use(card);
      return "gone" in used
        ? { done: false, reason: used.gone }
        : { done: true, value: used.value };
    },
    { reader, waitMs: wait === undefined ? undefined : waitLimit.value, signal: io.signal, say },
  );
  if (result.ok) return result;
  say(result.reason);
  return { ok: false, code: 1 };
}
