import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsTable } from "../../apps/hub/src/settings/settings-table.ts";
import { freePort } from "../testing/free-port.ts";
import { untilReady } from "../testing/until-ready.ts";
import { makeContainerImage } from "./container-image.ts";
import { makeCommandPackage } from "./npm-packages.ts";
import type { LinuxPackage } from "./program.ts";
import { run } from "./run.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const needed = ["mmdebstrap", "dpkg-deb", "skopeo", "umoci", "bwrap", "setpriv"];
const missing = needed.filter((program) => !has(program));
const whyNot =
  process.getuid?.() !== 0
    ? "only root may unpack it as a container engine does"
    : missing.length > 0 && `${missing.join(" and ")} are not installed`;
const emulator = "qemu-aarch64";
if (whyNot) console.log(`Skipped, ${whyNot}: unpacking and running the container image.`);
else if (!has(emulator))
  console.log(`Skipped in part: ${emulator}, which runs the image for arm64, is missing.`);

const ports = ["http-port", "https-port"].map(
  (name) => settingsTable.find((row) => row.name === name)?.default,
);

/**
 * The parts of the configuration of a container (OCI runtime specification) that `umoci` fills in
 * from the image.
 */
type Runtime = {
  process: { args: string[]; env: string[]; cwd: string; user: { uid: number; gid: number } };
};

