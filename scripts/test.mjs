// `npm test`: install what is missing, then check everything on the pinned Node. Arguments go to
// Vitest.
import { runPinned } from "./install.mjs";

runPinned("scripts/check.ts");
