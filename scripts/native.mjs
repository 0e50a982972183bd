// `npm run native`: install what is missing, then write the native projects. Arguments go to
// scripts/native.ts.
import { runPinned } from "./install.mjs";

runPinned("scripts/native.ts");
