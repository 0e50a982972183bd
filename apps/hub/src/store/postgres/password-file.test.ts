import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findPassword, passwordIn } from "./password-file.ts";

const login = { host: "db.example", port: "5432", database: "scanhook", user: "hub" };

it.each([
  ["db.example:5432:scanhook:hub:secret", "secret"],
  ["*:*:*:hub:any", "any"],
  ["# *:*:*:*:comment\n*:*:*:other:no\n\n*:*:*:hub:first\n*:*:*:hub:second", "first"],
  ["db.example:5433:scanhook:hub:other port", undefined],
  [String.raw`*:*:*:hub:a\:b\\c`, String.raw`a:b\c`],
  [String.raw`*:*:*:h\ub:escaped`, "escaped"],
  ["*:*:*:hub", undefined],
  ["", undefined],
])("%j holds %j", (file, password) => {
  expect(passwordIn(file, login)).toBe(password);
});

it("gives back any password, whatever the names around it", () => {
  const text = fc.string({ unit: "binary" }).map((one) => one.replaceAll(/[\r\n]/g, ""));
  const written = (one: string) => one.replaceAll(/[\\:]/g, "\\$&");
  fc.assert(
    fc.property(text, text, text, text, (host, database, user, password) => {
      const login = { host: `h${host}`, port: "5432", database, user };
      const line = [login.host, login.port, database, user, password].map(written).join(":");
      expect(passwordIn(`other:1:2:3:4\n${line}\n`, login)).toBe(password);
    }),
  );
});

it("takes any text for a file", () => {
  const line = fc.string({ unit: fc.constantFrom("*", ":", "\\", "\n", "#", "a") });
  fc.assert(
    fc.property(line, (file) => {
      expect(["string", "undefined"]).toContain(typeof passwordIn(file, login));
    }),
  );
});

it("takes a socket's folder for localhost", () => {
  const here = { ...login, host: "/var/run/postgresql" };
  expect(passwordIn("localhost:*:*:hub:by socket", here)).toBe("by socket");
});

it("is looked up in the file that is named, unless others may read that or it is not there", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-pgpass-"));
  const path = join(dir, "pgpass");
  expect(findPassword(login, { PGPASSFILE: path })).toBeUndefined();
  await writeFile(path, "*:*:*:hub:secret\n", { mode: 0o600 });
  expect(findPassword(login, { PGPASSFILE: path })).toBe("secret");
  if (process.platform === "win32") console.log("Skipped on Windows: the rights of the file.");
  else {
    await chmod(path, 0o644);
    expect(findPassword(login, { PGPASSFILE: path })).toBeUndefined();
  }
  await rm(dir, { recursive: true });
});
