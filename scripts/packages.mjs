// `npm run packages`: install what is missing, then make the packages for npm in release/npm.
import { runPinned } from "./install.mjs";

runPinned("scripts/release/npm-packages.ts");
