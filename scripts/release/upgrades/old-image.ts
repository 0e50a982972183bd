// The image of release 0.1.0, which its Dockerfile made on an image from a registry.
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeChroot } from "../../testing/chroot.ts";
import { imageName } from "../container-image.ts";
import { fetchNode } from "../node-binaries.ts";
import { run } from "../run.ts";
import { newUser } from "./new-user.ts";
import { limits, openPodman, whyNoPodman } from "./podman.ts";
import { architecture } from "./processor.ts";

/**
 * The base image that the Dockerfile names. No registry is asked; the one made here stands for it.
 */
const base = "docker.io/library/node:24-trixie-slim";
const certificates = "/etc/ssl/certs";

/**
 * Builds the image of the `Dockerfile` in a clone with Podman, on a base made of the same parts:
 * Debian 13, Node 24 with npm, and the user `node` with the number 1000. Returns the pattern of its
 * file; none where Podman is missing.
 */
export async function buildImage(clone: string): Promise<string[]> {
  if (whyNoPodman()) return [];
  const folder = join(clone, "..", "podman");
  await using podman = openPodman(folder);
  const files = join(folder, "base");
  await makeBase(files);
  await run("tar", ["-cf", `${files}.tar`, "."], files);
  const path = "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  await podman.run("import", `--change=ENV ${path}`, `${files}.tar`, base);
  // Without this file, to which the docs link, the Dockerfile of 0.1.0 failed in every engine.
  appendFileSync(join(clone, ".dockerignore"), "!README.md\n");
  // Podman learned this option of the health check later.
  const dockerfile = join(clone, "Dockerfile");
  writeFileSync(dockerfile, readFileSync(dockerfile, "utf8").replace(" --start-interval=1s", ""));
  const options = [
    "--pull=never",
    "--network=host",
    "--format=docker",
    "--layers=false",
    ...limits,
  ];
  const trusted = `--volume=${certificates}:${certificates}:ro`;
  await podman.run("build", ...options, trusted, `--tag=${imageName}`, clone);
  const output = join(clone, `scanhook_0.1.0_${architecture}.oci.tar`);
  await podman.run("save", "--format=oci-archive", "--output", output, imageName);
  return ["scanhook_*.oci.tar"];
}

async function makeBase(files: string): Promise<void> {
  const include = "libstdc++6,passwd";
  await makeChroot(files, { variant: "essential", architecture, include });
  const local = join(files, "usr/local");
  cpSync((await fetchNode(architecture)).path, join(local, "bin/node"));
  await run("npm", ["install", "--global", "--prefix", local, "npm@11"], files, newUser(files));
  // npm trusts what this machine trusts.
  writeFileSync(join(local, "etc/npmrc"), `cafile=${certificates}/ca-certificates.crt\n`);
  await run("chroot", [files, "/usr/sbin/useradd", "--uid=1000", "--create-home", "node"], files);
}
