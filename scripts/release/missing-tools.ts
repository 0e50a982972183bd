import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * What a step runs or reads beside Node and npm, and the package of Debian and Ubuntu that brings
 * it.
 */
const tools = {
  git: { package: "git", isThere: () => runs("git") },
  tar: { package: "tar", isThere: () => runs("tar") },
  "dpkg-deb": { package: "dpkg", isThere: () => runs("dpkg-deb") },
  mmdebstrap: { package: "mmdebstrap", isThere: () => runs("mmdebstrap") },
  "the keys of Debian": { package: "debian-archive-keyring", isThere: hasDebianKeys },
} as const;

export type Tool = keyof typeof tools;

/**
 * Returns a sentence that names all tools that this machine lacks, with the command that installs
 * them; undefined when it has all. `isThere` says whether a tool is on this machine.
 */
export function describeMissingTools(
  wanted: readonly Tool[],
  isThere: (tool: Tool) => boolean = (tool) => tools[tool].isThere(),
): string | undefined {
  const missing = [...new Set(wanted)].filter((tool) => !isThere(tool));
  if (missing.length === 0) return undefined;
  const packages = missing.map((tool) => tools[tool].package).join(" ");
  const list = new Intl.ListFormat("en").format(missing);
  return `Packages and images for Linux are made on Debian or Ubuntu; this machine lacks ${list}. Install what is missing: sudo apt install ${packages}`;
}

const runs = (program: string) => spawnSync(program, ["--version"]).error === undefined;

function hasDebianKeys(): boolean {
  return ["gpg", "pgp"].some((ending) =>
    existsSync(`/usr/share/keyrings/debian-archive-keyring.${ending}`),
  );
}
