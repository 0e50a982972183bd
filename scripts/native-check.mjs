// `npm run native:check`: install what is missing, then check the types of the phone app's Swift
// and Java files.
import { runPinned } from "./install.mjs";

runPinned("scripts/native-check.ts");
