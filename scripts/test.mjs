// `npm test`: install what is missing, then check everything on the pinned Node. Arguments go to Vitest.
import { spawnSync } from "node:child_process";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";

ensureInstalled();
const run = spawnSync(pinnedNode, ["scripts/check.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
