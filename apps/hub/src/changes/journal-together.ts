import { AsyncLocalStorage } from "node:async_hooks";
import type { NewChange } from "../store/changes.ts";

type Write = (change: NewChange) => Promise<void>;
type Collected = { change: NewChange; write: Write };

const collecting = new AsyncLocalStorage<Collected[]>();

/**
 * Runs work whose changes of one thing are a single entry of the journal, because a person asked
 * for them at once: an inbox that is added, for example, and then gets its limits. The entries are
 * written when the work is done, also if it fails halfway.
 */
export async function journalTogether<Result>(work: () => Promise<Result>): Promise<Result> {
  const collected: Collected[] = [];
  try {
    return await collecting.run(collected, work);
  } finally {
    for (const { change, write } of merge(collected)) await write(change);
  }
}

/** Writes an entry, or leaves that to `journalTogether`, if it runs the current work. */
export async function writeOrCollect(change: NewChange, write: Write): Promise<void> {
  const collected = collecting.getStore();
  if (collected) collected.push({ change, write });
  else await write(change);
}

function merge(collected: readonly Collected[]): Collected[] {
  const merged: Collected[] = [];
  for (const { change, write } of collected) {
    const { subject, name, action } = change;
    const index = merged.findIndex(
      ({ change: earlier }) => earlier.subject === subject && earlier.name === name,
    );
    const earlier = merged[index];
    if (!earlier || action !== "changed") merged.push({ change, write });
    else merged[index] = { change: addFields(earlier.change, change), write };
  }
  return merged;
}

/** Adds the fields of a change to an earlier entry. What was just added had no values before. */
function addFields(earlier: NewChange, { fields }: NewChange): NewChange {
  const isNew = earlier.action === "added";
  const more = isNew ? fields.map(({ from: _, ...added }) => added) : fields;
  return { ...earlier, fields: [...earlier.fields, ...more] };
}
