import { expect, test } from "vitest";
import { fromPage, postScan } from "../testing/test-hub.ts";
import type { DescribedApi } from "./testing/api-description.ts";
import { useDescribedHub } from "./testing/described-hub.ts";

const described = useDescribedHub();
const call: DescribedApi["call"] = (...request) => described.api.call(...request);

type Inboxes = { inboxes: { name: string; title?: string; credentials: { user: string }[] }[] };

test("inboxes can be created, listed, changed and removed", async () => {
  expect((await call<Inboxes>("GET", "/api/inboxes")).body.inboxes).toMatchObject([
    { name: "scans", open: false, credentials: [], scans: 0 },
  ]);
  const created = await call("POST", "/api/inboxes", { body: { name: "gate", title: "Gate 1" } });
  expect(created).toMatchObject({
    status: 201,
    body: {
      name: "gate",
      title: "Gate 1",
      open: false,
      user: "scanner",
      password: expect.stringMatching(/^[\w-]{22}$/),
    },
  });
  expect((await call("POST", "/api/inboxes", { body: { name: "gate" } })).status).toBe(409);
  for (const name of ["", "Gate", "a/b", "-a", "ä", "x".repeat(65)]) {
    expect((await call("POST", "/api/inboxes", { body: { name } })).status).toBe(400);
  }
  expect((await call("POST", "/api/inboxes", { body: { name: "open", open: true } })).body).toEqual(
    { name: "open", open: true },
  );
  const changed = await call("PATCH", "/api/inboxes/gate", { body: { title: "Gate 2" } });
  expect(changed.body).toMatchObject({ name: "gate", title: "Gate 2", open: false });
  expect((await call("PATCH", "/api/inboxes/none", { body: { open: true } })).status).toBe(404);
  expect((await call("DELETE", "/api/inboxes/open?scans=delete")).status).toBe(204);
  expect((await call("DELETE", "/api/inboxes/open")).status).toBe(404);
});

test("a user of an inbox can be made a supervisor, and is listed as one", async () => {
  await call("POST", "/api/inboxes/scans/credentials", { body: { user: "boss" } });
  const path = "/api/inboxes/scans/credentials/boss";
  const listBoss = async () => {
    const { inboxes } = (await call<Inboxes>("GET", "/api/inboxes")).body;
    return inboxes.find(({ name }) => name === "scans")?.credentials[0];
  };
  expect((await call("PATCH", path, { body: { supervisor: true } })).status).toBe(204);
  expect(await listBoss()).toMatchObject({ user: "boss", supervisor: true });
  expect((await call("PATCH", path, { body: { supervisor: false } })).status).toBe(204);
  expect(await listBoss()).not.toHaveProperty("supervisor");
  expect((await call("PATCH", path, { body: {} })).status).toBe(400);
  const nobody = "/api/inboxes/scans/credentials/nobody";
  expect((await call("PATCH", nobody, { body: { supervisor: true } })).status).toBe(404);
  await call("DELETE", path);
});

test("users of an inbox can be added and removed, and a rotated password replaces the old one", async () => {
  const path = "/api/inboxes/scans/credentials";
  type CredentialBody = { user: string; password: string };
  const first = await call<CredentialBody>("POST", path, { body: { user: "anna" } });
  const scan = { content: "by anna" };
  expect((await postScan(described.hub, scan, { inbox: "scans", ...first.body })).status).toBe(204);
  const rotated = await call<CredentialBody>("POST", path, {
    body: { user: "anna", password: "eight or more" },
  });
  expect(rotated.body.password).toBe("eight or more");
  expect((await postScan(described.hub, scan, { inbox: "scans", ...first.body })).status).toBe(401);
  expect((await postScan(described.hub, scan, { inbox: "scans", ...rotated.body })).status).toBe(
    204,
  );
  expect((await call("POST", path, { body: { user: "a:b" } })).status).toBe(400);
  expect((await call("POST", path, { body: { user: "a", password: "short" } })).status).toBe(400);
  const none = await call("POST", "/api/inboxes/none/credentials", { body: { user: "anna" } });
  expect(none.status).toBe(404);
  expect((await call("DELETE", `${path}/anna`)).status).toBe(204);
  expect((await call("DELETE", `${path}/anna`)).status).toBe(404);
});

