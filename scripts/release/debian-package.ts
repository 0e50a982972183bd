// The package for Debian and Ubuntu: the program with its own Node, a systemd service, and a file
// for its settings.
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type LinuxPackage, makeProgram, programFolder, settle } from "./program.ts";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = join(root, "deploy/debian");
const unitPath = "usr/lib/systemd/system/scanhook.service";

/** No address of the project is known while its repository is not public. */
const maintainer = "Scanhook maintainers <maintainers@scanhook.invalid>";

/**
 * Makes `scanhook_VERSION_ARCHITECTURE.deb` in `folder` with dpkg-deb. The same parts make the same
 * bytes. Returns its path. Throws when it cannot be made. A package that is not compressed takes a
 * third of the time.
 */
export async function makeDebianPackage(
  folder: string,
  { isCompressed = true, ...parts }: LinuxPackage & { isCompressed?: boolean },
): Promise<string> {
  const { npmPackage, version, seconds, architecture, effort = 6 } = parts;
  const target = mkdtempSync(join(tmpdir(), "scanhook-deb-"));
  try {
    await makeProgram(target, npmPackage, architecture);
    write(target, unitPath, packagedUnit());
    write(target, "etc/scanhook/hub.conf", readFileSync(join(sources, "hub.conf")));
    write(target, "usr/share/lintian/overrides/scanhook", readFileSync(join(sources, "overrides")));
    write(target, "usr/share/doc/scanhook/copyright", formatCopyright());
    const changelog = formatChangelog(toDebianVersion(version), seconds);
    write(target, "usr/share/doc/scanhook/changelog.gz", gzipSync(changelog, { level: 9 }));
    const manual = gzipSync(readFileSync(join(sources, "scanhook.1")), { level: 9 });
    write(target, "usr/share/man/man1/scanhook.1.gz", manual);
    const files = listFiles(target);
    write(target, "DEBIAN/control", formatControl(parts, files));
    write(target, "DEBIAN/md5sums", formatSums(target, files));
    write(target, "DEBIAN/conffiles", "/etc/scanhook/hub.conf\n");
    for (const script of ["postinst", "prerm", "postrm"]) {
      cpSync(join(sources, script), join(target, "DEBIAN", script));
      chmodSync(join(target, "DEBIAN", script), 0o755);
    }
    settle(target, seconds);
    const path = join(folder, `scanhook_${toDebianVersion(version)}_${architecture}.deb`);
    const compression = isCompressed ? ["-Zxz", `-z${effort}`] : ["-Znone"];
    const options = ["--root-owner-group", ...compression, "--build", target, path];
    // dpkg-deb writes the time of the archive itself from SOURCE_DATE_EPOCH.
    await run("env", [`SOURCE_DATE_EPOCH=${seconds}`, "dpkg-deb", ...options], root);
    return path;
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** Returns a version as Debian orders it: 0.2.0~beta.1 comes before 0.2.0. */
function toDebianVersion(version: string): string {
  return version.replace("-", "~");
}

/** Returns the unit of a clone with the paths of the package. */
export function packagedUnit(): string {
  return readFileSync(join(root, "deploy/scanhook.service"), "utf8")
    .replace(/^# .*\n/, "# A hub that starts with the computer.\n")
    .replace(/^WorkingDirectory=.*$/m, "WorkingDirectory=%S/scanhook")
    .replace(
      /^ExecStart=.*$/m,
      `ExecStart=/${programFolder}/bin/node /${programFolder}/bin/scanhook.mjs serve`,
    );
}

function formatControl(
  { version, architecture, repository }: LinuxPackage,
  files: readonly string[],
): string {
  const kibibytes = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
  return `Package: scanhook
Version: ${toDebianVersion(version)}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kibibytes}
Depends: adduser, libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 7)
Section: net
Priority: optional
${repository ? `Homepage: ${repository}\n` : ""}Description: receives, stores and forwards the scans of phones and desk readers
 Scanhook reads NFC tags, QR codes and barcodes on phones and desk readers and
 sends each scan as one JSON POST. This package is the hub: a service that
 stores every scan, shows it live and forwards it, and the command "scanhook".
 It contains its own Node and the web app for phones.
`;
}

function formatCopyright(): string {
  const license = readFileSync(join(root, "LICENSE"), "utf8").trim();
  const others = `The licences of Node and of all other parts: /${programFolder}/THIRD-PARTY-LICENSES`;
  return `Scanhook\n\n${license}\n\n${others}\n`;
}

function formatChangelog(version: string, seconds: number): string {
  const date = new Date(seconds * 1000).toUTCString().replace("GMT", "+0000");
  return `scanhook (${version}) stable; urgency=medium

  * The changes of each version are in the notes of its release.

 -- ${maintainer}  ${date}
`;
}

function formatSums(target: string, files: readonly string[]): string {
  return files
    .map((file) => {
      const digest = createHash("md5").update(readFileSync(file)).digest("hex");
      return `${digest}  ${relative(target, file)}\n`;
    })
    .filter((line) => !line.includes("  etc/"))
    .join("");
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function write(target: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), content);
}
