// Property tests draw new cases in every run. With `FUZZ_SEED=<n>` all of them draw the same cases
// again.
import { configureGlobal } from "fast-check";

const { FUZZ_SEED } = process.env;
if (FUZZ_SEED) configureGlobal({ seed: Number(FUZZ_SEED) });
