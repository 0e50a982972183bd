// `npm run site`: install what is missing, build the site, serve it. Arguments go to
// scripts/site.ts.
import { spawn } from "node:child_process";
import { installAll, root } from "./install.mjs";

const site = spawn(installAll(), ["scripts/site.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => signal === "SIGTERM" && site.kill(signal));
}
site.on("exit", (code) => process.exit(code ?? 1));
