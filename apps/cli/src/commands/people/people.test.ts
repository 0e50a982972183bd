import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../../testing/child.ts";
import { runScanhook, spawnScanhook } from "../../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-people-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nothing listens on port 1, so the commands do not find another hub on this computer. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const run = (...args: string[]) => runScanhook([...args, "--data", data], { env });
const runPeople = (...args: string[]) => run("people", ...args);
const password = "correct horse battery";

/** Makes a data folder with the inboxes `door` and `desk`. */
async function makeInboxes(): Promise<void> {
  for (const name of ["door", "desk"])
    expect((await run("inbox", "add", name, "--open")).code).toBe(0);
}

/** Adds a person whom a provider of single sign-on knows, as their first log-in does. */
async function addFromProvider(name: string): Promise<void> {
  const store = await openUpdatedStore({ dataDir: data });
  await store.addPerson({
    name,
    role: "owner",
    sso: { issuer: "https://id.example.com", subject: "42" },
  });
  await store.close();
}

test("people add, change and remove a person, and list shows role, inboxes, account and last log-in", async () => {
  await makeInboxes();
  const added = await runPeople("add", "Ada", "--role", "desk", "--inbox", "door");
  expect(added.code).toBe(0);
  expect(added.stdout).toMatch(
    /^Added Ada\. This link sets the password, once, until 2\d{3}-\S+Z:\nhttps?:\/\/\S+\/#\/login\?code=\S{22}\n$/,
  );
  await addFromProvider("Mary");
  const list = await runPeople("list");
  expect(list.stdout).toMatch(/^NAME +ROLE +INBOXES +ACCOUNT +SECOND FACTOR +LAST LOG-IN\n/);
  expect(list.stdout).toMatch(/^Ada +desk +door +local +no +never$/m);
  expect(list.stdout).toMatch(
    /^Mary +owner +all +https:\/\/id\.example\.com +at the provider +never$/m,
  );
  expect(list.stdout).toMatch(/^owner +owner +all +local +no +never$/m);
  const both = ["--inbox", "door", "--inbox", "desk"];
  const changed = await runPeople("change", "ada", "--name", "Ada L.", ...both);
  expect(changed).toMatchObject({ code: 0, stdout: "Changed Ada L..\n", stderr: "" });
  expect(JSON.parse((await runPeople("list", "--json")).stdout)).toContainEqual(
    expect.objectContaining({ name: "Ada L.", role: "desk", inboxes: ["desk", "door"] }),
  );
  const unlimited = await runPeople("change", "ada l.", "--all-inboxes", "--json");
  expect(JSON.parse(unlimited.stdout)).not.toHaveProperty("inboxes");
  expect(await runPeople("remove", "Ada L.")).toMatchObject({
    code: 0,
    stdout: "Removed Ada L., with their sessions, API tokens and passkeys.\n",
  });
  expect((await runPeople("list")).stdout).not.toContain("Ada");
});

test("somebody who becomes an owner loses the limit to inboxes, and the note says that a provider sets roles", async () => {
  await makeInboxes();
  await runPeople("add", "Ada", "--role", "viewer", "--inbox", "door");
  const promoted = await runPeople("change", "Ada", "--role", "owner", "--json");
  expect(JSON.parse(promoted.stdout)).toMatchObject({ role: "owner" });
  expect(JSON.parse(promoted.stdout)).not.toHaveProperty("inboxes");
  await addFromProvider("Mary");
  expect(await runPeople("change", "Mary", "--role", "viewer")).toMatchObject({
    code: 0,
    stderr: "At the next log-in, the groups at the provider set the role again.\n",
  });
});

test("a local owner always stays, also beside an owner of a provider", async () => {
  await makeInboxes();
  await addFromProvider("Mary");
  const lastOwner = expect.stringMatching(/^This is the last owner .* make somebody else an owner/);
  expect(await runPeople("remove", "owner")).toMatchObject({ code: 1, stderr: lastOwner });
  expect(await runPeople("change", "owner", "--role", "viewer")).toMatchObject({
    code: 1,
    stderr: lastOwner,
  });
  await runPeople("add", "Ada", "--role", "owner");
  expect((await runPeople("remove", "owner")).code).toBe(0);
  expect((await runPeople("remove", "Ada")).code).toBe(1);
});

test("people refuses unknown persons and inboxes with the nearest name, taken names and limits of owners", async () => {
  await makeInboxes();
  await runPeople("add", "Ada", "--role", "viewer");
  const refusals: [string[], string][] = [
    [["change", "Adda", "--role", "desk"], 'There is no person "Adda"; did you mean Ada?\n'],
    [["log-out", "Grace"], 'There is no person "Grace"; there are Ada, owner.\n'],
    [
      ["add", "Bob", "--role", "desk", "--inbox", "dor"],
      'There is no inbox "dor"; did you mean door?\n',
    ],
    [
      ["add", "ADA", "--role", "desk"],
      "There is already a person ADA; choose another name. Names that differ only in case are the same.\n",
    ],
    [
      ["change", "owner", "--name", "ada"],
      "There is already a person ada; choose another name. Names that differ only in case are the same.\n",
    ],
    [
      ["change", "owner", "--inbox", "door"],
      "An owner cannot be limited to inboxes; choose another role, or no limit.\n",
    ],
  ];
  for (const [args, stderr] of refusals)
    expect(await runPeople(...args)).toEqual({ code: 1, stdout: "", stderr });
  expect(JSON.parse((await runPeople("list", "--json")).stdout)).toHaveLength(2);
});

