// The container image as one file: the program with its own Node on a few files of Debian, for
// `docker load` and `podman load`.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { unpackDebianBase } from "./debian-base.ts";
import { type LinuxPackage, makeProgram, programFolder, settle } from "./program.ts";
import { run } from "./run.ts";

/**
 * What `compose.yaml` names. No registry answers for `localhost`, so nobody else's image can take
 * its place.
 */
export const imageName = "localhost/scanhook";

/** Exits with 0 while the hub is ready. */
const healthCheck =
  "fetch('http://127.0.0.1:' + (process.env.SCANHOOK_HTTP_PORT || 8080) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";

/**
 * Makes `scanhook_VERSION_ARCHITECTURE.oci.tar` in `folder`: the image layout of OCI 1.1, with the
 * `manifest.json` beside it that older versions of Docker read. The same parts and the same
 * packages of Debian make the same bytes. Returns its path. Throws when it cannot be made.
 */
export async function makeContainerImage(folder: string, image: LinuxPackage): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "scanhook-image-"));
  try {
    const files = join(work, "root");
    await unpackDebianBase(files, image.architecture);
    await makeProgram(files, image.npmPackage, image.architecture);
    const layer = await packLayer(files, image.seconds);
    const layout = join(work, "layout");
    await writeLayout(layout, layer, image);
    settle(layout, image.seconds);
    const path = join(folder, `scanhook_${image.version}_${image.architecture}.oci.tar`);
    await run("tar", ["--create", `--file=${path}`, ...sameBytes(image.seconds), "."], layout);
    return path;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * Returns the tar file of a folder that stands for `/`, with an empty `/data` of the user and a
 * `/tmp` for everybody.
 */
async function packLayer(files: string, seconds: number): Promise<Buffer> {
  mkdirSync(join(files, "data"));
  settle(files, seconds);
  const path = `${files}.tar`;
  const exclude = ["--exclude=./data", "--exclude=./tmp"];
  const common = sameBytes(seconds);
  await run("tar", ["--create", `--file=${path}`, ...common, ...exclude, "."], files);
  const add = ["--append", `--file=${path}`, ...common];
  await run("tar", [...add, "--mode=1777", "./tmp"], files);
  await run("tar", [...add, "--mode=700", "--owner=:1000", "--group=:1000", "./data"], files);
  const tar = readFileSync(path);
  rmSync(path);
  return tar;
}

/**
 * Options of GNU tar that make its bytes depend on nothing but names, contents, modes and a time.
 */
function sameBytes(seconds: number): string[] {
  return ["--format=gnu", "--sort=name", `--mtime=@${seconds}`, "--owner=:0", "--group=:0"];
}

/**
 * Writes the files of the OCI image layout (OCI image specification 1.1, image-layout.md), and
 * `manifest.json` for Docker.
 */
async function writeLayout(folder: string, layer: Buffer, image: LinuxPackage): Promise<void> {
  const blobs = join(folder, "blobs/sha256");
  mkdirSync(blobs, { recursive: true });
  const add = (mediaType: string, bytes: Uint8Array) => {
    const digest = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const addJson = (mediaType: string, value: unknown) =>
    add(mediaType, Buffer.from(JSON.stringify(value)));
  const writeJson = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value));

  const oci = "application/vnd.oci.image";
  const zipped = await promisify(gzip)(layer, { level: image.effort ?? 6 });
  const packed = add(`${oci}.layer.v1.tar+gzip`, zipped);
  const config = addJson(`${oci}.config.v1+json`, describeImage(layer, image));
  const manifest = addJson(`${oci}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config,
    layers: [packed],
  });
  const tags = [image.version, "latest"];
  const manifests = tags.map((tag) => ({
    ...manifest,
    platform: { architecture: image.architecture, os: "linux" },
    annotations: {
      "io.containerd.image.name": `${imageName}:${tag}`,
      "org.opencontainers.image.ref.name": tag,
    },
  }));
  writeJson("oci-layout", { imageLayoutVersion: "1.0.0" });
  writeJson("index.json", {
    schemaVersion: 2,
    mediaType: `${oci}.index.v1+json`,
    manifests,
  });
  const pathOf = ({ digest }: { digest: string }) => `blobs/${digest.replace(":", "/")}`;
  const names = tags.map((tag) => `${imageName}:${tag}`);
  writeJson("manifest.json", [
    { Config: pathOf(config), RepoTags: names, Layers: [pathOf(packed)] },
  ]);
}

/**
 * Returns the configuration of the image (OCI image specification 1.1, config.md) with the health
 * check that Docker adds to it.
 */
function describeImage(
  layer: Buffer,
  { version, seconds, architecture, repository }: LinuxPackage,
) {
  const created = new Date(seconds * 1000).toISOString();
  const second = 1e9;
  return {
    created,
    architecture,
    os: "linux",
    config: {
      User: "1000:1000",
      ExposedPorts: { "8080/tcp": {}, "8443/tcp": {} },
      Env: ["PATH=/usr/bin", "SCANHOOK_DATA=/data"],
      Entrypoint: ["/usr/bin/scanhook"],
      Cmd: ["serve"],
      Volumes: { "/data": {} },
      WorkingDir: "/data",
      StopSignal: "SIGTERM",
      Labels: {
        "org.opencontainers.image.title": "Scanhook",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
        "org.opencontainers.image.created": created,
        ...(repository && { "org.opencontainers.image.source": repository }),
      },
      Healthcheck: {
        Test: ["CMD", `/${programFolder}/bin/node`, "-e", healthCheck],
        Interval: 15 * second,
        Timeout: 5 * second,
        StartPeriod: 30 * second,
        StartInterval: second,
      },
    },
    rootfs: {
      type: "layers",
      diff_ids: [`sha256:${createHash("sha256").update(layer).digest("hex")}`],
    },
    history: [{ created, created_by: `Scanhook ${version} on Debian` }],
  };
}
