import type { Architecture } from "../node-binaries.ts";

/** The processor of this machine, by its name in Debian. Packages are made for x64 and arm64. */
export const architecture: Architecture = process.arch === "arm64" ? "arm64" : "amd64";
