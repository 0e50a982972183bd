import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { waitForOutput } from "./child.ts";

let isSupported: boolean | undefined;

/** Tells whether this computer can simulate a serial port. Logs the reason once if it cannot. */
export function canSimulateSerialScanner(): boolean {
  if (isSupported === undefined) {
    isSupported = spawnSync("python3", ["-c", "import pty"]).status === 0;
    if (!isSupported) {
      console.log("Skipped: simulating a serial port needs python3 with its module pty.");
    }
  }
  return isSupported;
}

/**
 * Simulates a scanner on a serial port. `path` links to a pseudo-terminal until `unplug` is called.
 */
export async function startSerialScanner(path: string) {
  const child = spawn("python3", ["-c", bridge, path], { stdio: "pipe" });
  await waitForOutput(child, /ready/);
  return {
    scan: (bytes: string) => void child.stdin.write(bytes),
    unplug() {
      // Removes the link, because the pseudo-terminal may be assigned to another process.
      rmSync(path, { force: true });
      child.kill("SIGKILL");
    },
  };
}

/** Creates a pseudo-terminal, links its path, and copies stdin to it. */
const bridge = `
import os, pty, sys, tty
controller, terminal = pty.openpty()
tty.setraw(terminal)
if os.path.islink(sys.argv[1]):
    os.unlink(sys.argv[1])
os.symlink(os.ttyname(terminal), sys.argv[1])
os.close(terminal)
print("ready", flush=True)
while data := os.read(0, 4096):
    os.write(controller, data)
`;
