import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findPassword, findPasswordLine } from "./password-file.ts";

const connection = { host: "db.example", port: "5432", database: "scanhook", user: "hub" };

it.each([
  ["db.example:5432:scanhook:hub:secret", "secret"],
  ["*:*:*:hub:any", "any"],
  ["# *:*:*:*:comment\n*:*:*:other:no\n\n*:*:*:hub:first\n*:*:*:hub:second", "first"],
  ["db.example:5433:scanhook:hub:other port", undefined],
  [String.raw`*:*:*:hub:a\:b\\c`, String.raw`a:b\c`],
  [String.raw`*:*:*:h\ub:escaped`, "escaped"],
  ["*:*:*:hub", undefined],
  ["", undefined],
])("finds in %j the password %j", (file, password) => {
  expect(findPasswordLine(file, connection)).toBe(password);
});

it("finds any password, whatever the other fields are", () => {
  const text = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  const escapeField = (field: string) => field.replaceAll(/[\\:]/g, "\\$&");
  fc.assert(
    fc.property(text, text, text, text, (host, database, user, password) => {
      const connection = { host: `h${host}`, port: "5432", database, user };
      const line = [connection.host, connection.port, database, user, password]
        .map(escapeField)
        .join(":");
      expect(findPasswordLine(`other:1:2:3:4\n${line}\n`, connection)).toBe(password);
    }),
  );
});

it("accepts any text as a file", () => {
  const line = fc.string({ unit: fc.constantFrom("*", ":", "\\", "\n", "#", "a") });
  fc.assert(
    fc.property(line, (file) => {
      expect(["string", "undefined"]).toContain(typeof findPasswordLine(file, connection));
    }),
  );
});

it("treats the folder of a socket as localhost", () => {
  const socketConnection = { ...connection, host: "/var/run/postgresql" };
  expect(findPasswordLine("localhost:*:*:hub:by socket", socketConnection)).toBe("by socket");
});

it("reads the named file, unless it is missing or other users can read it", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-pgpass-"));
  const path = join(dir, "pgpass");
  expect(findPassword(connection, { PGPASSFILE: path })).toBeUndefined();
  await writeFile(path, "*:*:*:hub:secret\n", { mode: 0o600 });
  expect(findPassword(connection, { PGPASSFILE: path })).toBe("secret");
  if (process.platform === "win32") console.log("Skipped on Windows: the rights of the file.");
  else {
    await chmod(path, 0o644);
    expect(findPassword(connection, { PGPASSFILE: path })).toBeUndefined();
  }
  await rm(dir, { recursive: true });
});
