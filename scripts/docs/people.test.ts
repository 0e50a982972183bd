// The commands of the page on people are run against a real hub.
import { expect, test } from "vitest";
import { findCodeBlock, followPage } from "./testing/worked-page.ts";

const page = "docs/hub/people.md";
const nextYear = new Date().getUTCFullYear() + 1;

test("the page on people adds people, changes their roles, logs them out and removes them", async () => {
  await using followed = await followPage(page);
  const commands = findCodeBlock(page, "sh", "people add").trim().split("\n");
  const [adding, changing] = [commands.slice(0, 2), commands.slice(2)];
  const added = await followed.run(adding.join("\n"));
  expect(added.match(/#\/login\?code=\S{22}$/gm)).toHaveLength(2);
  const output = await followed.run(changing.join("\n"));
  expect(output).toMatch(/^Ada +owner +all +local +no +never$/m);
  expect(output).toMatch(/^Door, east +desk +all +local +no +never$/m);
  expect(output).toContain("Ended 0 sessions of Ada.");
  expect(output).toContain("Removed Door, east");
  const { people } = (await (await followed.call("GET", "/api/people")).json()) as {
    people: { name: string; role: string }[];
  };
  expect(people.map(({ name, role }) => `${name}: ${role}`)).toEqual([
    "Ada: owner",
    "owner: owner",
  ]);
});

test("the page on people makes tokens, and reads scans with one", async () => {
  await using followed = await followPage(page);
  const made = findCodeBlock(page, "sh", "--expires").replace("2027", String(nextYear));
  expect(await followed.run(made)).toMatch(
    /^shk_\S+\nNUMBER[\s\S]*nightly export +owner +read +all +2\d{3}-12-31T/,
  );
  const read = await followed.run(findCodeBlock(page, "sh", "inbox=scans&limit=10"));
  expect(JSON.parse(read)).toEqual({ scans: [] });
});

test("the page on people sends a scan with a token", async () => {
  await using followed = await followPage(page);
  await followed.run(findCodeBlock(page, "sh", "/in/scans"));
  const { scans } = (await (await followed.call("GET", "/api/scans")).json()) as {
    scans: { content: string; user: string }[];
  };
  expect(scans).toEqual([expect.objectContaining({ content: "T-0001", user: "token:gate" })]);
});

test("the page on people lists and exports who changed what", async () => {
  await using followed = await followPage(page);
  await followed.run("npx scanhook people add Ada --role desk");
  const block = findCodeBlock(page, "sh", "changes --export");
  const output = await followed.run(`${block}\ncat changes.csv`);
  expect(output).toMatch(/command +added person Ada +role: desk$/m);
  expect(output).toMatch(/^\d+,\S+,.*,command,person,Ada,added,/m);
});

test("the pages on people and on single sign-on print links for owners who cannot log in", async () => {
  await using followed = await followPage(page);
  const links = await followed.run(findCodeBlock(page, "sh", "login-link --name"));
  expect(links.match(/#\/login\?code=\S{22}$/gm)).toHaveLength(2);
  const single = findCodeBlock("docs/hub/single-sign-on.md", "sh", "login-link");
  expect(await followed.run(single)).toMatch(/#\/login\?code=\S{22}\n$/);
});
