// `npm run release -- --dry-run`: install what is missing, then make the files of a release in
// release/.
import { runPinned } from "./install.mjs";

runPinned("scripts/release/release.ts");
