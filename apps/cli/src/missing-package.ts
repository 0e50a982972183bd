import { readFile } from "node:fs/promises";

/**
 * Returns a sentence if `error` is about an optional peer dependency that is not installed.
 * Scanhook needs these packages for some tasks only. Returns undefined for any other error.
 */
export async function describeMissingPackage(error: unknown): Promise<string | undefined> {
  const missing = findPackageName(error);
  if (missing === undefined) return undefined;
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const peers: Record<string, string> = JSON.parse(manifest).peerDependencies ?? {};
  if (!Object.hasOwn(peers, missing)) return undefined;
  // Libraries of one scope belong together: each of OpenTelemetry needs the others.
  const scope = missing.startsWith("@") ? missing.split("/")[0] : undefined;
  const names = Object.keys(peers).filter((name) =>
    scope === undefined ? name === missing : name.startsWith(`${scope}/`),
  );
  const words = names.map((name) => `${name}@${peers[name]}`).join(" ");
  return `This needs the package ${missing}, which is not installed: run "npm install ${words}" where you installed scanhook (with --global if you installed it so).`;
}

/** Returns the name of the package that Node did not find. */
function findPackageName(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code !== "ERR_MODULE_NOT_FOUND") return undefined;
  return /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1];
}
