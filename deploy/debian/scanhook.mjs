#!/usr/lib/scanhook/bin/node
// The command of the Debian package. Run as the service's user, it works on the service's data,
// with its settings.
import { existsSync, statSync } from "node:fs";

const data = "/var/lib/scanhook";
const settings = "/etc/scanhook/hub.conf";

if (statSync(data, { throwIfNoEntry: false })?.uid === process.getuid()) {
  if (existsSync(settings)) process.loadEnvFile(settings);
  process.env.SCANHOOK_DATA ??= data;
}
await import("./scanhook.mjs");
