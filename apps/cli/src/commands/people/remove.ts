import { errors, type PersonRecord, type Store } from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, withPerson } from "./access.ts";
import { accessOptions, logOutOptions, peopleUsage } from "./usage.ts";

/** `scanhook people remove`: removes a person with their sessions, API tokens and passkeys. */
export async function removePerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  return withPerson(input.values, input.positionals[0] ?? "", io, async (store, { id, name }) => {
    const outcome = await store.removePerson(id);
    if (outcome !== "removed") return fail(io, errors[outcome].message);
    const sentence = printable(`Removed ${name}, with their sessions, API tokens and passkeys.`);
    io.stdout.write(input.values.json ? `${JSON.stringify({ id, name })}\n` : `${sentence}\n`);
    return 0;
  });
}

/** `scanhook people log-out`: ends the sessions of a person, or of everybody, in all browsers. */
export async function logOutPerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...logOutOptions, ...accessOptions }, ["[NAME]"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  const { everybody = false, json } = input.values;
  const [name] = input.positionals;
  if ((name === undefined) !== everybody)
    return wrongUse(io, "Name a person to log out, or give --everybody.", peopleUsage);
  const print = (ended: number, whose: string) => {
    const sentence = `Ended ${ended === 1 ? "1 session" : `${ended} sessions`} of ${whose}. API tokens stay valid.`;
    io.stdout.write(json ? `${JSON.stringify({ ended })}\n` : `${printable(sentence)}\n`);
    return 0;
  };
  if (name !== undefined)
    return withPerson(input.values, name, io, async (store, person) =>
      print(await endSessions(store, person), person.name),
    );
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: peopleUsage, io }, async (store) => {
    let ended = 0;
    for (const person of await store.people()) ended += await endSessions(store, person);
    return print(ended, "everybody");
  });
}

/** Ends the sessions of a person. Returns their number. */
async function endSessions(store: Store, { id }: PersonRecord): Promise<number> {
  const sessions = await store.sessions(id);
  for (const session of sessions) await store.removeSession(session.id, id);
  return sessions.length;
}
