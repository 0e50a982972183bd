import type { PersonRecord } from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { formatTable } from "../../terminal/table.ts";
import { accessOptions, peopleUsage } from "./usage.ts";

/** `scanhook people list`: prints the people with what they may do and how they log in. */
export async function listPeople(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions);
  if (!input.ok) return wrongUse(io, input.reason, peopleUsage);
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: peopleUsage, io }, async (store) => {
    const people = await store.people();
    io.stdout.write(input.values.json ? `${JSON.stringify(people)}\n` : formatPeople(people));
    return 0;
  });
}

function formatPeople(people: PersonRecord[]): string {
  const header = ["NAME", "ROLE", "INBOXES", "ACCOUNT", "SECOND FACTOR", "LAST LOG-IN"];
  const rows = people.map((person) => {
    const { name, role, inboxes, sso, lastLoginAt } = person;
    const reach = inboxes ? inboxes.join(", ") || "none" : "all";
    const account = sso?.issuer ?? "local";
    return [name, role, reach, account, formatSecondFactor(person), lastLoginAt ?? "never"];
  });
  return formatTable([header, ...rows].map((row) => row.map(printable)));
}

function formatSecondFactor({ sso, hasTotp, passkeys }: PersonRecord): string {
  const factors = [
    ...(hasTotp ? ["app"] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`] : []),
  ];
  return factors.join(", ") || (sso ? "at the provider" : "no");
}
