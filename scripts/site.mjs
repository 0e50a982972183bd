// `npm run site`: install what is missing, build the site, serve it. Arguments go to scripts/site.ts.
import { spawn } from "node:child_process";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";

ensureInstalled();
const site = spawn(pinnedNode, ["scripts/site.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => signal === "SIGTERM" && site.kill(signal));
}
site.on("exit", (code) => process.exit(code ?? 1));
