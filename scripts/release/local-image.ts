// The container image for the processor of this machine, without the rest of a release.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeContainerImage } from "./container-image.ts";
import { describeMissingTools } from "./missing-tools.ts";
import { parseRepository } from "./npm-manifests.ts";
import { makeCommandPackage } from "./npm-packages.ts";
import { buildPages, imageTools } from "./steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function main(): Promise<number> {
  const architecture = ({ x64: "amd64", arm64: "arm64" } as const)[process.arch as "x64"];
  if (!architecture) {
    console.error(
      `Images are made for x64 and arm64; this machine's processor is ${process.arch}.`,
    );
    return 1;
  }
  const missing = describeMissingTools(imageTools);
  if (missing) {
    console.error(missing);
    return 1;
  }
  const { version } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
  const repository = parseRepository(process.env.SCANHOOK_REPOSITORY);
  const folder = join(root, "release/image");
  mkdirSync(folder, { recursive: true });
  const npmPackage = mkdtempSync(join(tmpdir(), "scanhook-npm-"));
  try {
    await buildPages();
    await makeCommandPackage(npmPackage, repository);
    const seconds = Math.floor(Date.now() / 1000);
    const parts = { npmPackage, version, seconds, architecture, ...(repository && { repository }) };
    console.log(await makeContainerImage(folder, parts));
    return 0;
  } finally {
    rmSync(npmPackage, { recursive: true });
  }
}

process.exitCode = await main();
