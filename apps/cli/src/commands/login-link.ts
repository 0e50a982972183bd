import { errors, parseSettings, renewLoginLink } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { pickSettingsEnv, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { findHub } from "../hub-access/find-hub.ts";
import { describeUnknownPerson } from "../hub-access/unknown-person.ts";
import { type Parsed, refuse } from "../input/parsed.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";

const hourMs = 3_600_000;

const nameOption = {
  name: {
    value: "NAME",
    help: "the person whose password the link sets (default: the first owner with a local account)",
  },
} as const;

export const loginLink: Command = {
  name: "login-link",
  summary: summaries["login-link"],
  usage: createUsage("login-link", {
    lines: ["scanhook login-link [--name NAME] [--data DIR] [--database URL] [--SETTING VALUE …]"],
    about: `Prints a link to the dashboard that sets a new password, for when the old one is forgotten. The link works once, within
an hour, needs no second factor, and ends the links printed earlier for the same person. Works whether the hub runs or not,
also while a provider of single sign-on is down.`,
    options: { ...nameOption, ...storeOptions },
    after: `The link leads to the hub that runs with this data folder. If none runs, its address is made from the settings: then give
the options that the hub will be started with, such as --http-port 9000, here as well. "scanhook help serve" lists them.

Exit code: 0 the link is printed, 1 it is not, 2 wrong use.`,
    examples: ["scanhook login-link", "scanhook login-link --name ada"],
  }),
  run(args, io) {
    const taken = takeName(args);
    if (!taken.ok) return Promise.resolve(wrongUse(io, taken.reason, loginLink.usage));
    const { name, rest } = taken.value;
    const parsed = parseSettings({ args: rest, env: pickSettingsEnv(io.env) });
    return withStore({ parsed, usage: loginLink.usage, io }, async (store, settings) => {
      const person = name === undefined ? await store.firstOwner() : await store.personByName(name);
      if (!person || person.sso) {
        io.stderr.write(
          person ? `${errors["sso-person"].message}\n` : await describeUnknownPerson(store, name!),
        );
        return 1;
      }
      const urls = await findHub(settings, io);
      const expiresAt = new Date(Date.now() + hourMs);
      const link = await renewLoginLink(store, urls, { person: person.id, expiresAt });
      io.stdout.write(`${link}\n`);
      return 0;
    });
  },
};

/** Takes `--name` out of the arguments. The others are settings. */
function takeName(args: string[]): Parsed<{ name?: string | undefined; rest: string[] }> {
  const rest = [...args];
  const index = rest.findIndex((arg) => arg === "--name" || arg.startsWith("--name="));
  if (index < 0) return { ok: true, value: { rest } };
  const [flag = ""] = rest.splice(index, 1);
  const name = flag === "--name" ? rest.splice(index, 1)[0] : flag.slice("--name=".length);
  if (!name || name.startsWith("--")) return refuse("--name needs a value: --name NAME.");
  return { ok: true, value: { name, rest } };
}
