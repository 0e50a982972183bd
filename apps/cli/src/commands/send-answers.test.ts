import { expect, test } from "vitest";
import { askedUser, useAskingHub } from "../testing/asking-hub.ts";
import { waitForExit } from "../testing/child.ts";
import { runScanhookProcess } from "../testing/command-line.ts";
import { canUseTerminal, spawnOnTerminal } from "../testing/pty.ts";
import { respondWith, startServer } from "../testing/receivers.ts";

const { run, url, statusOf } = useAskingHub();

const login = ["--user", askedUser.user, "--password", askedUser.password];
const sendTo = (inbox: string, content: string, ...more: string[]) =>
  run("send", "--to", url(inbox), ...login, "--content", content, ...more);

test("send answers the questions of a verdict with --answer, and exits by the verdict on them", async () => {
  const gauge = ["--answer", "gauge=pass"];
  const passed = await sendTo("round", "E-1", ...gauge, "--answer", "pressure=13,5");
  expect(passed).toMatchObject({ code: 0, stderr: "" });
  expect(passed.stdout).toMatch(
    /^ASK\. Extinguisher 1: answer 3 questions\. \(\d+ ms\)\nYES\. Extinguisher 1 has passed; .*\n$/,
  );
  expect(await statusOf("fire", "E-1")).toBe("passed");
  const failed = await sendTo("round", "E-2", ...gauge, "--answer", "seal=Broken", "--json");
  expect(failed).toMatchObject({ code: 4, stderr: "" });
  const [first, second] = failed.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ kind: "accepted", verdict: { ask: { before: true } } });
  expect(second).toMatchObject({
    ...{ answers: { gauge: "pass", seal: "broken" }, verdict: { code: "failed" } },
  });
  expect(await statusOf("fire", "E-2")).toBe("failed");
});

test("send without a terminal says which questions are open, sends nothing and exits with 5", async () => {
  const open = await sendTo("round", "E-3");
  expect(open).toMatchObject({
    code: 5,
    stderr:
      "Answer with --answer KEY=VALUE, or in a terminal:\n  gauge: Needle in the green? (pass, fail or na)\n  pressure: Pressure (a number of bar, good: 12 to 15; may be left out)\n  seal: Seal (1 intact, 2 broken; may be left out)\n",
  });
  expect(await sendTo("round", "E-3", "--answer", "pressure=12")).toMatchObject({
    ...{ code: 5, stderr: expect.stringMatching(/:\n {2}gauge: [^\n]*\n$/) },
  });
  expect(await sendTo("round", "E-3", "--answer", "gauge=maybe")).toMatchObject({
    ...{ code: 5, stderr: "The answer to “Needle in the green?” is pass, fail or na.\n" },
  });
  expect(await statusOf("fire", "E-3")).toBe("");
  expect(await sendTo("round", "E-3", "--answer", "gauge")).toMatchObject({ code: 2 });
});

test("send tells of a question that may be answered, and of answers that nobody asked for", async () => {
  await sendTo("round", "E-4", "--answer", "gauge=pass");
  const notDue = await sendTo("round", "E-4");
  expect(notDue).toMatchObject({
    code: 4,
    stdout: expect.stringContaining("It may be answered:\n  gauge: "),
  });
  expect(await sendTo("round", "E-4", "--answer", "gauge=fail")).toMatchObject({ code: 4 });
  expect(await statusOf("fire", "E-4")).toBe("failed");
  expect(await sendTo("round", "E-99", "--answer", "gauge=pass")).toMatchObject({
    ...{ code: 3, stderr: "The verdict asks nothing, so no answer was sent.\n" },
  });
});

test("send answers the question after a return", async () => {
  await run("register", "act", "tools", "lend", "D-1", "M-1");
  await sendTo("counter", "D-1", "--answer", "care=9").then((sent) =>
    expect(sent).toMatchObject({
      ...{ code: 5, stderr: "The answer to “Condition” is a whole number from 1 to 5.\n" },
    }),
  );
  await run("register", "act", "tools", "lend", "D-2", "M-1");
  const returned = await sendTo("counter", "D-2", "--answer", "care=4");
  expect(returned.stdout).toMatch(/^YES\. Saw is back.*\nYES\. Saw: answered\.\n$/);
  expect(returned.code).toBe(0);
});

test("send says why answers have no verdict, and what it cannot ask", async () => {
  const asks = (questions: object[]) => {
    const verdict = { result: "ask", code: "x", word: "CHECK", text: "?", facts: [], movement: 1 };
    return JSON.stringify({ verdict: { ...verdict, ask: { before: true, questions } } });
  };
  const type = { "content-type": "application/vnd.scanhook.verdict+json" };
  const seal = { key: "seal", label: "Seal", type: "text" };
  await using gone = await startServer((request, response) => {
    if (request.url?.includes("/answers/")) return respondWith(500)(request, response);
    respondWith(200, type, asks([seal]))(request, response);
  });
  const args = ["send", "--to", gone.url, "--content", "x", "--answer", "seal=ok"];
  expect(await runScanhookProcess(args)).toMatchObject({
    ...{ code: 1, stderr: "The receiver refused the answers with 500.\n" },
  });
  await using newer = await startServer(
    respondWith(200, type, asks([{ ...seal, type: "drawing", required: true }])),
  );
  expect(await run("send", "--to", newer.url, "--content", "x")).toMatchObject({
    ...{ code: 5, stderr: "The receiver asks what this version of scanhook cannot ask.\n" },
  });
});

test.skipIf(!canUseTerminal())("send asks in a terminal, one question after another", async () => {
  const child = spawnOnTerminal(["send", "--to", url("round"), ...login, "--content", "E-5"]);
  const exit = waitForExit(child);
  let screen = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    screen += text;
  });
  const type = async (prompt: string, line: string) => {
    await expect.poll(() => screen).toContain(prompt);
    screen = screen.slice(screen.indexOf(prompt) + prompt.length);
    child.stdin?.write(line);
  };
  await type("Needle in the green? (pass, fail or na): ", "\n");
  await type(
    "Answer “Needle in the green?”.\r\nNeedle in the green? (pass, fail or na): ",
    "perhaps\n",
  );
  await type("is pass, fail or na.\r\nNeedle in the green? (pass, fail or na): ", "p\n");
  await type("bar, good: 12 to 15; may be left out): ", "11,5\n");
  await type("Good is 12 to 15, so 11.5 counts as failed.\r\nSeal (1 intact", "1\n");
  expect(await exit).toBe(4);
  expect(screen).toMatch(/LOOK\. Extinguisher 5: Pressure: 11\.5 bar\. It has failed\./);
  expect(await statusOf("fire", "E-5")).toBe("failed");
});

test.skipIf(!canUseTerminal())(
  "send leaves the questions open at the end of the terminal's input",
  async () => {
    const child = spawnOnTerminal(["send", "--to", url("round"), ...login, "--content", "E-6"]);
    const exit = waitForExit(child);
    let screen = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      screen += text;
    });
    await expect.poll(() => screen).toContain("(pass, fail or na): ");
    child.stdin?.write("\u0004");
    expect(await exit).toBe(5);
    expect(screen).toContain("The questions are not answered.");
    expect(await statusOf("fire", "E-6")).toBe("");
  },
);
