// The hub of bench/beside, on a folder that beside-fill.ts has filled.
import { serveHub } from "./serve-hub.ts";

await serveHub(process.argv[2]!);
