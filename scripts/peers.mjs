// `npm run test:peers`: the scanner and the hub against Node-RED, n8n and Mosquitto themselves.
// Arguments go to Vitest.
import { runPinned } from "./install.mjs";

runPinned("node_modules/vitest/vitest.mjs", "run", "--config", "e2e/peers/vitest.config.ts");
