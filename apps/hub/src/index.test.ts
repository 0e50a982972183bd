import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/**
 * Returns by which factor the space for young objects grew while many of them survived for a
 * moment.
 */
async function measureGrowth(preparation: string): Promise<number> {
  const script = `
    ${preparation}
    const { getHeapSpaceStatistics } = await import("node:v8");
    const measure = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size;
    const before = measure();
    for (let round = 0; round < 15; round++) {
      globalThis.kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    }
    process.stdout.write(String(measure() / before));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);
  return Number(stdout);
}

const importing = `const { startHub } = await import("${new URL("./index.ts", import.meta.url)}");`;
// There can be no data folder below a file, so the hub ends at once.
const starting = `await startHub({ data: "/dev/null/data" }).then(process.exit, () => {});`;

describe("the space for young objects", () => {
  it("grows in a process that has imported the hub, and no more in one that has started it", async () => {
    const [imported, started] = await Promise.all(
      [importing, importing + starting].map(measureGrowth),
    );
    expect(imported).toBeGreaterThan(1);
    expect(started).toBe(1);
  });
});
