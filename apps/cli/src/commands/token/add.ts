import { makeToken, personNameRule, type Scope, type Store, scopes } from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { findUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { describeUnknownPerson } from "../../hub-access/unknown-person.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { isDay, isTimestamp } from "../../input/timestamp.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { accessOptions, addOptions, tokenUsage } from "./usage.ts";

/** `scanhook token add`: makes an API token and prints it. */
export async function addToken(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...addOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, tokenUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  if (!new RegExp(personNameRule.pattern, "u").test(name))
    return wrongUse(io, `The name of a token has ${personNameRule.description}`, tokenUsage);
  const wanted = parseFields(values);
  if (!wanted.ok) return wrongUse(io, wanted.reason, tokenUsage);
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: tokenUsage, io }, async (store) => {
    const problem = await findUnknownInbox(store, values.inbox);
    const person = problem === undefined ? await findPerson(store, values.person) : undefined;
    if (!person) {
      io.stderr.write(problem ?? (await describeUnknownPerson(store, values.person ?? "")));
      return 1;
    }
    const fields = { name, person: person.id, inboxes: values.inbox, ...wanted.value };
    const made = await makeToken(store, fields);
    io.stdout.write(values.json ? `${JSON.stringify(made)}\n` : `${made.token}\n`);
    if (!values.json) io.stderr.write("Keep this token; it is shown only once.\n");
    return 0;
  });
}

function findPerson(store: Store, name: string | undefined) {
  return name === undefined ? store.firstOwner() : store.personByName(name);
}

function parseFields(
  values: Values<typeof addOptions>,
): Parsed<{ scopes: Scope[]; expiresAt: Date | undefined }> {
  const { scope: names = [], expires } = values;
  if (names.length === 0) return refuse(`Say what it may do: --scope ${scopes.join("|")}.`);
  const chosen = new Set<Scope>();
  for (const name of names) {
    const scope = parseChoice("--scope", name, scopes);
    if (!scope.ok) return scope;
    chosen.add(scope.value);
  }
  const expiresAt = expires === undefined ? undefined : new Date(expires);
  const isTime = expires === undefined || isDay(expires) || isTimestamp(expires);
  if (!isTime || (expiresAt && Number.isNaN(expiresAt.getTime())))
    return refuse(
      `--expires is a day such as 2027-05-12 or a time with its zone such as 2027-05-12T14:00:00Z, not "${expires}".`,
    );
  if (expiresAt && expiresAt.getTime() <= Date.now())
    return refuse(`--expires ${expires} is not in the future.`);
  return { ok: true, value: { scopes: [...chosen], expiresAt } };
}
