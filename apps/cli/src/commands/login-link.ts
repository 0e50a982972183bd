import { renewLoginLink } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { findHub } from "../find-hub.ts";
import { storeOptions, withStore } from "../hub-access/data-folder.ts";
import { summaries } from "../summaries.ts";
import { printUsage } from "../usage.ts";

const hourMs = 3_600_000;

export const loginLink: Command = {
  name: "login-link",
  summary: summaries["login-link"],
  usage: printUsage({
    lines: ["scanhook login-link [--data DIR] [--database URL] [--SETTING VALUE …]"],
    about: `Prints a link to the dashboard that works once, within an hour, and sets a new password: for when the old one
is forgotten. It ends the links printed earlier. Works while the hub runs and while it does not.`,
    options: storeOptions,
    after: `The link leads to the hub that runs with this data folder. While none runs, its address is made from the settings; options
that the hub will be started with, such as --http-port 9000, go here too then. "scanhook help serve" lists them.`,
  }),
  run(settings, io) {
    return withStore({ settings, usage: loginLink.usage, io }, async (store, given) => {
      const reach = await findHub(given, io);
      const link = await renewLoginLink(store, reach, new Date(Date.now() + hourMs));
      io.stdout.write(`${link}\n`);
      return 0;
    });
  },
};
