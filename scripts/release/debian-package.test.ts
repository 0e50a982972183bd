import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSettings } from "../../apps/hub/src/settings/settings.ts";
import {
  readReleaseContents,
  writeReleaseDatabase,
} from "../../apps/hub/src/store/testing/release-data.ts";
import { makeChroot, whyNoChroot } from "../testing/chroot.ts";
import { freePort } from "../testing/free-port.ts";
import { untilReady } from "../testing/until-ready.ts";
import { makeDebianPackage, packagedUnit } from "./debian-package.ts";
import { makeCommandPackage } from "./npm-packages.ts";
import type { LinuxPackage } from "./program.ts";
import { run } from "./run.ts";
import { type DebianFolder, makeDebian } from "./testing/debian-folder.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const emulator = "qemu-aarch64";

if (whyNoChroot) console.log(`Skipped, ${whyNoChroot}: installing the Debian package.`);
else {
  for (const program of [emulator, "lintian", "systemd-analyze"]) {
    if (!has(program))
      console.log(`Skipped in part: ${program}, which tries the .deb, is missing.`);
  }
}

const text = (path: string) => readFileSync(path, "utf8");

test("the settings that hub.conf shows are settings of the hub", () => {
  const lines = text(join(import.meta.dirname, "../../deploy/debian/hub.conf")).split("\n");
  const shown = lines.flatMap((line) => /^#(SCANHOOK_\w+)=(.*)$/.exec(line)?.slice(1) ?? []);
  const env = Object.fromEntries([shown.slice(0, 2), shown.slice(2, 4)]);
  expect(Object.keys(env)).toHaveLength(2);
  expect(parseSettings({ args: [], env, readFile: () => undefined })).toMatchObject({ ok: true });
});

test("hub.conf is that of 0.2.0, because a change makes dpkg ask everybody who set something", () => {
  const file = readFileSync(join(import.meta.dirname, "../../deploy/debian/hub.conf"));
  expect(createHash("sha256").update(file).digest("hex")).toBe(
    "1648f6c112ca04786a27d367b6d23752e61d618317408bf4e6bebbd8ea2db4f6",
  );
});

describe.skipIf(whyNoChroot)("the Debian package", () => {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-deb-test-"));
  const chroot = join(folder, "debian");
  let debian: DebianFolder;
  const inside = (path: string) => debian.inside(path);
  const amd64: LinuxPackage = {
    npmPackage: join(folder, "npm"),
    version: "0.2.0-beta.1",
    seconds: 1_795_000_000,
    architecture: "amd64",
    effort: 0,
  };
  let current: string;
  let lintian: Promise<string>;

  beforeAll(async () => {
    const ready = makeDebian(chroot, amd64.architecture);
    await makeCommandPackage(amd64.npmPackage);
    current = await makeDebianPackage(folder, amd64);
    if (has("lintian")) {
      // It takes as long as the tests below. With findings it exits with 2.
      const checked = run("lintian", ["--allow-root", current], folder);
      lintian = checked.catch(({ stdout, stderr }) => `${stdout}${stderr}`);
    }
    debian = await ready;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe("installed over an older one", () => {
    let port: number;
    const conf = "/etc/scanhook/hub.conf";
    const data = "/var/lib/scanhook";

    const dpkg = (...args: string[]) => debian.dpkg(...args);
    const command = (...args: string[]) => debian.command(...args);

    beforeAll(async () => {
      port = await freePort();
      const older = join(folder, "older");
      await run("dpkg-deb", ["--raw-extract", current, older], folder);
      const control = join(older, "DEBIAN/control");
      writeFileSync(control, text(control).replace(/^Version: .*$/m, "Version: 0.1.0"));
      appendFileSync(join(older, conf), "# A line of the older version.\n");
      await run("dpkg-deb", ["-Znone", "--build", older, inside("older.deb")], folder);
      await dpkg("--install", "/older.deb");
      await writeReleaseDatabase(inside(data));
      const database = new DatabaseSync(inside(`${data}/scanhook.db`));
      // Nothing of this test goes to the destinations in that data.
      database.exec("UPDATE routes SET enabled = 0; UPDATE destinations SET state = 'held'");
      database.close();
      const { uid, gid } = debian.findUser();
      chownSync(inside(`${data}/scanhook.db`), uid, gid);
      for (const line of [`SCANHOOK_HTTP_PORT=${port}`, "SCANHOOK_TLS=off"]) debian.set(line);
      writeFileSync(inside("current.deb"), readFileSync(current));
      await dpkg("--force-confold", "--install", "/current.deb");
    });

    test("replaces it, because a beta of 0.2.0 is newer than 0.1.0 and older than 0.2.0", async () => {
      const status = text(inside("/var/lib/dpkg/status"));
      const version = /^Package: scanhook\n(?:.+\n)*?Version: (.*)$/m.exec(status)![1]!;
      expect(version).toBe("0.2.0~beta.1");
      const isOlder = dpkg("--compare-versions", version, "lt", "0.2.0");
      await expect(isOlder).resolves.toBe("");
    });

    test("keeps the settings, which only root and the hub can read", () => {
      expect(text(inside(conf))).toContain(`SCANHOOK_HTTP_PORT=${port}\n`);
      const { mode, uid, gid } = statSync(inside(conf));
      expect([mode & 0o777, uid, gid]).toEqual([0o640, 0, debian.findUser().gid]);
    });

    test("has a service that starts with the computer", () => {
      const wanted = inside("/etc/systemd/system/multi-user.target.wants/scanhook.service");
      expect(lstatSync(wanted).isSymbolicLink()).toBe(true);
    });

    test.skipIf(!has("systemd-analyze"))("has a unit that passes systemd-analyze", async () => {
      // The units of this machine stand for those that it starts after.
      const units = "/usr/lib/systemd/system";
      await run("cp", ["--archive", "--no-clobber", `${units}/.`, inside(units)], folder);
      const verify = ["verify", `--root=${chroot}`, "--man=no", `${units}/scanhook.service`];
      const { stderr, status } = spawnSync("systemd-analyze", verify, { encoding: "utf8" });
      expect(stderr).not.toMatch(/scanhook/);
      expect(status).toBe(0);
    });

    test("opens the data of the older version, after a backup, and takes a scan", async () => {
      const { scans } = await readReleaseContents();
      const hub = await debian.startHub();
      try {
        const user = ["--user", "north", "--password", "north-door-1"];
        await command("inbox", "add", "gate", ...user);
        const sent = ["--to", `http://127.0.0.1:${port}/in/gate`, ...user, "--source", "code"];
        const answer = await command("send", ...sent, "--content", "T-0001");
        expect(answer).toMatch(/^Accepted/);
        for (const page of ["/", "/scan/", "/docs/"]) {
          const { status } = await fetch(`http://localhost:${port}${page}`);
          expect([page, status]).toEqual([page, 200]);
        }
      } finally {
        await hub[Symbol.asyncDispose]();
      }
      const lines = (await command("export", "--format", "jsonl")).trim().split("\n");
      const contents = lines.map((line) => JSON.parse(line).content);
      expect(contents.sort()).toEqual([...scans.map(({ content }) => content), "T-0001"].sort());
      expect(readdirSync(inside(`${data}/backups`))).toHaveLength(1);
    });

    test("has the client of PostgreSQL", async () => {
      const database = "postgres://scanhook@127.0.0.1:1/scans";
      const failed = command("serve", "--database", database);
      await expect(failed).rejects.toMatchObject({
        stderr: expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1:1/),
      });
    });

    test("leaves settings and scans when it is removed, and scans when it is purged", async () => {
      await dpkg("--remove", "scanhook");
      expect(existsSync(inside("/usr/lib/scanhook"))).toBe(false);
      expect(existsSync(inside("/usr/bin/scanhook"))).toBe(false);
      expect(existsSync(inside(conf))).toBe(true);
      expect(await dpkg("--purge", "scanhook")).toContain("the scans stay in /var/lib/scanhook");
      expect(existsSync(inside("/etc/scanhook"))).toBe(false);
      const wants = inside("/etc/systemd/system/multi-user.target.wants");
      expect(existsSync(wants) ? readdirSync(wants) : []).not.toContain("scanhook.service");
      expect(statSync(inside(data)).mode & 0o777).toBe(0o700);
      expect(readdirSync(inside(data))).toContain("scanhook.db");
    });
  });

  test("has the same bytes when it is made again, under another umask", async () => {
    const again = mkdtempSync(join(folder, "again-"));
    const before = process.umask(0o077);
    try {
      const path = await makeDebianPackage(again, amd64);
      expect(readFileSync(path).equals(readFileSync(current))).toBe(true);
    } finally {
      process.umask(before);
    }
  });

  test.skipIf(!has("lintian"))("has no errors and no warnings for lintian", async () => {
    expect(await lintian).toBe("");
  });

  describe("for arm64", () => {
    const unpacked = join(folder, "arm64");
    const program = join(unpacked, "usr/lib/scanhook");
    let path: string;
    beforeAll(async () => {
      const arm64 = { ...amd64, architecture: "arm64", isCompressed: false } as const;
      path = await makeDebianPackage(folder, arm64);
      const include = "base-files,libstdc++6";
      await makeChroot(unpacked, { variant: "extract", architecture: "arm64", include });
      await run("dpkg-deb", ["--extract", path, unpacked], folder);
    });

    test("contains the same files, with a Node for that processor", () => {
      const list = (deb: string) =>
        execFileSync("dpkg-deb", ["--contents", deb], { encoding: "utf8" })
          .split("\n")
          .map((line) => line.replace(/^(\S+ \S+) +\d+/, "$1"));
      expect(list(path)).toEqual(list(current));
      expect(
        execFileSync("dpkg-deb", ["--field", path, "Architecture"], { encoding: "utf8" }),
      ).toBe("arm64\n");
      // The machine in the header of an ELF file: 183 is AArch64 (ELF for the Arm 64-bit
      // Architecture, 5.1).
      expect(readFileSync(join(program, "bin/node")).readUInt16LE(18)).toBe(183);
    });

    test.skipIf(!has(emulator))("starts a hub that is ready", async () => {
      const port = await freePort();
      const serve = ["serve", "--data", join(folder, "data-arm64"), "--http-port", `${port}`];
      const files = [join(program, "bin/node"), join(program, "bin/scanhook.mjs")];
      const command = ["-L", unpacked, ...files, ...serve, "--tls", "off"];
      await using _ = await untilReady(emulator, command);
      expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    });
  });
});

test("the unit of the package differs from that of a clone in its paths only", () => {
  const clone = text(join(import.meta.dirname, "../../deploy/scanhook.service")).split("\n");
  const changed = packagedUnit()
    .split("\n")
    .filter((line, index) => line !== clone[index] && !line.startsWith("#"));
  expect(changed.map((line) => line.split("=")[0])).toEqual(["WorkingDirectory", "ExecStart"]);
});
