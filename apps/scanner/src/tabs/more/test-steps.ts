import { describeRefusal, describeUrlProblem } from "../../outcome/localize-failure.ts";
import { moreTexts } from "../../texts/more.ts";
import { formatUnit } from "../../texts/numbers.ts";
import { sendingTexts } from "../../texts/sending.ts";
import type { TestStep } from "../../webhook/connection-test.ts";

type Words = { title: string; detail?: string };

/** Describes a step of the test of a connection, and what to do if it failed. */
export function describeStep(step: TestStep): Words {
  const texts = moreTexts.webhook.testSteps;
  switch (step.kind) {
    case "receiver-url":
      if (step.state === "bad")
        return { title: texts.badUrl, detail: describeUrlProblem(step.found) };
      return { title: texts.sendingTo({ host: step.host }), detail: step.tls ? "" : texts.plain };
    case "reached":
      if (step.state === "ok") {
        const detail = step.tls ? texts.encrypted : "";
        return { title: texts.reached({ time: formatMs(step.ms) }), detail };
      }
      return step.cause === "blocked"
        ? toWords(texts.silent)
        : { title: texts.notReached, detail: sendingTexts.causes[step.cause] };
    case "blocked":
      return toWords(texts.blocked[step.stage]);
    case "challenge":
      return describeChallenge(step);
    case "hidden-challenge":
      return toWords(texts.hiddenChallenge);
    case "credentials":
      return { title: step.user ? texts.sentPasswordOf({ user: step.user }) : texts.sentPassword };
    case "response":
      return describeResponse(step);
  }
}

function describeChallenge(step: Extract<TestStep, { kind: "challenge" }>): Words {
  const texts = moreTexts.webhook.testSteps;
  if (step.state === "none")
    return { title: texts.didNotAsk, detail: step.unused ? texts.unused : "" };
  const { scheme, realm } = step;
  if (scheme === "basic")
    return { title: realm ? texts.asksPasswordFor({ realm }) : texts.asksPassword };
  return { title: realm ? texts.asksOtherFor({ scheme, realm }) : texts.asksOther({ scheme }) };
}

function describeResponse(step: Extract<TestStep, { kind: "response" }>): Words {
  const texts = moreTexts.webhook.testSteps;
  const status = `${step.status}`;
  const reply = step.reply ? texts.reply({ text: step.reply.text }) : "";
  if (step.state === "bad")
    return { title: texts.refused({ status }), detail: `${describeRefusal(step)} ${reply}`.trim() };
  const accepted = step.state === "warn" ? texts.acceptedWithWarning : texts.accepted;
  return { title: accepted({ status, time: formatMs(step.ms) }), detail: reply };
}

function toWords({ title, text }: { title: string; text: string }): Words {
  return { title, detail: text };
}

function formatMs(ms: number): string {
  return formatUnit(ms, "millisecond");
}
