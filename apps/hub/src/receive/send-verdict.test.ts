import { send, verdictType } from "@scanhook/webhook";
import { beforeEach, describe, expect, it } from "vitest";
import { hubTexts } from "../texts/hub-texts.ts";
import { verdictTexts } from "../texts/verdict-texts.ts";
import { password, startTestReceiver, user } from "./testing/test-receiver.ts";

describe("an inbox that feeds a register", () => {
  let scans = 0;
  const toBody = (content: string) => {
    scans += 1;
    const date = new Date().toISOString();
    return JSON.stringify({ identifier: `scan ${scans}`, date, content });
  };
  let test: Awaited<ReturnType<typeof startTestReceiver>>;
  beforeEach(async () => {
    test = await startTestReceiver();
    const { store } = test;
    await store.addRegister({ name: "gala", kind: "check-in", rules: { capacity: 1 } });
    for (const inbox of ["scans", "open"])
      await store.bindInbox(inbox, { register: "gala", action: "in", answer: "negotiated" });
    const [gala] = await store.registers();
    const rows = ["Ada Lovelace", "Alan Turing"].map((label, n) => ({
      ...{ keys: [`t:T-${n + 1}`], label, group: "Press", fields: { Table: "7" } },
    }));
    await store.importEntries(gala!.id, rows, { label: "test", dry: false });
    return () => test[Symbol.asyncDispose]();
  });

  it("tells a sender that accepts verdicts with 200, and again the same to a repeat", async () => {
    const body = toBody("T-1");
    const headers = { accept: `${verdictType}, application/json;q=0.9` };
    const yes = await test.post(body, headers);
    expect(yes.status).toBe(200);
    expect(yes.headers["content-type"]).toBe(verdictType);
    expect(yes.headers["access-control-allow-origin"]).toBe("*");
    expect(JSON.parse(yes.text)).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^YES\. Ada Lovelace is checked in\.$/),
      verdict: {
        ...{ code: "checked-in", word: "IN", title: "Ada Lovelace", register: "gala" },
        ...{ counts: { inside: 1, capacity: 1 }, movement: expect.any(Number) },
        facts: [
          ["Group", "Press"],
          ["Table", "7"],
        ],
      },
    });
    expect((await test.post(body, headers)).text).toBe(yes.text);
    const no = JSON.parse((await test.post(toBody("T-2"), headers)).text);
    expect(no).toMatchObject({ ok: false, verdict: { result: "no", code: "full" } });
  });

  it("tells any other sender by the status and one line of text", async () => {
    const yes = await test.post(toBody("T-1"));
    expect(yes).toMatchObject({
      status: 200,
      text: expect.stringContaining("Ada Lovelace is checked in."),
    });
    expect(yes.headers["content-type"]).toBe("text/plain; charset=utf-8");
    const again = await test.post(toBody("T-1"));
    expect(again).toMatchObject({
      status: 409,
      text: expect.stringMatching(/^LOOK\. Ada Lovelace was scanned just now \(/),
    });
    const unknown = await test.post(toBody("T-9"));
    expect(unknown).toMatchObject({ status: 409, text: "NO. This code is not on the list." });
    const binding = { register: "gala", action: "in", answer: "always-2xx" } as const;
    await test.store.bindInbox("scans", binding);
    const kind = await test.post(toBody("T-9"));
    expect(kind).toMatchObject({ status: 200, text: "NO. This code is not on the list." });
  });

  it("shows no name to senders without a user", async () => {
    const { text } = await test.post(toBody("T-1"), { accept: verdictType }, "open");
    expect(JSON.parse(text)).toMatchObject({ verdict: { code: "checked-in", facts: [] } });
    expect(text).not.toMatch(/Ada|Lovelace|Press/);
  });

  const sayUnknown = (language: string) => `NO. ${verdictTexts(language).common.unknown}`;

  it.each(hubTexts.languages)(
    "answers in %s whoever prefers that, beside senders of others",
    async (tag) => {
      const asked = [`${tag}, *;q=0.1`, "xx-YY", `xx, ${tag.toUpperCase()};q=0.4`, "*", ""];
      const told = [tag, "en", tag, "en", "en"].map(sayUnknown);
      const sendOne = (language: string) =>
        test.post(toBody("T-9"), { "accept-language": language }, "open");
      const answers = await Promise.all(asked.map(sendOne));
      expect(answers.map(({ text }) => text)).toEqual(told);
      expect(answers[0]!.headers.vary).toContain("accept-language");
    },
  );

  it("tells a repeat what the scan was told, whatever its language is now", async () => {
    const body = toBody("T-1");
    const first = await test.post(body, { "accept-language": hubTexts.languages.at(-1)! });
    const again = await test.post(body, { "accept-language": hubTexts.languages[0]! });
    const { checkedIn } = verdictTexts(hubTexts.languages.at(-1)!).checkIn;
    expect([first.text, again.text]).toEqual([
      `YES. ${checkedIn({ name: "Ada Lovelace" })}`,
      first.text,
    ]);
  });

  it("stays in its own language for a header that makes no sense", async () => {
    const headers = ["de,".repeat(3400).replaceAll("de", "xx"), ";;q=,=", "q=1", "-", "en;q=zero"];
    for (const header of headers) {
      const { text } = await test.post(toBody("T-9"), { "accept-language": header }, "open");
      expect(text).toBe("NO. This code is not on the list.");
    }
  });

  it("gives the sender of this package the verdict, also when the first reply was lost", async () => {
    const receiver = { url: `${test.base}/in/scans`, user, password };
    const body = toBody("T-1");
    const lost = new Error("connection lost");
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (response.status === 401) return response;
      await response.text();
      throw lost;
    };
    expect(await send(body, receiver, { fetch: losing })).toMatchObject({ kind: "unreachable" });
    const outcome = await send(body, receiver);
    expect(outcome).toMatchObject({
      ...{ kind: "accepted", status: 200 },
      verdict: { code: "checked-in", title: "Ada Lovelace", counts: { inside: 1 } },
    });
    expect((await test.store.registers())[0]).toMatchObject({ inside: 1, refused: 0 });
    expect(await send(toBody("T-1"), receiver)).toMatchObject({ verdict: { code: "just-now" } });
  });
});
