import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { summaries } from "./summaries.ts";
import { waitForExit, waitForOutput } from "./testing/child.ts";
import { runScanhook, runScanhookProcess, spawnScanhook } from "./testing/command-line.ts";

/** The optional packages, which a published command loads only if they are needed. */
const optionalPackages = ["sharp", "tesseract.js", "pcsc-mini", "serialport", "pg"];

const commandNames = Object.keys(summaries).filter((name) => name !== "help");

test("--help and help list every command on stdout", async () => {
  const run = await runScanhook(["--help"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  for (const name of [...commandNames, "help"])
    expect(run.stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(await runScanhook(["help"])).toEqual(run);
});

test("--version prints the version of the package", async () => {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest);
  expect(await runScanhookProcess(["--version"])).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: "",
  });
});

test.each(commandNames)(
  "%s --help, help %s and %s x -h print the help of the command, from its synopsis to its exit codes",
  async (name) => {
    const run = await runScanhook([name, "--help"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(new RegExp(`^Usage: scanhook ${name}\\b`));
    expect(run.stdout).toMatch(/--help/);
    expect(run.stdout).toContain("Exit code: 0 ");
    expect(await runScanhook(["help", name])).toEqual(run);
    expect(await runScanhook([name, "x", "-h"])).toEqual(run);
  },
);

test("the help of every command needs no package that is installed on request", async () => {
  const hideOptionalPackages = `import { registerHooks } from "node:module";
    const hidden = ${JSON.stringify(optionalPackages)};
    registerHooks({
      resolve(specifier, context, next) {
        if (!hidden.includes(specifier)) return next(specifier, context);
        throw Object.assign(new Error("Cannot find package " + specifier), { code: "ERR_MODULE_NOT_FOUND" });
      },
    });`;
  const main = new URL("./main.ts", import.meta.url).href;
  const showAll = `import { main } from ${JSON.stringify(main)};
    for (const name of ${JSON.stringify(commandNames)}) {
      const code = await main([name, "--help"], { stdout: process.stdout, stderr: process.stderr, env: {} });
      if (code !== 0) throw new Error(name);
    }`;
  const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...["--import", toUrl(hideOptionalPackages), "--input-type=module", "--eval", showAll],
  ]);
  expect(stderr).toBe("");
  for (const name of commandNames) expect(stdout).toContain(`Usage: scanhook ${name}`);
});

test("wrong use prints the reason, the synopsis and the command for the complete help, in less than a dozen lines", async () => {
  const { code, stderr } = await runScanhook(["tag", "decode", "00", "--uid", "zz"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--uid: "zz" is not a UID;/);
  expect(stderr).toMatch(/\n\nUsage: scanhook tag decode/);
  expect(stderr).toMatch(/\nRun "scanhook help tag" for the complete help\.\n$/);
  expect(stderr.trimEnd().split("\n").length).toBeLessThan(12);
});

test("an unknown or missing command or option is reported on stderr with exit code 2, with the nearest name if there is one", async () => {
  const mistyped = await runScanhook(["sned"]);
  expect(mistyped).toMatchObject({ code: 2, stdout: "" });
  expect(mistyped.stderr).toMatch(
    /^There is no command "sned"; did you mean "send"\?\n\nUsage: scanhook/,
  );
  expect((await runScanhook(["--sned"])).stderr).toMatch(/^There is no option "--sned"\.\n/);
  expect((await runScanhook(["--verison"])).stderr).toMatch(/; did you mean "--version"\?\n/);
  expect((await runScanhook(["help", "xyz"])).stderr).toMatch(/^There is no command "xyz"\.\n/);
  expect(await runScanhook([])).toMatchObject({ code: 2, stdout: "" });
});

test("the list of commands shows the name and the summary of every command", async () => {
  const commands = [
    (await import("./commands/serve.ts")).serve,
    (await import("./commands/login-link.ts")).loginLink,
    (await import("./commands/people/people.ts")).people,
    (await import("./commands/token/token.ts")).token,
    (await import("./commands/changes.ts")).changes,
    (await import("./commands/backup.ts")).backup,
    (await import("./commands/restore.ts")).restore,
    (await import("./commands/migrate.ts")).migrate,
    (await import("./commands/verify.ts")).verify,
    (await import("./commands/inbox/inbox.ts")).inbox,
    (await import("./commands/register/register.ts")).register,
    (await import("./commands/export.ts")).exportScans,
    (await import("./commands/config/config.ts")).config,
    (await import("./commands/last.ts")).last,
    (await import("./commands/open.ts")).open,
    (await import("./commands/send.ts")).send,
    (await import("./commands/update-check/update-check.ts")).updateCheck,
    (await import("./commands/doctor.ts")).doctor,
    (await import("./commands/document/document.ts")).document,
    (await import("./commands/code/code.ts")).code,
    (await import("./commands/decode.ts")).decode,
    (await import("./commands/tag/tag.ts")).tag,
    (await import("./commands/kiosk.ts")).kiosk,
    (await import("./commands/mat.ts")).mat,
    (await import("./commands/object/object.ts")).object,
    (await import("./commands/room.ts")).room,
    (await import("./commands/routes.ts")).routes,
  ];
  expect(commands.map(({ name, summary }) => [name, summary]).sort()).toEqual(
    Object.entries(summaries)
      .filter(([name]) => name !== "help")
      .sort(),
  );
});

test("--help exits with 0 and without a message when the reader of its output closes the pipe", async () => {
  const child = spawnScanhook(["--help"]);
  child.stdout?.destroy();
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += text;
  });
  expect(await waitForExit(child)).toBe(0);
  expect(stderr).toBe("");
});

