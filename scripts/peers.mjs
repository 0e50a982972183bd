// `npm run test:peers`: the scanner and the hub against Node-RED, n8n and Mosquitto themselves. Arguments go to Vitest.
import { spawnSync } from "node:child_process";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";

ensureInstalled();
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/peers/vitest.config.ts"];
const run = spawnSync(pinnedNode, [...vitest, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
