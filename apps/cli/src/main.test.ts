import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { summaries } from "./summaries.ts";
import { ended, printed } from "./tests/child.ts";
import { scanhook, scanhookHere, startScanhook } from "./tests/command-line.ts";

const names = Object.keys(summaries).filter((name) => name !== "help");

test("--help lists every command on stdout", async () => {
  const run = await scanhookHere(["--help"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  for (const name of [...names, "help"]) expect(run.stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(await scanhookHere(["help"])).toEqual(run);
});

test("--version prints the version of the package", async () => {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest);
  expect(await scanhook(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.each(names)(
  "%s has a help that begins with how it is written, shown in three ways",
  async (name) => {
    const run = await scanhookHere([name, "--help"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(new RegExp(`^Usage: scanhook ${name}\\b`));
    expect(run.stdout).toMatch(/--help/);
    expect(await scanhookHere(["help", name])).toEqual(run);
    expect(await scanhookHere([name, "x", "-h"])).toEqual(run);
  },
);

test("wrong use is short enough to keep its reason on the screen, and says where the rest is", async () => {
  const { code, stderr } = await scanhookHere(["tag", "decode", "00", "--uid", "zz"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--uid: "zz" is no UID;/);
  expect(stderr).toMatch(/\n\nUsage: scanhook tag decode/);
  expect(stderr).toMatch(/\n"scanhook help tag" explains it all\.\n$/);
  expect(stderr.split("\n").length).toBeLessThan(12);
});

test("an unknown command, or none, is a sentence and the list on stderr, exit code 2", async () => {
  const near = await scanhookHere(["sned"]);
  expect(near).toMatchObject({ code: 2, stdout: "" });
  expect(near.stderr).toMatch(
    /^There is no command "sned"; did you mean "send"\?\n\nUsage: scanhook/,
  );
  expect((await scanhookHere(["--sned"])).stderr).toMatch(/^There is no option "--sned"\.\n/);
  expect((await scanhookHere(["--verison"])).stderr).toMatch(/; did you mean "--version"\?\n/);
  expect((await scanhookHere(["help", "xyz"])).stderr).toMatch(/^There is no command "xyz"\.\n/);
  expect(await scanhookHere([])).toMatchObject({ code: 2, stdout: "" });
});

test("what the command itself says it does is what the list says", async () => {
  const commands = [
    (await import("./commands/serve.ts")).serve,
    (await import("./commands/login-link.ts")).loginLink,
    (await import("./commands/backup.ts")).backup,
    (await import("./commands/restore.ts")).restore,
    (await import("./commands/migrate.ts")).migrate,
    (await import("./commands/verify.ts")).verify,
    (await import("./commands/inbox.ts")).inbox,
    (await import("./commands/export.ts")).exportScans,
    (await import("./commands/last.ts")).last,
    (await import("./commands/open.ts")).open,
    (await import("./commands/send.ts")).send,
    (await import("./commands/doctor.ts")).doctor,
    (await import("./commands/decode.ts")).decode,
    (await import("./commands/tag.ts")).tag,
    (await import("./commands/kiosk.ts")).kiosk,
    (await import("./commands/routes.ts")).routes,
  ];
  expect(commands.map(({ name, summary }) => [name, summary]).sort()).toEqual(
    Object.entries(summaries)
      .filter(([name]) => name !== "help")
      .sort(),
  );
});

test("a reader that leaves early is no error", async () => {
  const child = startScanhook(["--help"]);
  child.stdout?.destroy();
  let said = "";
  child.stderr?.on("data", (text) => {
    said += text;
  });
  expect(await ended(child)).toBe(0);
  expect(said).toBe("");
});

test("an older Node hands over to the one that the project pins", async () => {
  const older =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  const nodeOptions = ["--import", older];
  expect(await scanhook(["--version"], { nodeOptions })).toMatchObject({ code: 0, stderr: "" });
  expect(await scanhook(["sned"], { nodeOptions })).toMatchObject({ code: 2, stdout: "" });
});

test("the server is loaded by the command that runs one, and by no other", async () => {
  const script = `import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (/node_modules.(fastify|typebox|prom-client|@peculiar)/.test(url)) console.error(url);
        return next(url, context);
      },
    });`;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
  const data = await mkdtemp(join(tmpdir(), "scanhook-light-"));
  try {
    for (const args of [["inbox", "add", "door"], ["inbox", "list"], ["export"], ["login-link"]]) {
      const run = await scanhook([...args, "--data", data], { nodeOptions });
      expect([args, run.code]).toEqual([args, 0]);
      expect(run.stderr).not.toContain("node_modules");
    }
    expect(await scanhook(["serve", "--help"], { nodeOptions })).toMatchObject({ stderr: "" });
    const hub = startScanhook(
      ["serve", "--data", data, "--tls", "off", "--host", "127.0.0.1", "--http-port", "0"],
      { nodeOptions },
    );
    let said = "";
    hub.stderr?.on("data", (text) => {
      said += text;
    });
    await printed(hub, /^ready /m);
    hub.kill("SIGTERM");
    await ended(hub);
    expect(said).toContain("fastify");
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("any arguments give an exit code and never a stack trace", async () => {
  const word = fc.oneof(
    fc.constantFrom(...names, "help", "add", "list", "remove", "--json", "--", "-", "--version"),
    fc.constantFrom("--to", "--data", "--content", "--user", "--password", "--open", "--out", "-h"),
    fc.constantFrom("http://127.0.0.1:1/x", "https://localhost:1", "--timeout=0.1", "--format=csv"),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ maxLength: 6 }).map((text) => `--${text}`),
  );
  const nowhere = join(tmpdir(), "scanhook-nowhere");
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
      // One that can only be refused, lest the hub starts, a kiosk waits for tags, or a file is written.
      const end = ["serve", "kiosk", "inbox", "export", "decode"].includes(words[0] ?? "")
        ? ["--no-such"]
        : [];
      const env = { SCANHOOK_DATA: nowhere };
      const run = await scanhookHere([...words, ...end], { env, input: "x" });
      expect([0, 1, 2]).toContain(run.code);
      expect(run.stdout + run.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
      if (run.code === 2) expect(run.stderr).toMatch(/Usage: scanhook/);
    }),
    { numRuns: 150 },
  );
});
