import { expect } from "vitest";
import type { DecisionRequest } from "../../store/decision-request.ts";
import type { Store } from "../../store/store.ts";

/** Returns the arrival of a scan in the inbox `door`, with other or more parts. */
export function arrival(content: string, more: object = {}) {
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content };
  return {
    inbox: "door",
    scan,
    body: `{"content":1}`,
    receivedAt: new Date(1_780_000_000_000),
    ...more,
  };
}

/** Fills every table, with texts that need escaping. Returns the greatest id of a scan. */
export async function fill(store: Store): Promise<number> {
  await store.setPassword(1, "hash");
  for (const name of ["door", "gate", "trail"]) {
    await store.addInbox({ name, title: `Title \u0000 of ${name}`, open: name === "gate" });
  }
  await store.setCredential("door", "phone", "hash");
  await store.changeInbox("gate", { keepDays: 3, keepScans: 7 });
  await store.changeInbox("trail", { audit: true });
  const expiresAt = new Date(Date.now() + 1e9);
  await fillPeople(store, expiresAt);
  await store.addCode({ hash: "code", purpose: "pair", data: { inbox: "door" }, expiresAt });
  const plain = { settings: { url: "https://example.org/" }, concurrency: 4, ordered: false };
  for (const name of ["shop", "log"]) {
    await store.addDestination({
      ...plain,
      name,
      kind: "http",
      secrets: { password: "sealed" },
      allowPrivate: false,
      origin: "dashboard",
    });
    await store.addRoute({
      name,
      destination: name,
      inbox: "door",
      filter: { content: "*" },
      shape: { format: "scan" },
      mode: "stored",
      expiresMs: 3_600_000,
      oncePerMs: 3_600_000,
      on: true,
      origin: "dashboard",
    });
  }
  const { routes } = await store.routing();
  const deliveries = routes.map(({ id }) => ({ route: id, state: "pending" as const }));
  for (let n = 0; n < 40; n++) {
    const content = `scan ${n}${n === 7 ? "" : ` \u0000\u001a0 ü 🧵 ${n}`}`;
    const tag = n % 5 === 0 ? { source: "nfc" as const, tag: `04:0${n % 2}` } : {};
    await store.append(arrival(content, { ...tag, user: "phone", deliveries, trace: "00-1-2-01" }));
    await store.append(arrival(content, { inbox: "trail" }));
  }
  await store.append(arrival("scan 7"));
  await store.nameTag("04:00", "Drill");
  const wanted = routes.map((_, n) => ({ destination: n + 1, limit: 5 }));
  const { claimed } = await store.claim("node", wanted);
  const at = new Date().toISOString();
  await store.settle(
    "node",
    claimed.slice(0, 4).map(({ id }, n) => ({
      id,
      state: n === 0 ? "dead" : "delivered",
      attempt: { at, ms: 1.25 + n, status: 200, answer: "fine \u0000" },
    })),
  );
  await fillRegisters(store);
  // The scan with the greatest id is deleted, and its id must not be used again.
  const gone = await store.append(arrival("gone", { inbox: "gate" }));
  await store.removeInbox("gate", { scans: "delete" });
  await store.addInbox({ name: "gate", open: true });
  return gone.id;
}

/** Lends things to a guest, asks for a hand-over, and inspects a thing. */
async function fillRegisters(store: Store): Promise<void> {
  const questions = [{ key: "note", label: "Note \u0000", type: "text" as const }];
  await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
  await store.addRegister({
    ...{ name: "tools", kind: "loans", peopleFrom: "gala" },
    rules: { loanFor: "7 days", questions },
  });
  await store.addRegister({
    ...{ name: "checks", kind: "inspection", entriesFrom: "tools" },
    rules: { every: "1 year", questions },
  });
  const [checks, gala, tools] = (await store.registers()).map(({ id }) => id);
  for (const [id, labels] of [
    [gala!, ["Ada", "Bob"]],
    [tools!, ["Drill", "Saw"]],
  ] as const)
    for (const label of labels) {
      await store.addEntry(id, { keys: [`t:${label}`], label, fields: {} });
    }
  await store.addEntry(tools!, { keys: ["t:Cy"], label: "Cy", fields: {}, role: "person" });
  const send = async (content: string, request: DecisionRequest = { kind: "scan" }) =>
    (await store.append(arrival(content, { inbox: "door", user: "desk", request }))).verdict!;
  await store.bindInbox("door", { register: "tools", action: "lend", answer: "negotiated" });
  for (const content of ["Ada", "Drill", "Saw", "Cy"]) await send(content);
  await store.bindInbox("door", { register: "checks", action: "inspect", answer: "negotiated" });
  const [drill] = await store.entries(tools!, { text: "Drill", limit: 1 });
  const act = { kind: "act", register: checks!, entry: drill!.id, action: "inspect" } as const;
  const { movement } = await send("by hand", act);
  const answer = { kind: "answer", register: checks!, movement } as const;
  await send("answers", { ...answer, answers: { note: "A \u0000 B" } });
  const turn = { register: tools!, entry: drill!.id, turn: 1, stage: "overdue" } as const;
  expect(await send("reminder", { kind: "remind", ...turn })).toMatchObject({ code: "overdue" });
  await store.bindInbox("door", { register: "tools", action: "lend", answer: "negotiated" });
}

