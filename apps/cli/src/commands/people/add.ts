import { errors, invite, personNameRule, roles, runAs } from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { findHub } from "../../hub-access/find-hub.ts";
import { findUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { parseArguments } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, withPerson } from "./access.ts";
import { accessOptions, addOptions, peopleUsage } from "./usage.ts";

/** `scanhook people add`: adds a person and prints the link with which they set a password. */
export async function addPerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...addOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  const nameProblem = findNameProblem(name);
  if (nameProblem) return wrongUse(io, nameProblem, peopleUsage);
  if (values.role === undefined)
    return wrongUse(io, `Say what the person may do: --role ${roles.join("|")}.`, peopleUsage);
  const role = parseChoice("--role", values.role, roles);
  if (!role.ok) return wrongUse(io, role.reason, peopleUsage);
  const inboxes = values.inbox;
  if (role.value === "owner" && inboxes)
    return wrongUse(io, errors["owner-limited"].message, peopleUsage);
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: peopleUsage, io }, async (store, settings) => {
    const inboxProblem = await findUnknownInbox(store, inboxes);
    if (inboxProblem) return fail(io, inboxProblem);
    const person = await store.addPerson({ name, role: role.value, inboxes });
    if (!person) return fail(io, describeTakenName(name));
    const urls = await findHub(settings, io);
    // The entry of the new person in the journal tells of the link too.
    const invitation = await runAs(undefined, () => invite(store, urls, person.id));
    io.stdout.write(
      values.json
        ? `${JSON.stringify({ person, ...invitation })}\n`
        : `${printable(`Added ${name}.`)} ${formatInvitation(invitation)}`,
    );
    return 0;
  });
}

/** `scanhook people link`: prints a new link with which a person sets a password. */
export async function linkPerson(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  const name = input.positionals[0] ?? "";
  return withPerson(input.values, name, io, async (store, person, settings) => {
    if (person.sso) return fail(io, errors["sso-person"].message);
    const invitation = await invite(store, await findHub(settings, io), person.id);
    io.stdout.write(
      input.values.json
        ? `${JSON.stringify({ person, ...invitation })}\n`
        : formatInvitation(invitation),
    );
    return 0;
  });
}

/** Returns a sentence if nobody can have this name, otherwise undefined. */
export function findNameProblem(name: string): string | undefined {
  if (new RegExp(personNameRule.pattern, "u").test(name)) return undefined;
  return `"${printable(name)}" cannot be the name of a person: ${personNameRule.description}`;
}

/** Returns the sentence about a name that another person has. */
export function describeTakenName(name: string): string {
  return printable(
    `There is already a person ${name}; choose another name. Names that differ only in case are the same.`,
  );
}

function formatInvitation({ link, expiresAt }: { link: string; expiresAt: string }): string {
  return `This link sets the password, once, until ${expiresAt}:\n${link}\n`;
}
