import { existsSync, readFileSync } from "node:fs";
import { turnListed } from "./turn.ts";

/** The driver of the package vsmartcard-vpcd. */
export const driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so";

let known: { reason: string | undefined } | undefined;

/** Prints and returns the reason why no virtual reader can run here; undefined when one can. */
export function virtualReaderMissing(): string | undefined {
  if (!known) {
    known = { reason: findReason() };
    if (known.reason) console.log(`Skipped: the virtual NFC reader needs ${known.reason}.`);
  }
  return known.reason;
}

function findReason(): string | undefined {
  if (process.platform !== "linux") return "Linux";
  if (process.getuid?.() !== 0) return "root, to start pcscd";
  if (!existsSync(driver) || !isInstalled("pcscd")) {
    return "the Debian packages pcscd and vsmartcard-vpcd";
  }
  if (!isInstalled("setpriv")) return "setpriv, of the Debian package util-linux";
  const sockets = readFileSync("/proc/net/unix", "utf8");
  if (/\/pcscd\.comm$/m.test(sockets) && !sockets.includes(turnListed)) {
    return "to be the only user of pcscd, and one is already running";
  }
}

function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.some((folder) => existsSync(`${folder}/${program}`));
}
