import { PassThrough } from "node:stream";
import { type Answers, type AnswersOutcome, codeScan, type Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createKioskAsker } from "./asking.ts";
import { countBells, type KioskEvent, soundOf } from "./events.ts";
import { createTerminalReport } from "./terminal-report.ts";

const passed: Verdict = { result: "yes", code: "passed", word: "PASSED", text: "", facts: [] };
const asking: Verdict = {
  ...{ result: "ask", code: "checklist", word: "CHECK", text: "", facts: [], movement: 7 },
  ask: { before: true, questions: [{ key: "note", label: "Note", type: "text", max: 9 }] },
};
const scanOf = (content: string) => ({ scan: codeScan({ content }), reader: "desk" });

/** Creates an asker on a terminal, whose answers get a verdict when `release` is called. */
function createAsker({ json = false, sharesStdin = false } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let screen = "";
  const events: KioskEvent[] = [];
  const sent: Answers[] = [];
  const gate = Promise.withResolvers<AnswersOutcome>();
  const write = (text: string) => {
    screen += text;
  };
  const asker = createKioskAsker({
    io: { stdin, stdout: { isTTY: true, write }, stderr: { write }, env: {} },
    ...{ sharesStdin, json, beep: true },
    sendAnswers: (_, answers) => {
      sent.push(answers);
      return gate.promise;
    },
    onEvent: (event) => void events.push(event),
  });
  const release = () => gate.resolve({ kind: "verdict", verdict: passed });
  return { asker, stdin, events, sent, release, screen: () => screen };
}

test("questions stay open until the receiver has the answers", async () => {
  const { asker, stdin, events, sent, release, screen } = createAsker();
  asker.ask(scanOf("T-1"), asking);
  asker.ask(scanOf("T-2"), asking);
  await expect.poll(screen).toBe("Note (at most 9 characters; may be left out): ");
  expect(asker.isAsking()).toBe(true);
  stdin.write("fine\n");
  await expect.poll(() => sent).toEqual([{ note: "fine" }]);
  expect(asker.isAsking()).toBe(true);
  release();
  await expect.poll(() => screen().split("Note (").length).toBe(3);
  stdin.write("\n");
  await asker.finish();
  expect(asker.isAsking()).toBe(false);
  expect(sent).toEqual([{ note: "fine" }, {}]);
  expect(events).toMatchObject([
    { kind: "answers", scan: { content: "T-1" }, outcome: { verdict: { code: "passed" } } },
    { kind: "answers", scan: { content: "T-2" } },
  ]);
});

test("another line is written on its own, and the question again after it", async () => {
  const { asker, screen } = createAsker({ sharesStdin: true });
  asker.ask(scanOf("T-1"), asking);
  const question = "Note (at most 9 characters; may be left out): ";
  await expect.poll(screen).toBe(question);
  let written = "";
  asker.interrupt(() => {
    written = screen();
  });
  expect(written).toBe(`${question}\n`);
  expect(screen()).toBe(`${question}\n${question}`);
  asker.end();
  await asker.finish();
});

test("a line that is no answer rings the bell, and the question is asked again", async () => {
  const { asker, release, screen } = createAsker({ sharesStdin: true });
  release();
  asker.ask(scanOf("T-1"), asking);
  await expect.poll(screen).toContain("Note");
  asker.takeLine("4006381333931");
  await expect.poll(screen).toContain("of at most 9 characters.\n\u0007Note (at most");
  asker.takeLine("");
  await asker.finish();
});

test("a line is an answer only while a question is open", async () => {
  const { asker, sent, release, screen } = createAsker({ sharesStdin: true });
  release();
  expect(asker.takeLine("T-1")).toBe(false);
  asker.ask(scanOf("T-1"), asking);
  await expect.poll(screen).toContain("Note");
  expect(asker.takeLine("ok")).toBe(true);
  await asker.finish();
  expect(asker.takeLine("T-2")).toBe(false);
  expect(sent).toEqual([{ note: "ok" }]);
});

test("nothing is asked where nobody can answer, and where nothing has to be answered", () => {
  const { asker } = createAsker({ json: true });
  asker.ask(scanOf("T-1"), asking);
  expect(asker.isAsking()).toBe(false);
  const other = createAsker().asker;
  other.ask(scanOf("T-1"), passed);
  other.ask(scanOf("T-1"), { ...asking, result: "look", code: "not-due" });
  other.ask(scanOf("T-1"), { ...asking, ask: { before: true, questions: [] } });
  expect(other.isAsking()).toBe(false);
});

test("a question after the decision is asked only if it is required", async () => {
  const { asker, sent, release, screen } = createAsker({ sharesStdin: true });
  release();
  const note = { key: "note", label: "Note", type: "text", max: 9 } as const;
  const care = { key: "care", label: "Care", type: "rating", max: 5, required: true } as const;
  asker.ask(scanOf("T-1"), { ...passed, movement: 7, ask: { before: false, questions: [note] } });
  expect(asker.isAsking()).toBe(false);
  const both = { before: false, questions: [note, care] };
  asker.ask(scanOf("T-2"), { ...passed, movement: 8, ask: both });
  await expect.poll(screen).toBe("Care (1 to 5): ");
  expect(asker.takeLine("4")).toBe(true);
  await asker.finish();
  expect(sent).toEqual([{ care: 4 }]);
});

test("the line of a verdict tells the questions that are not asked", () => {
  const note = { key: "note", label: "Note", type: "text", max: 9 } as const;
  const care = { key: "care", label: "Care", type: "rating", max: 5, required: true } as const;
  const ask = { before: false, questions: [note, care] };
  const tell = (verdict: Verdict) => {
    let line = "";
    const write = (text: string) => {
      line += text;
    };
    const outcome = { kind: "accepted", status: 200, verdict } as const;
    const report = createTerminalReport(
      { stdout: { isTTY: true, write }, env: { TERM: "dumb" } },
      { asks: true },
    );
    report({ kind: "scan", ...scanOf("T-1"), ms: 1, outcome });
    return line;
  };
  expect(tell({ ...passed, movement: 7, ask })).toMatch(
    /It asks: Note \([^;]*; may be left out\)\n$/,
  );
  expect(tell(asking)).not.toContain("It asks");
});

test("each outcome of answers and questions has its own sound", () => {
  const answers = { kind: "answers", ...scanOf("T-1"), ms: 1 } as const;
  const asked = { kind: "accepted", status: 200, verdict: asking } as const;
  const sounds = [
    { kind: "scan", ...scanOf("T-1"), ms: 1, outcome: asked } as const,
    { ...answers, outcome: { kind: "verdict", verdict: passed } } as const,
    { ...answers, outcome: { kind: "unanswered" } } as const,
  ].map((event) => [soundOf(event), countBells(event)]);
  expect(sounds).toEqual([
    ["ask", 4],
    ["good", 1],
    ["bad", 5],
  ]);
});
