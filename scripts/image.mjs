// `npm run image`: install what is missing, then make the container image for this machine's
// processor in release/image.
import { runPinned } from "./install.mjs";

runPinned("scripts/release/local-image.ts");
