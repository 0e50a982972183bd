// `npm run check:commits`: install what is missing, then check commit messages. The argument is a
// range of commits.
import { runPinned } from "./install.mjs";

runPinned("scripts/check-commits.ts");
