// `npm run upgrades`: install what is missing, then update a hub of each earlier release, in every
// way of installing.
import { runPinned } from "./install.mjs";

runPinned("scripts/release/upgrades/main.ts");