async function readRegisters(store: Store) {
  const registers = await store.registers();
  return Promise.all(
    registers.map(async (register) => ({
      register,
      entries: await store.entries(register.id, { limit: 99 }),
      told: await store.toldMovements(register.id, { after: 0, limit: 99 }),
    })),
  );
}

async function fillPeople(store: Store, expiresAt: Date): Promise<void> {
  const sso = { issuer: "https://id.example", subject: "7" };
  await store.addPerson({ name: "Elsewhere", role: "viewer", inboxes: ["door"], sso });
  const ada = (await store.addPerson({ name: "Ada \u0001", role: "desk" }))!.id;
  await store.removePerson((await store.addPerson({ name: "Gone", role: "desk" }))!.id);
  await store.setPassword(ada, "hash of Ada");
  await store.setTotp(ada, { sealed: "sealed", recoveryCodes: ["r1", "r2"] });
  await store.useTotpStep(ada, 5);
  const key = { name: "Key", credential: "k", publicKey: "cose", counter: 3 };
  await store.addPasskey({ ...key, person: ada, transports: ["usb"] });
  await store.setCredentialPerson("door", "phone", ada);
  await store.addToken({ name: "script", hash: "token", person: 1, scopes: ["all"] });
  const limited = { person: ada, scopes: ["read"] as const, inboxes: ["door"], expiresAt };
  await store.addToken({ ...limited, name: "report", hash: "token 2" });
  await store.addSession({ hash: "session", person: 1, method: "password", expiresAt });
  const login = { person: ada, method: "sso" as const, agent: "Fox", idToken: "id token" };
  await store.addSession({ ...login, hash: "session 2", expiresAt });
  await store.addCode({ hash: "login", purpose: "login", person: ada, expiresAt });
  const change = { by: "Ada", via: "page", subject: "inbox", name: "door" } as const;
  await store.addChange({ ...change, action: "changed", fields: [{ field: "open", to: true }] });
  await store.setChangesKeepDays(30, "file");
}

async function readPeople(store: Store) {
  const people = await store.people();
  return {
    people,
    secrets: await Promise.all(people.map(({ id }) => store.loginSecrets(id))),
    passkeys: await Promise.all(people.map(({ id }) => store.passkeys(id))),
    sessions: await Promise.all(people.map(({ id }) => store.sessions(id))),
    tokens: await store.tokens(),
    users: await store.usersOfPeople(),
    invited: await store.personOfCode("login"),
    changes: await store.changes({}, { limit: 9 }),
    keepDays: await store.changesKeepDays(),
    keepDaysOrigin: await store.changesOrigin(),
  };
}

/** Returns what `fill` has put into a store. */
export async function readEverything(store: Store) {
  const scans = await store.listScans({}, { limit: 1000 });
  const deliveries = await store.deliveries({}, { limit: 1000 });
  const { routes, destinations } = await store.routing();
  return {
    scans,
    bodies: await Promise.all(scans.map(({ id }) => store.scan(id))),
    found: await store.listScans({ text: "scan 7" }, { limit: 100 }),
    named: await store.listScans({ text: "drill" }, { limit: 100 }),
    tags: await store.tags({}, { limit: 100 }),
    foundTags: await store.tags({ text: "scan" }, { limit: 100 }),
    inboxes: await store.inboxes(),
    receiving: await store.inbox("door"),
    people: await readPeople(store),
    session: await store.session("session"),
    routes,
    destinations,
    secrets: await Promise.all(destinations.map(({ id }) => store.destinationWithSecrets(id))),
    counts: await store.deliveryCounts(),
    deliveries,
    logs: await Promise.all(deliveries.map(({ id }) => store.delivery(id))),
    head: await store.head("trail"),
    chain: await store.listChainRows("trail", 0, 1000),
    registers: await readRegisters(store),
  };
}
