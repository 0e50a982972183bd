import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const executable = fileURLToPath(new URL("../../bin/scanhook.mjs", import.meta.url));

let isSupported: boolean | undefined;

/** Tells whether this computer can run a command on a terminal. Logs the reason once if not. */
export function canUseTerminal(): boolean {
  if (isSupported === undefined) {
    isSupported = spawnSync("python3", ["-c", "import pty"]).status === 0;
    if (!isSupported) console.log("Skipped: a terminal needs python3 with its module pty.");
  }
  return isSupported;
}

/**
 * Starts `scanhook …` on a pseudo-terminal. Its stdin is the keyboard and its stdout the screen; it
 * exits with the code of the command.
 */
export function spawnOnTerminal(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn("python3", ["-c", bridge, process.execPath, executable, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: "pipe",
  });
}

/** Runs a command on a new terminal, and copies between it and its own stdin and stdout. */
const bridge = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
sources = [0, terminal]
while True:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 4096)
        except OSError:
            data = b""
        if source == 0 and data:
            os.write(terminal, data)
        elif source == 0:
            sources.remove(0)
        elif data:
            os.write(1, data)
        else:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