test("people and login-link print no link for somebody who logs in at a provider", async () => {
  await makeInboxes();
  await addFromProvider("Mary");
  for (const command of [
    ["people", "link", "mary"],
    ["login-link", "--name", "mary"],
  ])
    expect(await run(...command)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("logs in at the provider"),
    });
  expect(await run("login-link", "--name=Marie")).toMatchObject({
    code: 1,
    stderr: 'There is no person "Marie"; did you mean Mary?\n',
  });
});

test.each([
  [["add"], "NAME is missing"],
  [["add", "Ada"], "Say what the person may do: --role owner|manager|desk|viewer."],
  [["add", "Ada", "--role", "boss"], '--role is owner, manager, desk or viewer, not "boss".'],
  [["add", " Ada", "--role", "desk"], '" Ada" cannot be the name of a person: 1 to 100'],
  [["add", "a".repeat(101), "--role", "desk"], "cannot be the name of a person: 1 to 100"],
  [["add", "Ada", "--role", "owner", "--inbox", "door"], "An owner cannot be limited to inboxes"],
  [["change", "Ada"], "Say what to change: --role, --inbox, --name, --all-inboxes."],
  [["change", "Ada", "--inbox", "door", "--all-inboxes"], "Give --inbox to limit the person"],
  [["change", "Ada", "--name", "a\tb"], "cannot be the name of a person"],
  [["log-out"], "Name a person to log out, or give --everybody."],
  [["log-out", "Ada", "--everybody"], "Name a person to log out, or give --everybody."],
  [["logout", "Ada"], 'There is no "people logout"; did you mean "people log-out"?'],
  [[], "Say what to do: people list, add, change, link, log-out or remove."],
])("people %j is wrong use and creates no file", async (args, sentence) => {
  const refused = await runScanhook(["people", ...args], { env: { SCANHOOK_DATA: data } });
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(refused.stderr).toContain("Usage: scanhook people list");
  expect(await readdir(data)).toEqual([]);
});

test.each([["--name"], ["--name", "--tls", "off"], ["--name="]])(
  "login-link %s is wrong use",
  async (...args) => {
    const refused = await runScanhook(["login-link", ...args], { env: { SCANHOOK_DATA: data } });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--name NAME.") });
  },
);

test("while the hub runs, links of people and login-link set passwords, a role and log-out hold at once, and the owner of the file comes in", async () => {
  const options = ["--host", "127.0.0.1", "--tls", "off", "--http-port", "0"];
  const hub = spawnScanhook(["serve", "--data", data, ...options]);
  try {
    const [, base = ""] = /^ready (\S+)/m.exec(await waitForOutput(hub, /^ready .*\n/m)) ?? [];
    const call = (path: string, cookie: string, body?: object) =>
      fetch(`${base}api/${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          "content-type": "application/json",
          origin: new URL(base).origin,
          ...(cookie && { cookie }),
        },
        body: body ? JSON.stringify(body) : null,
      });
    /** Sets the password of the person of a link. Returns the cookie of the session. */
    const follow = async (printed: string) => {
      const code = /#\/login\?code=(\S+)/.exec(printed)?.[1];
      const response = await call("session", "", { code, password });
      expect(response.status).toBe(200);
      return response.headers.getSetCookie()[0]!.split(";")[0]!;
    };
    const ada = await follow((await runPeople("add", "Ada", "--role", "viewer")).stdout);
    expect((await call("scans", ada)).status).toBe(200);
    expect((await call("destinations", ada)).status).toBe(403);
    await runPeople("change", "Ada", "--role", "manager");
    expect((await call("destinations", ada)).status).toBe(200);
    expect(await runPeople("log-out", "Ada")).toMatchObject({
      code: 0,
      stdout: "Ended 1 session of Ada. API tokens stay valid.\n",
    });
    expect((await call("scans", ada)).status).toBe(401);
    const again = await follow((await runPeople("link", "Ada")).stdout);
    const once = await follow((await run("login-link", "--name", "ada")).stdout);
    expect((await call("scans", again)).status).toBe(401);
    expect(await (await call("session", once)).json()).toMatchObject({ person: { name: "Ada" } });
    const owner = await follow((await run("login-link")).stdout);
    expect(await (await call("session", owner)).json()).toMatchObject({
      person: { role: "owner" },
    });
    expect((await runPeople("log-out", "--everybody")).stdout).toBe(
      "Ended 2 sessions of everybody. API tokens stay valid.\n",
    );
    expect((await call("scans", once)).status).toBe(401);
    expect((await call("scans", owner)).status).toBe(401);
    const last = await follow((await runPeople("link", "Ada")).stdout);
    expect((await runPeople("remove", "Ada")).code).toBe(0);
    expect((await call("scans", last)).status).toBe(401);
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});
