import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";

const desks = "../../../../../packages/documents/src/corners/testing/desks";

test("document says which pages are partly covered, so that their corners can be checked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-covered-"));
  try {
    const file = fileURLToPath(import.meta.resolve(`${desks}/objects-on-cloth.jpg`));
    const { stdout } = await runScanhook(["document", "--out", join(folder, "page.pdf"), file]);
    expect(stdout).toContain("mm, sides partly covered, check its corners\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