describe.skipIf(whyNot)("the container image", () => {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-image-test-"));
  const data = join(folder, "data");
  const amd64: LinuxPackage = {
    npmPackage: join(folder, "npm"),
    version: "0.2.0",
    seconds: 1_795_000_000,
    architecture: "amd64",
    effort: 0,
  };
  let image: string;
  let files: string;
  let runtime: Runtime;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    await makeCommandPackage(amd64.npmPackage);
    image = await makeContainerImage(folder, amd64);
    files = await unpack(image, "amd64");
    runtime = JSON.parse(readFileSync(join(folder, "amd64/config.json"), "utf8"));
    const { uid, gid } = runtime.process.user;
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, uid, gid);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Unpacks an image with another program, and returns the folder that stands for `/`. */
  async function unpack(path: string, name: string): Promise<string> {
    const layout = join(folder, `${name}-layout`);
    mkdirSync(layout);
    await run("tar", ["-xf", path, "-C", layout], folder);
    await run("umoci", ["unpack", "--image", `${layout}:latest`, join(folder, name)], folder);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name, "rootfs");
  }

  /**
   * Returns the program and arguments that run a command as a container would: its files cannot be
   * changed, except in /data and /tmp.
   */
  function inContainer(env: readonly string[], ...command: string[]): [string, string[]] {
    const { user, cwd } = runtime.process;
    const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
    const variables = [...runtime.process.env, ...env].flatMap((line) => {
      const [name = "", ...value] = line.split("=");
      return ["--setenv", name, value.join("=")];
    });
    const mounts = ["--ro-bind", files, "/", "--bind", data, "/data", "--tmpfs", "/tmp"];
    const system = ["--proc", "/proc", "--dev", "/dev", "--unshare-all", "--share-net"];
    const place = ["--clearenv", ...variables, ...mounts, ...system, "--die-with-parent"];
    return ["setpriv", [...identity, "bwrap", ...place, "--chdir", cwd, "--", ...command]];
  }
  const exec = (...command: string[]) => run(...inContainer([], ...command), folder);

  test("is read by skopeo under its version and as the latest, in the formats of OCI and Docker", async () => {
    const digests = new Set<string>();
    for (const tag of ["0.2.0", "latest"]) {
      const read = (reference: string, ...options: string[]) =>
        run("skopeo", ["inspect", ...options, reference], folder);
      const { config } = JSON.parse(await read(`oci-archive:${image}:${tag}`, "--raw"));
      digests.add(config.digest);
      const docker = await read(`docker-archive:${image}:localhost/scanhook:${tag}`, "--config");
      expect(JSON.parse(docker)).toMatchObject({
        architecture: "amd64",
        config: {
          User: "1000:1000",
          Entrypoint: ["/usr/bin/scanhook"],
          ExposedPorts: Object.fromEntries(ports.map((port) => [`${port}/tcp`, {}])),
          Volumes: { "/data": {} },
        },
      });
    }
    expect(digests.size).toBe(1);
  });

  test("runs on files that cannot be changed, as an ordinary user, and takes a scan", async () => {
    const port = await freePort();
    const settings = [`SCANHOOK_HTTP_PORT=${port}`, "SCANHOOK_TLS=off"];
    const health = await readHealthCheck(image);
    const { env, args } = runtime.process;
    expect([env, args]).toEqual([
      expect.arrayContaining(["SCANHOOK_DATA=/data"]),
      ["/usr/bin/scanhook", "serve"],
    ]);
    const check = () => run(...inContainer(settings, ...health), folder);
    {
      await using _ = await untilReady(...inContainer(settings, ...args));
      await expect(check()).resolves.toBe("");
      const user = ["--user", "north", "--password", "north-door-1"];
      await exec("scanhook", "inbox", "add", "gate", ...user);
      const to = ["--to", `http://127.0.0.1:${port}/in/gate`, ...user];
      const sent = await exec("scanhook", "send", ...to, "--source", "code", "--content", "T-0001");
      expect(sent).toMatch(/^Accepted/);
      for (const page of ["/", "/scan/", "/docs/"]) {
        const { status } = await fetch(`http://localhost:${port}${page}`);
        expect([page, status]).toEqual([page, 200]);
      }
    }
    await expect(check()).rejects.toMatchObject({ code: 1 });
    const lines = (await exec("scanhook", "export", "--format", "jsonl")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).content)).toEqual(["T-0001"]);
    await expect(exec("scanhook", "backup", "/usr/backup.tar.gz")).rejects.toMatchObject({
      stderr: expect.stringMatching(/EROFS|read-only/i),
    });
  });

  test("has no shell, no file that changes the user, and nothing of the machine that made it", () => {
    const etc = readdirSync(join(files, "etc"));
    for (const name of ["hostname", "hosts", "resolv.conf", "apt", "shadow"]) {
      expect(etc).not.toContain(name);
    }
    expect(readdirSync(join(files, "usr/bin"))).not.toContain("sh");
    const odd = readdirSync(files, { recursive: true, encoding: "utf8" }).filter((path) => {
      const { mode, uid, gid } = lstatSync(join(files, path));
      return mode & 0o6000 || uid + gid !== 0;
    });
    expect(odd).toEqual(["data"]);
    const status = readFileSync(join(files, "var/lib/dpkg/status"), "utf8");
    expect(status).toMatch(
      /^Package: libc6\n(?:.+\n)*Version: \d.*\n(?:.+\n)*Status: install ok installed\n/m,
    );
  });

  test("has the same bytes when it is made again", async () => {
    const again = mkdtempSync(join(folder, "again-"));
    expect(readFileSync(await makeContainerImage(again, amd64)).equals(readFileSync(image))).toBe(
      true,
    );
  });

  test("is made for arm64 with a Node that starts there", async () => {
    const arm64 = await makeContainerImage(folder, { ...amd64, architecture: "arm64" });
    const config = await run(
      "skopeo",
      ["inspect", "--config", `oci-archive:${arm64}:0.2.0`],
      folder,
    );
    expect(JSON.parse(config)).toMatchObject({ architecture: "arm64", os: "linux" });
    const root = await unpack(arm64, "arm64");
    const program = join(root, "usr/lib/scanhook/bin");
    // The machine in the header of an ELF file: 183 is AArch64 (ELF for the Arm 64-bit
    // Architecture, 5.1).
    expect(readFileSync(join(program, "node")).readUInt16LE(18)).toBe(183);
    if (!has(emulator)) return;
    const command = [join(program, "node"), join(program, "scanhook.mjs"), "--version"];
    expect(execFileSync(emulator, ["-L", root, ...command], { encoding: "utf8" })).toMatch(
      /^\d+\./,
    );
  });
});

/** Reads the command of the health check, which `umoci` leaves out because only Docker has one. */
async function readHealthCheck(image: string): Promise<string[]> {
  const [manifest] = JSON.parse(await run("tar", ["-xOf", image, "./manifest.json"], "."));
  const config = JSON.parse(await run("tar", ["-xOf", image, `./${manifest.Config}`], "."));
  const [kind, ...command] = config.config.Healthcheck.Test;
  expect(kind).toBe("CMD");
  return command;
}
