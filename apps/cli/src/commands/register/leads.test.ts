import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openUpdatedStore, parseSettings, startHub } from "@scanhook/hub";
import { expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../../testing/child.ts";
import { spawnScanhook } from "../../testing/command-line.ts";
import { done, useDataFolder } from "../../testing/register-commands.ts";

const { folder, run, runRegister } = useDataFolder();

const ada = "MECARD:N:Lovelace,Ada;ORG:Analytical Engines;EMAIL:ada@example.com;;";
const grace = "MECARD:N:Hopper,Grace;ORG:Example Navy;EMAIL:grace@example.com;;";
const questions = `- { key: ok, label: May we write?, type: consent, required: true }
- { key: stars, label: Stars, type: rating }
- { key: topics, label: Topics, type: tags, options: [Hot, Partner] }
`;

/** Makes a stand that asks for consent, and runs a hub while phones scan contacts there. */
async function meetPeople(...rules: string[]): Promise<void> {
  const path = join(folder.path, "questions.yaml");
  await writeFile(path, questions);
  await runRegister("add", "gala", "--kind", "check-in");
  const people = ["maria", "ben"];
  for (const user of people)
    await run("inbox", "add", "stand", "--user", user, "--password", `${user}-password`);
  const kind = ["--kind", "leads", "--people-from", "gala", "--checklist", path];
  expect(await runRegister("add", "stand", ...kind, "--inbox", "stand", ...rules)).toEqual(
    done("Added the register stand.\n"),
  );
  const ports = ["--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"];
  const parsed = parseSettings({ args: ["--data", folder.path, ...ports], env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  const hub = await startHub(parsed.settings, { print: () => {} });
  const scan = (user: string, content: string, ...answers: string[]) =>
    run(
      ...["send", "--to", `http://localhost:${hub.httpPort}/in/stand`],
      ...["--user", user, "--password", `${user}-password`, "--source", "code"],
      ...["--content", content, ...answers.flatMap((answer) => ["--answer", answer])],
    );
  try {
    expect(await scan("maria", ada, "ok=yes", "stars=4", "topics=Hot, Partner")).toMatchObject({
      stdout: expect.stringContaining("Ada Lovelace is a new lead."),
    });
    expect((await scan("ben", grace, "ok=yes")).code).toBe(0);
    expect((await scan("ben", "mailto:waiting@example.com")).code).toBe(5);
  } finally {
    await hub.close();
  }
}

test("a stand is made, shown and listed by person, and a lead is named and deleted", async () => {
  await meetPeople("--keep-days", "90");
  const shown = (await runRegister("show", "stand")).stdout;
  expect(shown).toMatch(
    /^Entries +3\nPeople +of gala\nLeads +2\nWaiting +1\nTo be named +0\nScanned by ben +2\n/,
  );
  expect(shown).toMatch(/^Days to keep +90 after the last scan$/m);
  expect(shown).toMatch(/^Question +ok: May we write\? \(consent, required\)$/m);
  expect(JSON.parse((await runRegister("show", "stand", "--json")).stdout)).toMatchObject({
    ...{ kind: "leads", keepDays: 90 },
    leads: { leads: 2, waiting: 1, unnamed: 0, people: [{ by: "ben" }, { by: "maria" }] },
  });

  const list = (await runRegister("list", "stand", "--by", "maria")).stdout;
  expect(list).toMatch(
    /^CODE +NAME +COMPANY +FIRST SCANNED +BY +SCANS +STARS\nada@example\.com +Ada Lovelace +Analytical Engines +\d{4}-\S+Z +maria +1 +4\n$/,
  );
  const all = JSON.parse((await runRegister("list", "stand", "--json")).stdout);
  expect(all.map(({ label }: { label: string }) => label)).toEqual([
    ...["Ada Lovelace", "Grace Hopper", "waiting@example.com"],
  ]);
  expect((await runRegister("list", "stand", "--search", "waiting")).stdout).toMatch(/ waiting\n$/);
  expect((await runRegister("list", "stand", "--by", "eve")).stdout).toBe("No entry matches.\n");

  expect(await runRegister("name", "stand", "waiting@example.com", "Grace Hopper")).toMatchObject({
    code: 0,
  });
  expect(await runRegister("delete", "stand", "grace hopper")).toMatchObject({
    ...{ code: 1, stderr: 'Several entries are called "grace hopper"; give the code of one.\n' },
  });
  expect(await runRegister("delete", "stand", "grace@example.com")).toEqual(
    done("Deleted the lead Grace Hopper with its scans.\n"),
  );
  expect(await runRegister("delete", "stand", "ada lovelace", "--json")).toMatchObject({ code: 0 });
  expect((await run("export")).stdout).not.toMatch(/Lovelace|Example Navy/);
  expect(await runRegister("empty", "stand")).toEqual(
    done("Deleted 1 entries of stand. Their scans are deleted, too.\n"),
  );
  expect((await run("export")).stdout).not.toContain("waiting");
  expect(await runRegister("list", "stand")).toEqual(done("stand has no entries yet.\n"));
});

test("the commands name the person to whom a user belongs", async () => {
  await meetPeople();
  const store = await openUpdatedStore({ dataDir: folder.path, database: undefined });
  const person = await store.addPerson({ name: "Maria Stone", role: "viewer" });
  expect(await store.setCredentialPerson("stand", "maria", person!.id)).toBe(true);
  await store.close();
  const named = "Maria Stone (maria)";
  const shown = (await runRegister("show", "stand")).stdout;
  expect(shown).toMatch(/^Scanned by ben +2\nScanned by Maria Stone \(maria\) +1$/m);
  expect((await runRegister("list", "stand")).stdout).toContain(` ${named} `);
  expect((await runRegister("export", "stand")).stdout).toContain(",maria,Maria Stone,1,");
  const last = JSON.parse((await run("last", "code", "--json")).stdout);
  expect(last).not.toHaveProperty("person");
  const exported = (await run("export", "--format", "csv")).stdout.trim().split("\r\n");
  expect(exported[0]).toMatch(/,verdict,person$/);
  expect(exported.filter((line) => line.endsWith(",Maria Stone"))).toHaveLength(2);
  const watch = spawnScanhook(["register", "watch", "stand", "--after", "0"], {
    env: { SCANHOOK_DATA: folder.path },
  });
  expect(await waitForOutput(watch, /\n/)).toContain(`  ${named}  `);
  const exit = waitForExit(watch);
  watch.kill("SIGINT");
  expect(await exit).toBe(0);
});

test("mistakes about leads are refused with a sentence that says what to do", async () => {
  await runRegister("add", "gala", "--kind", "check-in");
  await runRegister("add", "stand", "--kind", "leads", "--checklist", "");
  expect(JSON.parse((await runRegister("show", "stand", "--json")).stdout).rules).toEqual({
    questions: [],
  });
  const refuse = async (code: number, sentence: string, ...args: string[]) =>
    expect(await runRegister(...args)).toMatchObject({
      ...{ code, stderr: expect.stringContaining(sentence) },
    });
  await refuse(1, 'No entry of stand has the code or name "ada".', "delete", "stand", "ada");
  await refuse(1, "Only leads are deleted one by one; gala is of", "delete", "gala", "ada");
  await refuse(2, "--by is for registers of the kind leads.", "list", "gala", "--by", "maria");
  await refuse(2, "Name the register whose entries to list", "list", "--by", "maria");
  await refuse(1, "has a list of its own", "add", "b", "--kind", "leads", "--entries-from", "gala");
  await refuse(2, "reentry is a rule of", "change", "stand", "--reentry", "never");
});
