import { errors, type PersonRecord, type TokenRecord } from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { formatTable } from "../../terminal/table.ts";
import { accessOptions, tokenUsage } from "./usage.ts";

/** `scanhook token list`: prints the API tokens with what they may do and their last use. */
export async function listTokens(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions);
  if (!input.ok) return wrongUse(io, input.reason, tokenUsage);
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: tokenUsage, io }, async (store) => {
    const tokens = await store.tokens();
    if (input.values.json) io.stdout.write(`${JSON.stringify(tokens)}\n`);
    else if (tokens.length > 0) io.stdout.write(formatTokens(tokens, await store.people()));
    else io.stdout.write("There is no API token yet.\n");
    return 0;
  });
}

function formatTokens(tokens: TokenRecord[], people: PersonRecord[]): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const header = ["NUMBER", "NAME", "PERSON", "SCOPES", "INBOXES", "ENDS", "LAST USED"];
  const rows = tokens.map((token) => [
    String(token.id),
    token.name,
    names.get(token.person) ?? "",
    token.scopes.join(", "),
    token.inboxes?.join(", ") ?? "all",
    token.expiresAt ?? "never",
    token.lastUsedAt ?? "never",
  ]);
  return formatTable([header, ...rows].map((row) => row.map(printable)));
}

/** `scanhook token remove`: removes an API token, which stops working at once. */
export async function removeToken(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NUMBER"]);
  if (!input.ok) return wrongUse(io, input.reason, tokenUsage);
  const text = input.positionals[0] ?? "";
  if (!/^\d{1,9}$/.test(text)) {
    const reason = `NUMBER is the number of a token, which "scanhook token list" shows, not "${text}".`;
    return wrongUse(io, reason, tokenUsage);
  }
  const id = Number(text);
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: tokenUsage, io }, async (store) => {
    if (!(await store.removeToken(id))) {
      io.stderr.write(`${errors["no-such-token"].message}\n`);
      return 1;
    }
    io.stdout.write(
      input.values.json ? `${JSON.stringify({ id })}\n` : `Removed the API token ${id}.\n`,
    );
    return 0;
  });
}
