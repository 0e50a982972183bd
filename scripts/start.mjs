// `npm start`: install what is missing, build what is stale, serve. Arguments go to `scanhook
// serve`.
import { spawn } from "node:child_process";
import { installToRun, root } from "./install.mjs";

const node = installToRun();
const run = (...args) => spawn(node, args, { cwd: root, stdio: "inherit" });

const build = run("scripts/build.ts");
build.on("exit", (code) => {
  if (code !== 0) process.exit(code ?? 1);
  const serve = run("apps/cli/bin/scanhook.mjs", "serve", ...process.argv.slice(2));
  // Ctrl+C reaches the whole process group, so only a signal sent to npm alone has to be forwarded.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => signal === "SIGTERM" && serve.kill(signal));
  }
  serve.on("exit", (code) => process.exit(code ?? 1));
});
