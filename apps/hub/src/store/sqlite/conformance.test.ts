import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openStore } from "./open.ts";

storeConformance("SQLite", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-store-"));
  return {
    open: (options) => openStore(dir, { pollMs: 50, ...options }),
    remove: () => rm(dir, { recursive: true }),
  };
});
