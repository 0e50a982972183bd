import type { Author } from "../login/author.ts";
import type { NewChange } from "../store/changes.ts";
import type { Store } from "../store/store.ts";
import { describeChange } from "./describe-change.ts";
import { writeOrCollect } from "./journal-together.ts";
import { type Journaled, type JournaledName, journaledMethods } from "./journaled-methods.ts";
import type { Thing } from "./things.ts";

type JournalParts = {
  /** Returns who makes the current call. Calls of nobody are not journaled. */
  whoNow: () => Author | undefined;
  log: { error(fields: { err: unknown }, message: string): void };
};

/**
 * Creates a store whose changes of settings are journaled: after a call of a method of
 * `journaledMethods` that changed something, it adds an entry with the fields that differ. All
 * other methods are those of the given store.
 *
 * The change and its entry are two transactions. A change whose entry cannot be written stays, and
 * the log tells of it. The values are read before and after the call, so they are imprecise when
 * others change the same thing at that moment: an entry may then include a field that somebody else
 * changed, or lack one that was changed back. On PostgreSQL, the values of destinations and routes
 * that another process has just changed may be up to a second old. If the thing is removed before
 * it is read again, the change has no entry, but the removal has.
 */
export function createJournaledStore(store: Store, parts: JournalParts): Store {
  const names = Object.keys(journaledMethods) as JournaledName[];
  const methods = names.map((name) => [name, createMethod(store, name, parts)]);
  return { ...store, ...Object.fromEntries(methods) };
}

function createMethod<Name extends JournaledName>(
  store: Store,
  name: Name,
  { whoNow, log }: JournalParts,
) {
  type Args = Parameters<Store[Name]>;
  const method = store[name] as (...args: Args) => Promise<Awaited<ReturnType<Store[Name]>>>;
  const { subject, does, read, secrets } = journaledMethods[name] as unknown as Journaled<Name>;
  const logFailure = (err: unknown, { by }: Author) =>
    log.error({ err }, `${by} changed a setting (${name}), but the journal has no entry`);
  const write = (change: NewChange) =>
    store.addChange(change).catch((err: unknown) => logFailure(err, change));
  return async (...args: Args) => {
    const author = whoNow();
    if (!author) return method(...args);
    const reading = does === "adds" ? undefined : tryTo(() => read(store, args));
    const before = await reading;
    const result = await method(...args);
    if (!isDone(result, does)) return result;
    try {
      if (before && "error" in before) throw before.error;
      const after = does === "removes" ? undefined : await read(store, args, result);
      const isLost = does !== "removes" && !after;
      const change = isLost ? undefined : describeChange(before?.value, after, secrets?.(args));
      if (change) await writeOrCollect({ ...author, subject, ...change }, write);
    } catch (err) {
      logFailure(err, author);
    }
    return result;
  };
}

/** Returns the error of a reading instead of rejecting, because a change does not depend on it. */
async function tryTo(
  read: () => Promise<Thing | undefined>,
): Promise<{ value: Thing | undefined } | { error: unknown }> {
  try {
    return { value: await read() };
  } catch (error) {
    return { error };
  }
}

/** The words by which methods of the store say that they did what they were asked to. */
const doneWords: readonly unknown[] = ["added", "bound", "changed", "removed"];

/** Returns whether a method with this result changed anything; not if it found no room for it. */
function isDone(result: unknown, does: Journaled<JournaledName>["does"]): boolean {
  if (typeof result === "string") return doneWords.includes(result);
  return result === undefined ? does === "changes" : result !== false;
}
