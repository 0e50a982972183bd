import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openStore } from "./open.ts";

storeConformance("SQLite", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-store-"));
  return {
    open: (options) => openStore(dir, { pollMs: 50, ...options }),
    remove: () => rm(dir, { recursive: true }),
  };
});
