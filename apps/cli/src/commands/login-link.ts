import { renewLoginLink } from "@scanhook/hub";
import { parseArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { dataOption, withStore } from "../data-folder.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";

const hourMs = 3_600_000;

export const loginLink: Command = {
  name: "login-link",
  summary: summaries["login-link"],
  usage: printUsage({
    lines: ["scanhook login-link [--data DIR]"],
    about: `Prints a link to the dashboard that works once, within an hour, and sets a new password: for when the old one
is forgotten. It ends the links printed earlier. Works while the hub runs and while it does not.`,
    options: dataOption,
    after: `The link's address comes from the hub's settings (SCANHOOK_HTTP_PORT, the settings file). If the hub was started
with another port, put that one in.`,
  }),
  run(args, io) {
    const read = parseArguments(args, dataOption);
    if (!read.ok) return Promise.resolve(wrongUse(io, read.reason, loginLink.usage));
    return withStore({ ...read.values, usage: loginLink.usage, io }, async (store, reach) => {
      const link = await renewLoginLink(store, reach, new Date(Date.now() + hourMs));
      io.stdout.write(`${link}\n`);
      return 0;
    });
  },
};