test("a user name may contain any character that its rule allows", async () => {
  const user = "Änne/50% & Söhne ?#";
  const path = "/api/inboxes/scans/credentials";
  await call("POST", path, { body: { user } });
  const listed = (await call<Inboxes>("GET", "/api/inboxes")).body.inboxes;
  expect(listed.find((inbox) => inbox.name === "scans")?.credentials).toMatchObject([{ user }]);
  expect((await call("DELETE", `${path}/${encodeURIComponent(user)}`)).status).toBe(204);
});

test("the inbox of acts in registers is changed before the first act", async () => {
  const changed = await call("PATCH", "/api/inboxes/register-events", { body: { audit: true } });
  expect(changed.body).toMatchObject({ title: "Acts in registers", audit: true });
});

test.each(["by hand", "everybody out"])(
  "no user is called “%s”, which journals say of others",
  async (user) => {
    type Refusal = { error: { message: string } };
    const sentence = "not “by hand” or “everybody out”, which journals use themselves";
    for (const [path, body] of [
      ["/api/inboxes/scans/credentials", { user }],
      ["/api/inboxes", { name: "taken", user }],
    ] as const) {
      const refused = await call<Refusal>("POST", path, { body });
      expect([path, refused.status]).toEqual([path, 400]);
      expect(refused.body.error.message).toContain(sentence);
    }
  },
);

test("a user has one name, whether its accents are characters of their own or not", async () => {
  const path = "/api/inboxes/scans/credentials";
  const [inNfc, inNfd] = ["Zo\u00eb", "Zoe\u0308"];
  const listUsers = async () => {
    const { inboxes } = (await call<Inboxes>("GET", "/api/inboxes")).body;
    return inboxes.find(({ name }) => name === "scans")?.credentials.map(({ user }) => user);
  };
  const added = await call("POST", path, { body: { user: inNfd } });
  expect(added.body).toMatchObject({ user: inNfc });
  await call("POST", path, { body: { user: inNfc } });
  expect(await listUsers()).toEqual([inNfc]);
  const inPath = `${path}/${encodeURIComponent(inNfd)}`;
  expect((await call("PATCH", inPath, { body: { supervisor: true } })).status).toBe(204);
  expect((await call("DELETE", inPath)).status).toBe(204);
  expect(await listUsers()).toEqual([]);
});

test("scans are listed in both directions and filtered, and each is shown with its body", async () => {
  type ScanPage = { scans: { id: number; content: string }[]; next?: number };
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
  for (let number = 1; number <= 7; number++) {
    const nfc = number === 7 ? { identifier: "04:A2:B3:C4:D5:E6:F7" } : {};
    expect(
      (
        await postScan(described.hub, {
          content: `${number === 3 ? "zebra" : "number"} ${number}`,
          ...nfc,
        })
      ).status,
    ).toBe(204);
  }
  const joinNumbers = ({ scans }: ScanPage) => scans.map((scan) => scan.content.slice(-1)).join("");
  const pages: string[] = [];
  for (let beforeQuery = ""; ; ) {
    const { body } = await call<ScanPage>("GET", `/api/scans?inbox=door&limit=3${beforeQuery}`);
    pages.push(joinNumbers(body));
    if (body.next === undefined) break;
    beforeQuery = `&before=${body.next}`;
  }
  expect(pages).toEqual(["765", "432", "1"]);
  const after = await call<ScanPage>("GET", "/api/scans?inbox=door&limit=3&after=0");
  expect(joinNumbers(after.body)).toBe("123");
  const remaining = await call<ScanPage>("GET", `/api/scans?inbox=door&after=${after.body.next}`);
  expect(joinNumbers(remaining.body)).toBe("4567");
  expect(joinNumbers((await call<ScanPage>("GET", "/api/scans?text=zeb")).body)).toBe("3");
  expect(joinNumbers((await call<ScanPage>("GET", "/api/scans?inbox=door&source=nfc")).body)).toBe(
    "7",
  );
  expect(
    joinNumbers((await call<ScanPage>("GET", "/api/scans?inbox=door&from=2999-01-01")).body),
  ).toBe("");
  const until = "to=2999-01-01T00:00:00%2B02:00";
  expect(joinNumbers((await call<ScanPage>("GET", `/api/scans?inbox=door&${until}`)).body)).toBe(
    "7654321",
  );

  expect((await call("GET", "/api/scans/count?inbox=door&source=code")).body).toEqual({ count: 6 });
  expect((await call("GET", "/api/scans/count?source=qr")).status).toBe(400);

  const { id } = remaining.body.scans[0]!;
  const shown = await call<{ body: string }>("GET", `/api/scans/${id}`);
  expect(JSON.parse(shown.body.body)).toMatchObject({ content: "number 4" });
  expect((await call("GET", "/api/scans/999999")).status).toBe(404);

  expect((await call("DELETE", `/api/scans/${id}`)).status).toBe(204);
  expect((await call("GET", `/api/scans/${id}`)).status).toBe(404);
  expect((await call("DELETE", `/api/scans/${id}`)).status).toBe(404);
  expect(joinNumbers((await call<ScanPage>("GET", "/api/scans?inbox=door")).body)).toBe("765321");
});

