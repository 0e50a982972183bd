import { codeScan } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { countBells } from "../kiosk/events.ts";
import { runScanhookProcess } from "../testing/command-line.ts";
import { startServer } from "../testing/receivers.ts";

const readStdin = ["kiosk", "--no-tags", "--stdin"];

test("kiosk prints the word of a verdict, and says not checked when no verdict comes afterwards", async () => {
  const verdict = { code: "x", text: "", facts: [] };
  const answers = [
    { message: "YES. Ada is in.", verdict: { ...verdict, result: "yes", word: "IN" } },
    {
      message: "NO. Ada is in already.",
      verdict: { ...verdict, result: "no", word: "ALREADY IN" },
    },
  ];
  await using receiver = await startServer((request, response) => {
    const answer = answers.shift();
    request.resume().on("end", () => {
      if (!answer) return response.destroy();
      response.writeHead(200, { "content-type": "application/vnd.scanhook.verdict+json" });
      response.end(JSON.stringify(answer));
    });
  });
  const input = "T-1\nT-1\nT-2\n";
  const run = await runScanhookProcess([...readStdin, "--to", receiver.url], { input });
  const lines = run.stdout.split("\n");
  expect(lines[0]).toMatch(/T-1 {2}IN: YES\. Ada is in\. \(\d+ ms\)$/);
  expect(lines[1]).toMatch(/T-1 {2}ALREADY IN: NO\. Ada is in already\. \(\d+ ms\)$/);
  expect(lines[2]).toMatch(/T-2 {2}NOT CHECKED: {2}NOT CONFIRMED, unreachable/);
  const json = await runScanhookProcess([...readStdin, "--json", "--to", receiver.url], {
    input: "T-3\n",
  });
  expect(JSON.parse(json.stdout.split("\n")[0]!).unchecked).toBeUndefined();
});

test.each([
  ["yes", 1],
  ["look", 2],
  ["no", 3],
  ["ask", 4],
] as const)("the bell of a kiosk tells %s by ringing %i times", (result, count) => {
  const verdict = { result, code: "x", word: "X", text: "", facts: [] };
  const scan = { scan: codeScan({ content: "T-1" }), reader: "desk", kind: "scan", ms: 1 } as const;
  expect(countBells({ ...scan, outcome: { kind: "accepted", status: 200, verdict } })).toBe(count);
  const lost = { kind: "unreachable", cause: "reset", reason: "Closed." } as const;
  expect(countBells({ ...scan, outcome: lost, unchecked: true })).toBeGreaterThan(4);
});
