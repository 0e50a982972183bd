import { errors, type PersonChange, type PersonRecord, roles, type Store } from "@scanhook/hub";
import { findUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, withPerson } from "./access.ts";
import { describeTakenName, findNameProblem } from "./add.ts";
import { accessOptions, changeOptions, peopleUsage } from "./usage.ts";

/** `scanhook people change`: changes the name, the role or the inboxes of a person. */
export async function changePerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...changeOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  const parsedChange = parseChange(input.values);
  if (!parsedChange.ok) return wrongUse(io, parsedChange.reason, peopleUsage);
  const name = input.positionals[0] ?? "";
  return withPerson(input.values, name, io, async (store, person) => {
    const problem = await applyChange(store, person, parsedChange.value);
    if (problem) return fail(io, problem);
    const changed = await store.person(person.id);
    const sentence = printable(`Changed ${changed?.name ?? person.name}.`);
    io.stdout.write(input.values.json ? `${JSON.stringify(changed)}\n` : `${sentence}\n`);
    if (person.sso && parsedChange.value.role !== undefined)
      io.stderr.write("At the next log-in, the groups at the provider set the role again.\n");
    return 0;
  });
}

function parseChange(values: Values<typeof changeOptions>): Parsed<PersonChange> {
  const { name, inbox } = values;
  const isUnlimited = values["all-inboxes"] ?? false;
  if (inbox && isUnlimited)
    return refuse("Give --inbox to limit the person, or --all-inboxes to remove the limit.");
  if (values.role === undefined && name === undefined && !inbox && !isUnlimited) {
    const names = Object.keys(changeOptions).map((option) => `--${option}`);
    return refuse(`Say what to change: ${names.join(", ")}.`);
  }
  const nameProblem = name === undefined ? undefined : findNameProblem(name);
  if (nameProblem) return refuse(nameProblem);
  const role = values.role === undefined ? undefined : parseChoice("--role", values.role, roles);
  if (role?.ok === false) return role;
  return { ok: true, value: { name, role: role?.value, inboxes: isUnlimited ? null : inbox } };
}

/** Changes a person. Returns a sentence when that is refused. */
async function applyChange(
  store: Store,
  person: PersonRecord,
  change: PersonChange,
): Promise<string | undefined> {
  const isOwner = (change.role ?? person.role) === "owner";
  if (isOwner && change.inboxes) return errors["owner-limited"].message;
  const inboxProblem = await findUnknownInbox(store, change.inboxes ?? []);
  if (inboxProblem) return inboxProblem;
  // An owner has no limit, so somebody who becomes one loses it.
  const outcome = await store.changePerson(
    person.id,
    isOwner ? { ...change, inboxes: null } : change,
  );
  if (outcome === "changed") return undefined;
  return outcome === "name-taken" ? describeTakenName(change.name ?? "") : errors[outcome].message;
}
