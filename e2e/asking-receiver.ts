// A receiver that asks questions about what is scanned, as a hub that inspects and lends does.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { formatBasicChallenge, parseBasic, receiverHeaders, verdictType } from "@scanhook/webhook";

type Verdict = Record<string, unknown> & { code: string };
type Answers = Record<string, unknown>;

/** The verdict of the receiver about a code, without the movement that it adds. */
export type Decision = (answers: Answers | undefined) => Verdict;

export type AskingReceiver = {
  url: string;
  /** The codes that were scanned, and the answers that were taken, by code. */
  scans: string[];
  taken: Map<string, Answers>;
  /** How often answers arrived, taken or not. */
  posts: number;
  /**
   * Whether it takes answers and drops the responses, as a network does that breaks. A browser may
   * send a request again by itself.
   */
  isCut: boolean;
  /** Answers in the place of the phone, as a colleague does who is faster. */
  answerFirst: (code: string, answers: Answers) => void;
  /** Refuses the next answers with this response. */
  refuseNext: (status: number, error: object) => void;
  close: () => void;
};

const login = { user: "ada", password: "ada-password" };
export const asker = login;

/** Opens a receiver on this machine that decides about these codes. */
export async function openAskingReceiver(
  decisions: Readonly<Record<string, Decision>>,
): Promise<AskingReceiver> {
  const codes: string[] = [];
  const scanned = new Map<string, number>();
  const taken = new Map<string, Answers>();
  let refusal: { status: number; error: object } | undefined;
  const receiver = { scans: codes, taken, posts: 0, isCut: false } as AskingReceiver;

  const respond = (response: ServerResponse, status: number, body: object) =>
    response
      .writeHead(status, { ...receiverHeaders, "content-type": verdictType })
      .end(JSON.stringify(body));
  const decide = (code: string, movement: number, answers?: Answers) => ({
    verdict: { facts: [], movement, at: new Date().toISOString(), ...decisions[code]!(answers) },
  });
  const takeAnswers = (response: ServerResponse, movement: number, answers: Answers) => {
    receiver.posts += 1;
    const code = codes[movement - 1]!;
    if (refusal) {
      const { status, error } = refusal;
      refusal = undefined;
      return respond(response, status, { error });
    }
    const first = taken.get(code);
    if (first && !isDeepStrictEqual(first, answers)) {
      const message = "Bob has answered this already. Scan it again to see what he found.";
      return respond(response, 409, { error: { code: "answered-already", message } });
    }
    taken.set(code, answers);
    if (receiver.isCut) response.destroy();
    else respond(response, 200, decide(code, movement, answers));
  };

  const server = createServer(async (request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, receiverHeaders).end();
    const body = await text(request);
    const given = parseBasic(request.headers.authorization ?? null);
    if (given?.user !== login.user || given.password !== login.password) {
      const challenge = { "www-authenticate": formatBasicChallenge("Scanhook hall") };
      return response.writeHead(401, { ...receiverHeaders, ...challenge }).end();
    }
    const movement = /^\/in\/hall\/answers\/(\d+)$/.exec(request.url ?? "")?.[1];
    if (movement) return takeAnswers(response, Number(movement), JSON.parse(body).answers);
    if (request.url === "/in/hall/put-down") return respond(response, 200, {});
    const { content } = JSON.parse(body) as { content: string };
    codes.push(content);
    scanned.set(content, codes.length);
    respond(response, 200, decide(content, codes.length));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/hall`,
    answerFirst: (code: string, answers: Answers) => void taken.set(code, answers),
    refuseNext: (status: number, error: object) => {
      refusal = { status, error };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** The questions of the inspection of a fire extinguisher, one of each type. */
export const questions = [
  { key: "gauge", label: "Needle in the green?", type: "pass-fail", required: true },
  {
    key: "pressure",
    label: "Pressure",
    hint: "Read it at eye level.",
    type: "number",
    unit: "bar",
    min: 12,
    max: 15,
    required: true,
  },
  { key: "seal", label: "Seal", type: "choice", options: ["intact", "broken", "missing"] },
  {
    key: "place",
    label: "Where it hangs",
    type: "choice",
    options: ["Hall", "Kitchen", "Stairs", "Cellar", "Garage", "Attic", "Workshop"],
  },
  { key: "found", label: "What was found", type: "tags", options: ["Dust", "Rust", "Scratches"] },
  { key: "report", label: "May we send you the report?", type: "consent" },
  { key: "care", label: "Condition", type: "rating", max: 5 },
  { key: "next", label: "Next check", type: "date", min: "2026-01-01", max: "2036-12-31" },
  { key: "note", label: "Note", type: "text", max: 200 },
];

const title = "Extinguisher 7";

/** Asks before anything is decided, and then says whether it passed. */
export const inspect: Decision = (answers) =>
  answers
    ? {
        result: answers.gauge === "pass" ? "yes" : "no",
        code: answers.gauge === "pass" ? "passed" : "failed",
        word: answers.gauge === "pass" ? "PASSED" : "FAILED",
        title,
        text: answers.gauge === "pass" ? "Next check in a year." : "Take it off the wall.",
      }
    : {
        result: "ask",
        code: "checklist",
        word: "CHECK",
        title,
        text: "Last checked a year ago by Bob. Answer the questions.",
        ask: { before: true, until: new Date(Date.now() + 3_600_000).toISOString(), questions },
      };
