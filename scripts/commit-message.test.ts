import { describe, expect, it } from "vitest";
import { checkCommitMessage } from "./commit-message.ts";

const body = "\n\nThe reason for the change.";
const problemsOf = (subject: string) => checkCommitMessage(subject + body);

describe("checkCommitMessage", () => {
  it.each([
    "Add a page about backups",
    "Read UPDATE BINARY from the table of commands",
    "Set the limit of a lane once",
    "Split startForwarder into claiming, identity and turns",
    "Let a route name its inbox",
    "Pass the range of the pull request to .ci/run",
    'Revert "Add a page about backups"',
    "Explain how a hub: names its node",
  ])("accepts %j", (subject) => {
    expect(problemsOf(subject)).toEqual([]);
  });

  it("accepts a subject of 72 characters and refuses one of 73", () => {
    const subject = `Add ${"a".repeat(68)}`;
    expect(problemsOf(subject)).toEqual([]);
    expect(problemsOf(`${subject}a`)).toEqual([
      "Shorten the subject to 72 characters (it has 73); the rest fits into the body.",
    ]);
  });

  it("counts characters, not UTF-16 units", () => {
    expect(problemsOf(`Add ${"🏷".repeat(68)}`)).toEqual([]);
  });

  it("refuses a final period", () => {
    expect(problemsOf("Add a page.")).toEqual(["Remove the period at the end of the subject."]);
  });

  it.each([
    ["The page of backups moves", '"The" is an article'],
    ["It is faster now", '"It" is a pronoun'],
    ["What a tag says", '"What" is a question word'],
    ["Who reads this", '"Who" is a question word'],
    ["How the hub starts", '"How" is a question word'],
    ["Of two hubs one waits", '"Of" is a preposition or conjunction'],
    ["When the store is away, wait", '"When" is a question word'],
    ["Added a page", '"Added" is another form or a noun'],
    ["Adds a page", '"Adds" is another form or a noun'],
    ["Adding a page", '"Adding" is another form or a noun'],
    ["Stopped the hub", '"Stopped" is another form or a noun'],
    ["Applies the filter", '"Applies" is another form or a noun'],
    ["Wrote a page", '"Wrote" is another form or a noun'],
    ["Tests wait for the page", '"Tests" is another form or a noun'],
  ])("refuses %j", (subject, reason) => {
    expect(problemsOf(subject)).toEqual([expect.stringContaining(reason)]);
  });

  it("refuses a lower-case first letter", () => {
    expect(problemsOf("add a page")).toEqual([expect.stringContaining("a capital letter")]);
  });

  it("refuses a subject that starts with something other than a word", () => {
    expect(problemsOf("`npm test` builds less")).toHaveLength(1);
    expect(problemsOf("2 pages of docs")).toHaveLength(1);
  });

  it.each(["fix: a page", "feat(hub)!: a page", "Hub: a page", "docs/kiosk.md: a page"])(
    "refuses the prefix of %j",
    (subject) => {
      expect(problemsOf(subject)).toEqual([expect.stringContaining("Drop the prefix")]);
    },
  );

  it("refuses a commit that waits to be squashed", () => {
    expect(problemsOf("fixup! Add a page")).toEqual([expect.stringContaining("Squash")]);
  });

  it.each([
    ["nothing but the subject", "Add a page\n"],
    ["blank lines", "Add a page\n\n \n\n"],
    [
      "trailers only",
      "Add a page\n\nCo-authored-by: A <a@example.com>\nSigned-off-by: B <b@example.com>\n",
    ],
  ])("refuses a message with %s", (_name, message) => {
    expect(checkCommitMessage(message)).toEqual([
      "Add a body, after a blank line, that says why the change is made.",
    ]);
  });

  it("refuses a body without a blank line before it", () => {
    expect(checkCommitMessage("Add a page\nIt was missing.\n")).toEqual([
      "Leave the second line blank: the subject is one line.",
    ]);
  });

  it("accepts trailers after a body", () => {
    const message = "Add a page\n\nIt was missing.\n\nSigned-off-by: A <a@example.com>\n";
    expect(checkCommitMessage(message)).toEqual([]);
  });

  it("names everything that is wrong at once", () => {
    expect(checkCommitMessage("the page of backups moves.")).toHaveLength(3);
  });
});
