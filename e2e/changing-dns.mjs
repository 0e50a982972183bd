// Loaded before the hub: the name `moving.test` resolves to the address in the file that
// CHANGING_DNS names.

import dns from "node:dns";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { lookup } = dns;
dns.lookup = (name, options, done) => {
  if (name !== "moving.test") return lookup(name, options, done);
  const address = readFileSync(process.env.CHANGING_DNS, "utf8").trim();
  if (options.all) return process.nextTick(done, null, [{ address, family: 4 }]);
  process.nextTick(done, null, address, 4);
};
syncBuiltinESMExports();
