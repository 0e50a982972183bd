import { serializeScan } from "@scanhook/webhook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../store/unavailable.ts";
import {
  authorization,
  formatBasic,
  jsonHeaders,
  scan,
  startTestReceiver,
  type TestResponse,
} from "./testing/test-receiver.ts";

type Receiver = Awaited<ReturnType<typeof startTestReceiver>>;
type Options = NonNullable<Parameters<typeof startTestReceiver>[0]>;
type Sent = {
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  withLogin?: boolean;
};

/** A receiver with the short path and one without, which get the same requests. */
async function startPair(options: Options = {}) {
  let taken = 0;
  const short = await startTestReceiver({
    ...options,
    isDirect: () => true,
    onShortPathScan: () => {
      taken += 1;
    },
  });
  const long = await startTestReceiver(options);
  const each = <Result>(work: (receiver: Receiver) => Result) => [work(short), work(long)] as const;

  /** Sends a request to both as a program does, and expects the same response from them. */
  async function send({ path = "/in/scans", headers = {}, body = "", withLogin = true }: Sent) {
    const login = withLogin ? { authorization } : {};
    const sending = each(({ call }) =>
      call("POST", path, { ...jsonHeaders, ...login, ...headers }, body, { isPage: false }),
    );
    const [response, expected] = (await Promise.all(sending)).map(withoutDate);
    expect(response).toStrictEqual(expected);
    return response!;
  }

  return {
    each,
    send,
    takenCount: () => taken,
    /** Expects the same outcomes and the same stored scans of both. */
    async expectSame() {
      const [outcomes, expectedOutcomes] = each(({ outcomes }) =>
        outcomes.map((outcome) => ({ ...outcome, seconds: 0 })),
      );
      expect(outcomes).toStrictEqual(expectedOutcomes);
      const [scans, expectedScans] = await Promise.all(
        each(({ store }) => store.listScans({}, { limit: 1000 })),
      );
      expect(scans).toStrictEqual(expectedScans);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(each((receiver) => receiver[Symbol.asyncDispose]()));
    },
  };
}

function withoutDate({ headers: { date, ...headers }, ...response }: TestResponse) {
  expect(Date.parse(date!)).not.toBeNaN();
  return { ...response, headers };
}

const body = serializeScan(scan);

describe("the short path", () => {
  it("takes scans of programs with a login that was right before, and those for an open inbox", async () => {
    await using pair = await startPair();
    expect((await pair.send({ body })).status).toBe(204);
    expect(pair.takenCount()).toBe(0);
    expect((await pair.send({ body })).status).toBe(204);
    const structured = { ...scan, content: "more", structured: { a: [1, "ü"] } };
    await pair.send({ body: serializeScan(structured) });
    await pair.send({ path: "/in/open", body });
    await pair.send({ path: "/in/open", body: Buffer.from(`\ufeff${body}`) });
    const large = serializeScan({ ...scan, content: "x".repeat(60_000) });
    await pair.send({ body: large, headers: { "content-length": `${large.length}` } });
    expect(pair.takenCount()).toBe(5);
    await pair.expectSame();
  });

  it("responds to everything as the receiver does, and stores the same scans", async () => {
    await using pair = await startPair();
    await pair.send({ body });
    const paths = ["/in/scans/", "/in/none", "/in/", "/in/Scans", "/in/open?a=1", "/in/open#a"];
    const bodies = ["", "{}", "[]", "not json", '{"scan":1}', Buffer.from([0xff, 0xfe])];
    const usually = <T>(usual: readonly T[], ...others: T[]) =>
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...others));
    const request = fc
      .tuple(
        usually(["/in/scans", "/in/open"], ...paths),
        usually<Record<string, string>>(
          [{}, { "content-type": "application/json; charset=utf-8" }],
          { "content-type": "text/plain" },
          { "content-type": "" },
          { origin: "https://scanner.example" },
          { authorization: formatBasic("nobody:x") },
          { authorization: "Bearer a" },
        ),
        usually<string | Buffer>(["a", "b"].map(toBody), ...bodies, toBody("x".repeat(70_000))),
        usually([true], false),
      )
      .map(([path, headers, body, withLogin]) => ({ path, headers, body, withLogin }));
    await fc.assert(
      fc.asyncProperty(request, async (sent) => void (await pair.send(sent))),
      { numRuns: 150 },
    );
    expect(pair.takenCount()).toBeGreaterThan(5);
    await pair.expectSame();
  });

  it("takes a body that arrives in parts", async () => {
    await using pair = await startPair();
    await pair.send({ body });
    const bytes = Buffer.from(body);
    const headers = { ...jsonHeaders, authorization, "content-length": `${bytes.length}` };
    const parts = [bytes.subarray(0, 7), bytes.subarray(7, 40), bytes.subarray(40)];
    const responses = await Promise.all(
      pair.each(({ call }) => call("POST", "/in/scans", headers, parts, { isPage: false })),
    );
    expect(responses.map(({ status }) => status)).toStrictEqual([204, 204]);
    expect(pair.takenCount()).toBe(1);
    await pair.expectSame();
  });

  it("refuses a scan as the receiver does when the store cannot be used", async () => {
    await using pair = await startPair();
    await pair.send({ body });
    for (const problem of ["full", "read-only", "busy", "closed", "newer", "broken"] as const) {
      pair.each(({ failAppends }) => failAppends(new StoreUnavailable(problem, "Broken.")));
      expect((await pair.send({ body })).status).toBe(503);
    }
    pair.each(({ failAppends }) => failAppends(undefined));
    expect((await pair.send({ body })).status).toBe(204);
    await pair.expectSame();
  });

  it("refuses a scan that is not stored in time", async () => {
    await using pair = await startPair({ storeLimitMs: 50 });
    await pair.send({ path: "/in/open", body });
    const resume = pair.each(({ stallAppends }) => stallAppends());
    expect((await pair.send({ path: "/in/open", body: toBody("late") })).status).toBe(503);
    for (const end of resume) end();
    await expect.poll(() => pair.each(({ outcomes }) => outcomes.length)).toStrictEqual([3, 3]);
    await pair.expectSame();
  });

  it("leaves a scan to the receiver if planning its deliveries fails or takes time", async () => {
    let plan: () => undefined | Promise<undefined> = () => undefined;
    const planner = { plan: () => plan(), appendFailed: () => {}, respond: () => undefined };
    await using pair = await startPair({ planner });
    await pair.send({ body });
    plan = async () => undefined;
    expect((await pair.send({ body: toBody("later") })).status).toBe(204);
    plan = () => {
      throw new StoreUnavailable("busy", "Busy.");
    };
    expect((await pair.send({ body: toBody("never") })).status).toBe(503);
    expect(pair.takenCount()).toBe(0);
    await pair.expectSame();
  });
});

function toBody(content: string): string {
  return serializeScan({ ...scan, content });
}
