import { errors } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, withPerson } from "./access.ts";
import { accessOptions, peopleUsage } from "./usage.ts";

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

/** `scanhook people log-out`: ends the sessions of a person in all browsers. */
export async function logOutPerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  return withPerson(input.values, input.positionals[0] ?? "", io, async (store, { id, name }) => {
    const sessions = await store.sessions(id);
    for (const session of sessions) await store.removeSession(session.id, id);
    const ended = sessions.length;
    const sentence = `Ended ${ended === 1 ? "1 session" : `${ended} sessions`} of ${name}. API tokens stay valid.`;
    io.stdout.write(
      input.values.json ? `${JSON.stringify({ id, name, ended })}\n` : `${printable(sentence)}\n`,
    );
    return 0;
  });
}