test("a single scan has the numbers of structured as they were sent", async () => {
  await call("POST", "/api/inboxes", { body: { name: "numbers", open: true } });
  const structured = '{"big":1e20,"exact":1.50,"long":12345678901234567890,"text":"\\u00e4"}';
  const body = `{"identifier":"04:A2:7F:1B:5E:80:00","date":"2026-05-12T14:23:01Z","content":"","tagType":"openPrintTag","structured":${structured}}`;
  const sent = await fetch(`${described.hub.base}/in/numbers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(sent.status).toBe(204);
  const listed = await call<{ scans: { id: number }[] }>("GET", "/api/scans?inbox=numbers");
  const path = `/api/scans/${listed.body.scans[0]!.id}`;
  // Checks the response against the description of the API, too.
  expect((await call("GET", path)).body).toMatchObject({ tagType: "openPrintTag", body });
  const response = await described.owner("GET", path);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.text()).toContain(`"structured":${structured}`);
  await call("DELETE", "/api/inboxes/numbers?scans=delete");
});

test.each([
  "/api/scans?limit=0",
  "/api/scans?limit=501",
  "/api/scans?before=x",
  "/api/scans?source=qr",
  "/api/scans?from=yesterday",
  "/api/scans?from=2026-02-30T00:00:00",
  "/api/scans?to=2016-12-31T23:59:60Z",
  "/api/scans?from=9999-12-31T23:59:59-23:59",
  "/api/scans/export?to=0000-01-01T00:00:00%2B23:59",
  "/api/scans/x",
  "/api/scans/export?format=xml",
  "/api/scans/stream?after=-1",
])("%s is refused with one sentence", async (path) => {
  const { status, body } = await call<{ error: { code: string; message: string } }>("GET", path);
  expect([status, body.error.code]).toEqual([400, "invalid-request"]);
  expect(body.error.message).toMatch(/^[A-Z].*\.([a-z/]+\.json\.)?$/);
});

test("the last tag and the last code are plain text, or the whole scan if the client prefers JSON", async () => {
  await call("POST", "/api/inboxes", { body: { name: "last", open: true } });
  expect((await call("DELETE", "/api/inboxes/door?scans=delete")).status).toBe(204);
  expect(await call("GET", "/api/last/nfc")).toMatchObject({
    status: 404,
    body: { error: { code: "nothing-scanned" } },
  });
  await postScan(described.hub, { content: "<b>code</b>" }, { inbox: "last" });
  await postScan(
    described.hub,
    { content: "tag", identifier: "04:A2:B3:C4:D5:E6:F7" },
    { inbox: "last" },
  );
  expect((await call("GET", "/api/last/code")).body).toBe("<b>code</b>");
  const accept = { accept: "application/json" };
  expect((await call("GET", "/api/last/nfc", { headers: accept })).body).toMatchObject({
    content: "tag",
    source: "nfc",
  });
  const both = { accept: "text/plain, application/json" };
  expect((await call("GET", "/api/last/nfc", { headers: both })).body).toBe("tag");
});

test("a pairing link works once and gives the phone its own credentials", async () => {
  type Pairing = { url: string; user: string; password: string; inbox: string };
  const phone = fromPage(described.hub);
  const createPairLink = async (body: object) => {
    const created = await call<{ link: string; expiresAt: string }>(
      "POST",
      "/api/inboxes/scans/pair",
      {
        body,
      },
    );
    const minutes = (Date.parse(created.body.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    return created.body.link;
  };
  const link = await createPairLink({ device: "Anna's iPhone" });
  expect(link).toMatch(/^http:\/\/localhost:\d+\/scan\/#\/pair\?code=[\w-]{22}$/);
  const code = link.split("code=")[1];
  const paired = await call<Pairing>("POST", "/scan/pair", { body: { code }, by: phone });
  expect(paired.body).toEqual({
    url: `${described.hub.base}/in/scans`,
    user: "annas-iphone",
    password: expect.stringMatching(/^[\w-]{22}$/),
    inbox: "scans",
    title: "Scans",
  });
  const { user, password } = paired.body;
  const scanResponse = await postScan(
    described.hub,
    { content: "x" },
    { inbox: "scans", user, password },
  );
  expect(scanResponse.status).toBe(204);
  const reused = await call("POST", "/scan/pair", { body: { code }, by: phone });
  expect(reused).toMatchObject({ status: 410, body: { error: { code: "pair-code-used" } } });
  const unknown = await call("POST", "/scan/pair", { body: { code: "x" }, by: phone });
  expect(unknown).toMatchObject({ status: 410, body: { error: { code: "pair-code-unknown" } } });

  const otherLink = await createPairLink({ address: "https://scans.example.org" });
  expect(otherLink).toMatch(/^https:\/\/scans\.example\.org\/scan\/#\/pair\?code=/);
  for (const address of ["javascript:alert(1)", "https://x/y", "x", "https://u:p@x"]) {
    const path = "/api/inboxes/scans/pair";
    expect((await call("POST", path, { body: { address } })).status).toBe(400);
  }
  expect((await call("POST", "/api/inboxes/none/pair", { body: {} })).status).toBe(404);
});

test("two phones with the same name that pair at the same time get two users", async () => {
  const codes = await Promise.all(
    [1, 2].map(async () => {
      const path = "/api/inboxes/scans/pair";
      const { body } = await call<{ link: string }>("POST", path, { body: { device: "Pixel 8" } });
      return body.link.split("code=")[1];
    }),
  );
  const paired = await Promise.all(
    codes.map((code) => call<{ user: string }>("POST", "/scan/pair", { body: { code } })),
  );
  expect(paired.map(({ body }) => body.user).sort()).toEqual(["pixel-8", "pixel-8-2"]);
});

test("the remaining endpoints match their description too", async () => {
  expect((await call("GET", "/healthz")).body).toEqual({ ok: true });
  expect((await call("GET", "/readyz")).body).toEqual({ ok: true });
  const session = await call("GET", "/api/session");
  expect(session.body).toMatchObject({
    loggedIn: true,
    passwordSet: true,
    docs: expect.any(Boolean),
    person: { name: "owner", role: "owner" },
  });
  expect((await call("POST", "/api/session", { body: {} })).status).toBe(400);
  expect((await call("GET", "/api/addresses")).body).toMatchObject({
    addresses: [`http://localhost:${described.hub.hub.httpPort}`],
  });
  expect((await call("GET", "/api/openapi.json")).body).toMatchObject({ openapi: "3.1.0" });
  const { body } = await call<{ id: number }>("POST", "/api/tokens", { body: { name: "t" } });
  expect((await call("GET", "/api/tokens")).body).toMatchObject({ tokens: [{ id: body.id }] });
  expect((await call("DELETE", `/api/tokens/${body.id}`)).status).toBe(204);
  expect((await call("DELETE", `/api/tokens/${body.id}`)).status).toBe(404);
  expect((await call("GET", "/api/scans/export")).headers.get("content-type")).toMatch(
    /^text\/csv/,
  );
  const wrong = { current: "wrong", next: "a new password" };
  expect((await call("POST", "/api/session/password", { body: wrong })).status).toBe(401);
  expect((await call("DELETE", "/api/session")).status).toBe(204);
  expect((await call("GET", "/api/scans")).status).toBe(401);
});

test("every endpoint has a summary, its security and its responses, and was tested", () => {
  for (const { name, operation } of described.api.operations) {
    expect(operation.summary, name).toMatch(/\S/);
    expect(operation.security, name).toBeDefined();
    expect(Object.keys(operation.responses), name).toContainEqual(expect.stringMatching(/^20/));
  }
  // Other files test these.
  const testedInOtherFiles =
    / \/api\/(people|account|changes|session\/(link|passkey)|alerts|backup|registers|inboxes\/\{name\}\/register|scans\/(delet|restore|send|per-)|tags|inboxes\/\{name\}\/expiring|destination|routes|deliveries|preview|test|config)/;
  expect(
    described.api.untestedEndpoints().filter((name) => !testedInOtherFiles.test(name)),
  ).toEqual([]);
});
