import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { printed } from "./child.ts";

let known: { reason: string | undefined } | undefined;

/** Why there can be no serial port here that is none, in a sentence that is also printed. */
export function serialScannerMissing(): string | undefined {
  if (!known) {
    const works = spawnSync("python3", ["-c", "import pty"]).status === 0;
    known = { reason: works ? undefined : "python3 with its module pty" };
    if (known.reason) console.log(`Skipped: a serial port without hardware needs ${known.reason}.`);
  }
  return known.reason;
}

/** A serial port at `path` (a link to a pseudo-terminal) with a scanner behind it, plugged in until `unplug`. */
export async function startSerialScanner(path: string) {
  const child = spawn("python3", ["-c", bridge, path], { stdio: "pipe" });
  await printed(child, /ready/);
  return {
    scan: (bytes: string) => void child.stdin.write(bytes),
    unplug() {
      // A name that stays would lead to whoever gets the pseudo-terminal next.
      rmSync(path, { force: true });
      child.kill("SIGKILL");
    },
  };
}

const bridge = `
import os, pty, sys, tty
ours, theirs = pty.openpty()
tty.setraw(theirs)
if os.path.islink(sys.argv[1]):
    os.unlink(sys.argv[1])
os.symlink(os.ttyname(theirs), sys.argv[1])
os.close(theirs)
print("ready", flush=True)
while data := os.read(0, 4096):
    os.write(ours, data)
`;
