// `npm run native`: install what is missing, then make the native projects on the pinned Node. Arguments are passed on.
import { spawnSync } from "node:child_process";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";

ensureInstalled();
const run = spawnSync(pinnedNode, ["scripts/native.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