test("scanhook on an older Node starts the Node that the project pins, and returns its exit code", async () => {
  const pretendOlderNode =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  const nodeOptions = ["--import", pretendOlderNode];
  expect(await runScanhookProcess(["--version"], { nodeOptions })).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(await runScanhookProcess(["sned"], { nodeOptions })).toMatchObject({
    code: 2,
    stdout: "",
  });
});

test("only serve loads the packages of the server", async () => {
  const logServerPackages = `import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (/node_modules.(fastify|typebox|prom-client|@peculiar)/.test(url)) console.error(url);
        return next(url, context);
      },
    });`;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(logServerPackages)}`];
  const data = await mkdtemp(join(tmpdir(), "scanhook-light-"));
  try {
    const light = [["inbox", "add", "door"], ["inbox", "list"], ["export"], ["login-link"]];
    for (const args of [...light, ["people", "list"]]) {
      const run = await runScanhookProcess([...args, "--data", data], { nodeOptions });
      expect([args, run.code]).toEqual([args, 0]);
      expect(run.stderr).not.toContain("node_modules");
    }
    expect(await runScanhookProcess(["serve", "--help"], { nodeOptions })).toMatchObject({
      stderr: "",
    });
    const hub = spawnScanhook(
      ["serve", "--data", data, "--tls", "off", "--host", "127.0.0.1", "--http-port", "0"],
      { nodeOptions },
    );
    let stderr = "";
    hub.stderr?.on("data", (text) => {
      stderr += text;
    });
    await waitForOutput(hub, /^ready /m);
    hub.kill("SIGTERM");
    await waitForExit(hub);
    expect(stderr).toContain("fastify");
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("any arguments give an exit code and never a stack trace", async () => {
  const argument = fc.oneof(
    fc.constantFrom(
      ...commandNames,
      "help",
      "add",
      "list",
      "remove",
      "--json",
      "--",
      "-",
      "--version",
    ),
    fc.constantFrom("--to", "--data", "--content", "--user", "--password", "--open", "--out", "-h"),
    fc.constantFrom("http://127.0.0.1:1/x", "https://localhost:1", "--timeout=0.1", "--format=csv"),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ maxLength: 6 }).map((text) => `--${text}`),
  );
  const missingData = join(tmpdir(), "scanhook-nowhere");
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { maxLength: 6 }), async (args) => {
      // Adds an unknown option, so no hub starts, no kiosk waits for tags, and no file is written.
      const unknownOption = ["serve", "kiosk", "inbox", "export", "decode"].includes(args[0] ?? "")
        ? ["--no-such"]
        : [];
      const env = { SCANHOOK_DATA: missingData };
      const run = await runScanhook([...args, ...unknownOption], { env, input: "x" });
      expect([0, 1, 2]).toContain(run.code);
      expect(run.stdout + run.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
      if (run.code === 2) expect(run.stderr).toMatch(/Usage: scanhook/);
    }),
    { numRuns: 150 },
  );
});
