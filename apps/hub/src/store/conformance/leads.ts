import { beforeEach, describe, expect, it } from "vitest";
import { forgetLeads, forgetOldLeads } from "../../register-work/forget-leads.ts";
import type { Answers, Question } from "../../registers/questions.ts";
import type { Rules } from "../../registers/rules.ts";
import type { Verdict } from "../../registers/verdict.ts";
import { guest } from "../testing/gala.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const grace = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "N:Hopper;Grace",
  "FN:Grace Hopper",
  "ORG:Example Navy",
  "TITLE:Rear admiral",
  "EMAIL:Grace@example.com",
  "TEL:+1 555 0100",
  "END:VCARD",
].join("\r\n");
const dayMs = 86_400_000;

const consent: Question = { key: "ok", label: "May we write?", type: "consent", required: true };
const tags: Question = { key: "tags", label: "Tags", type: "tags", options: ["Hot", "Partner"] };
const note: Question = { key: "note", label: "Note", type: "text" };

export function leadsConformance(subject: Subject): void {
  const find = async (name = "stand") =>
    (await subject.store.registers()).find((register) => register.name === name)!;
  const changeRules = (rules: Rules) => subject.store.changeRegister("stand", { rules });
  const listLeads = async (by?: string) => {
    const { id } = await find();
    return subject.store.entries(id, { limit: 99, ...(by && { by }) });
  };
  let scans = 0;
  const toScan = (content: string, user?: string) => {
    scans += 1;
    const date = subject.now().toISOString();
    return toArrival({
      ...{ identifier: `scan ${scans}`, date, content, inbox: "stand", ...(user && { user }) },
      receivedAt: subject.now(),
      request: { kind: "scan" },
    });
  };
  const scan = async (content: string, user: string | undefined = "maria"): Promise<Verdict> =>
    (await subject.store.append(toScan(content, user))).verdict!;
  const act = async (request: object, user: string, content = "act"): Promise<Verdict> => {
    const { id: register } = await find();
    const arrival = { ...toScan(content, user), inbox: "events" };
    return (await subject.store.append({ ...arrival, request: { ...request, register } as never }))
      .verdict!;
  };
  const answer = ({ movement }: Verdict, answers: Answers, user = "maria") =>
    act({ kind: "answer", movement, answers, inbox: "stand" }, user, `answers ${movement}`);
  const undo = ({ movement }: Verdict) => act({ kind: "undo", movement }, "maria");

  describe("leads", () => {
    beforeEach(async () => {
      const { store } = subject;
      for (const name of ["events", "stand"]) await store.addInbox({ name, open: false });
      const keys = { stripPrefix: "BADGE:" };
      await store.addRegister({ name: "guests", kind: "check-in", rules: { keys } });
      const rows = [guest("G-1", "Ada Lovelace", { fields: { Company: "Analytical" } })];
      const { id } = await find("guests");
      await store.importEntries(id, rows, { label: "first", dry: false });
      await store.addRegister({ name: "stand", kind: "leads", rules: {}, peopleFrom: "guests" });
      const binding = { register: "stand", action: "meet", answer: "negotiated" } as const;
      await store.bindInbox("stand", binding);
    });

    it("are the contacts of scans, with their details and questions about them", async () => {
      const verdict = await scan(grace);
      expect(verdict).toMatchObject({
        ...{ result: "yes", code: "new-lead", title: "Grace Hopper" },
        text: "Grace Hopper is a new lead.",
        facts: [
          ["First name", "Grace"],
          ["Last name", "Hopper"],
          ["Company", "Example Navy"],
          ["Job title", "Rear admiral"],
        ],
        ask: { before: false, questions: [{ key: "rating" }, { key: "note" }] },
      });
      expect(await listLeads()).toMatchObject([
        {
          label: "Grace Hopper",
          fields: { Company: "Example Navy", Email: "Grace@example.com", Phone: "+1 555 0100" },
          keys: ["m:grace@example.com"],
          lead: { door: "maria", scans: 1, since: subject.time },
        },
      ]);
      expect((await listLeads())[0]).not.toHaveProperty("unnamed");
    });

    it("are known by their mail address, with who met them first and when", async () => {
      await scan(grace);
      subject.time += 60_000;
      const card = "MECARD:N:Hopper,Grace;EMAIL:grace@EXAMPLE.com;;";
      const again = await scan(card, "ben");
      expect(again).toMatchObject({ result: "look", code: "known-lead", title: "Grace Hopper" });
      expect(again.times).toEqual([/\d\d:\d\d/.exec(again.text)![0]]);
      expect(again.text).toMatch(/^Grace Hopper was scanned first at \d\d:\d\d by maria\.$/);
      expect((await scan(card, "ben")).text).toMatch(/ by maria, and 2 times in all\.$/);
      expect(await listLeads()).toMatchObject([{ lead: { door: "maria", scans: 3 } }]);
    });

    it("learn what another card says that they lack, and keep what they have", async () => {
      await scan("MECARD:N:Hopper,Grace;ORG:Example Navy;EMAIL:grace@example.com;;");
      await scan(grace.replace("Example Navy", "Other"), "ben");
      expect((await listLeads())[0]!.fields).toMatchObject({
        ...{ Company: "Example Navy", "Job title": "Rear admiral", Phone: "+1 555 0100" },
      });
    });

    it("are guests by their badges, whom the guest list keeps as they are", async () => {
      expect(await scan("BADGE:G-1")).toMatchObject({
        ...{ result: "yes", code: "new-lead", title: "Ada Lovelace" },
        facts: [["Company", "Analytical"]],
      });
      expect(await scan("BADGE:G-1", "ben")).toMatchObject({ code: "known-lead" });
      const { store } = subject;
      expect(await store.entries((await find("guests")).id, { limit: 9 })).toHaveLength(1);
      await store.emptyRegister((await find("guests")).id);
      expect(await listLeads()).toMatchObject([{ label: "Ada Lovelace", lead: { scans: 2 } }]);
    });

    it("are links by their address, and any other text is kept to be named", async () => {
      expect(await scan("https://www.example.com/in/ada/")).toMatchObject({
        ...{ result: "yes", code: "new-lead", title: "example.com/in/ada" },
      });
      expect(await scan("A 4711")).toMatchObject({
        ...{
          result: "look",
          code: "no-contact",
          text: "“A 4711” is no contact; it is kept as text.",
        },
      });
      expect(await scan("A 4711")).toMatchObject({ result: "look", code: "known-lead" });
      expect(await listLeads()).toMatchObject([
        { fields: { Website: "https://www.example.com/in/ada/" } },
        { label: "A 4711", unnamed: true },
      ]);
    });

    it("have the answers as details, and keep every note", async () => {
      await changeRules({ questions: [tags, { ...consent, required: false }, note] });
      const answers = { tags: ["Partner"], ok: "yes", note: "Call in May" };
      expect(await answer(await scan(grace), answers)).toMatchObject({
        ...{ result: "yes", code: "answered", text: "Grace Hopper: noted." },
      });
      const again = await scan(grace, "ben");
      await answer(again, { note: "Wants a demo", tags: ["Hot", "Partner"] }, "ben");
      const [lead] = await listLeads();
      expect(lead!.fields).toMatchObject({
        ...{ Company: "Example Navy", Tags: "Hot, Partner", Note: "Call in May\nWants a demo" },
        "May we write?": expect.stringMatching(/^yes, \d{4}-\d\d-\d\d \d\d:\d\d$/),
      });
      expect(await answer(again, { note: "Other" }, "ben")).toMatchObject({
        code: "answered-already",
      });
    });

    it("wait for a required consent, and are gone without it", async () => {
      await changeRules({ questions: [consent, note] });
      const asked = await scan(grace);
      expect(asked).toMatchObject({ result: "ask", code: "ask-consent", ask: { before: true } });
      expect((await listLeads())[0]).toMatchObject({ lead: undefined, waits: true });
      expect(await scan(grace, "ben")).toMatchObject({ code: "ask-consent" });
      expect(await answer(asked, { ok: "yes", note: "Met at noon" })).toMatchObject({
        ...{ result: "yes", code: "new-lead", title: "Grace Hopper" },
      });
      expect(await listLeads()).toMatchObject([
        { fields: { Note: "Met at noon" }, lead: { door: "maria", scans: 1 } },
      ]);
      const known = await scan(grace, "ben");
      expect(known).toMatchObject({ code: "known-lead", ask: { questions: [{ key: "note" }] } });

      const refused = await answer(await scan("mailto:ada@example.com"), { ok: "no" });
      expect(refused).toMatchObject({ result: "no", code: "no-consent" });
      // Scanned again before it is deleted, a contact is asked again, and stays.
      const again = await scan("mailto:ada@example.com");
      const { id } = await find();
      await forgetOldLeads(subject.store, id, { now: subject.time });
      expect(await listLeads()).toHaveLength(2);
      await answer(again, { ok: "no" });
      await forgetOldLeads(subject.store, id, { now: subject.time });
      expect((await listLeads()).map(({ label }) => label)).toEqual(["Grace Hopper"]);
      await scan("mailto:alan@example.com");
      subject.time += 8 * dayMs;
      await forgetOldLeads(subject.store, id, { now: subject.time });
      expect((await listLeads()).map(({ label }) => label)).toEqual(["Grace Hopper"]);
    });

    it("are counted, those who wait and those of each person too", async () => {
      const { id } = await find();
      const count = () => subject.store.countLeads(id);
      const listMet = async (met: boolean) =>
        (await subject.store.entries(id, { met, limit: 9 })).map(({ label }) => label);
      expect(await count()).toEqual({ leads: 0, waiting: 0, unnamed: 0, people: [] });
      await scan(grace);
      await scan(grace, "ben");
      await scan("A 4711");
      await changeRules({ questions: [consent] });
      await scan("mailto:ada@example.com");
      expect(await count()).toEqual({
        ...{ leads: 2, waiting: 1, unnamed: 1 },
        people: [
          { by: "ben", leads: 1 },
          { by: "maria", leads: 3 },
        ],
      });
      const [newest] = await subject.store.entries(id, { newest: true, limit: 1 });
      expect(newest!.label).toBe("ada@example.com");
      const older = await subject.store.entries(id, { newest: true, after: newest!.id, limit: 9 });
      expect(older.map(({ label }) => label)).toEqual(["A 4711", "Grace Hopper"]);
      expect(await listMet(true)).toEqual(["Grace Hopper", "A 4711"]);
      expect(await listMet(false)).toEqual(["ada@example.com"]);
    });

    it("are asked the questions of their groups only", async () => {
      const vip: Question = { key: "vip", label: "Seat?", type: "text", groups: ["VIP"] };
      await changeRules({ questions: [vip, note] });
      const { id } = await find("guests");
      const rows = [guest("G-2", "Alan Turing", { group: "VIP" })];
      await subject.store.importEntries(id, rows, { label: "second", dry: false });
      const keysAsked = async (code: string) =>
        (await scan(code)).ask?.questions.map(({ key }) => key);
      expect(await keysAsked("BADGE:G-1")).toEqual(["note"]);
      expect(await keysAsked("BADGE:G-2")).toEqual(["vip", "note"]);
    });

    it("are refused without a user where consent has to be asked, and when closed", async () => {
      await changeRules({ questions: [consent] });
      expect((await subject.store.append(toScan(grace))).verdict).toMatchObject({
        ...{ result: "no", code: "no-user" },
      });
      await changeRules({ closed: true });
      expect(await scan(grace)).toMatchObject({ result: "no", code: "closed" });
      expect(await listLeads()).toEqual([]);
    });

    it("are listed for each person who scanned them, with what is left to answer", async () => {
      await scan(grace);
      const open = await scan("mailto:ada@example.com", "ben");
      await answer(await scan(grace, "ben"), { rating: 4 }, "ben");
      const { id } = await find();
      const own = async (by: string, list = {}) =>
        (await subject.store.ownLeads(id, { by, limit: 9, ...list })).map(
          ({ entry, ask, last }) => [entry.label, last.by, ask?.movement],
        );
      expect(await own("ben")).toEqual([
        ["ada@example.com", "ben", open.movement],
        ["Grace Hopper", "ben", undefined],
      ]);
      expect(await own("maria")).toEqual([["Grace Hopper", "ben", expect.any(Number)]]);
      expect(await own("ben", { text: "hopper" })).toHaveLength(1);
      expect(await own("ben", { limit: 1 })).toHaveLength(1);
      expect(await own("cy")).toEqual([]);
      subject.time += 8 * dayMs;
      expect((await own("ben"))[0]![2]).toBeUndefined();
    });

    it("are dropped or counted once less by an undo", async () => {
      const first = await scan(grace);
      const second = await scan(grace, "ben");
      expect(await undo(second)).toMatchObject({ code: "undone", text: "Undone." });
      expect(await listLeads()).toMatchObject([{ lead: { scans: 1, door: "maria" } }]);
      expect(await undo(first)).toMatchObject({ text: "Undone. The lead is deleted." });
      await forgetOldLeads(subject.store, (await find()).id, { now: subject.time });
      expect(await listLeads()).toEqual([]);
      expect(await scan(grace)).toMatchObject({ code: "new-lead" });
    });

    it("are forgotten with their scans, one by one and after their days", async () => {
      const { store } = subject;
      await answer(await scan(grace), { rating: 5, note: "Hopper's note" });
      subject.time += 10 * dayMs;
      await scan("mailto:ada@example.com");
      const { id } = await find();
      const now = subject.time;
      await forgetOldLeads(store, id, { unseenSince: now - 11 * dayMs, now });
      expect(await listLeads()).toHaveLength(2);
      await forgetOldLeads(store, id, { unseenSince: now - 9 * dayMs, now });
      const [ada] = await listLeads();
      expect(ada!.label).toBe("ada@example.com");
      const told = await store.toldMovements(id, { after: 0, limit: 9 });
      const kept = await store.listScans({}, { limit: 9 });
      expect(JSON.stringify([told, kept])).not.toMatch(/Hopper/i);
      expect(kept.map(({ content }) => content)).toEqual(["mailto:ada@example.com"]);
      expect(await forgetLeads(store, id, [ada!.id])).toEqual({ leads: 1, scans: 0 });
      expect(await store.listScans({}, { limit: 9 })).toEqual([]);
      await store.eraseForgotten();
    });

    it("count each contact once, however many phones scan it at once", async () => {
      const users = Array.from({ length: 12 }, (_, n) => `user-${n}`);
      const arrivals = users.map((user) => toScan(grace, user));
      const told = await Promise.all(arrivals.map((arrival) => subject.store.append(arrival)));
      const codes = told.map(({ verdict }) => verdict!.code);
      expect(codes.filter((code) => code === "new-lead")).toHaveLength(1);
      expect(codes.filter((code) => code === "known-lead")).toHaveLength(11);
      expect(await listLeads()).toMatchObject([{ lead: { scans: 12 } }]);
    });
  });
}
