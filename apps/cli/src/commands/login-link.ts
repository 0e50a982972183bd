import { parseSettings, renewLoginLink } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { pickSettingsEnv, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { findHub } from "../hub-access/find-hub.ts";
import { createUsage } from "../input/usage.ts";
import { summaries } from "../summaries.ts";

const hourMs = 3_600_000;

export const loginLink: Command = {
  name: "login-link",
  summary: summaries["login-link"],
  usage: createUsage("login-link", {
    lines: ["scanhook login-link [--data DIR] [--database URL] [--SETTING VALUE …]"],
    about: `Prints a link to the dashboard that sets a new password, for when the old one is forgotten. The link works once, within
an hour, and ends the links printed earlier. Works whether the hub runs or not.`,
    options: storeOptions,
    after: `The link leads to the hub that runs with this data folder. If none runs, its address is made from the settings: then give
the options that the hub will be started with, such as --http-port 9000, here as well. "scanhook help serve" lists them.

Exit code: 0 the link is printed, 1 it is not, 2 wrong use.`,
  }),
  run(args, io) {
    const parsed = parseSettings({ args, env: pickSettingsEnv(io.env) });
    return withStore({ parsed, usage: loginLink.usage, io }, async (store, settings) => {
      const urls = await findHub(settings, io);
      const { id: person } = await store.firstOwner();
      const expiresAt = new Date(Date.now() + hourMs);
      const link = await renewLoginLink(store, urls, { person, expiresAt });
      io.stdout.write(`${link}\n`);
      return 0;
    });
  },
};
