// Property tests draw other cases in each run; with `FUZZ_SEED=<n>` all of them draw the same ones again.
import { configureGlobal } from "fast-check";

const { FUZZ_SEED } = process.env;
if (FUZZ_SEED) configureGlobal({ seed: Number(FUZZ_SEED) });
