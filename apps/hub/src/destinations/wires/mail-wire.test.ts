import { createServer, type Server } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Message, Settings } from "../kind.ts";
import { createMailWire } from "./mail-wire.ts";
import { createContext, createLocalhostCertificate, dialAnywhere, listen } from "./testing/wire.ts";
import type { WireContext } from "./wire.ts";

type Mail = { user: string | undefined; secure: boolean; to: string[]; text: string };

let servers: { close(): unknown }[];
let mails: Mail[];
let connectionCount: number;
let wire: ReturnType<typeof createMailWire>;

beforeEach(() => {
  servers = [];
  mails = [];
  connectionCount = 0;
  wire = createMailWire({
    dial: (...args) => {
      connectionCount += 1;
      return dialAnywhere(...args);
    },
  });
});

afterEach(async () => {
  await wire.close();
  for (const server of servers) server.close();
});

test("a mail arrives with its Message-ID, and the next one uses the same connection", async () => {
  const port = await startServer();
  const settings = { port, security: "none" };
  expect(await sendMail({ subject: "Größe", text: "Zeile 1\n.\nZeile 3" }, { settings })).toEqual({
    kind: "delivered",
    response: expect.stringMatching(/^250/),
  });
  await sendMail({ id: "msg 2" }, { settings });
  expect(mails).toHaveLength(2);
  expect(mails[0]?.to).toEqual(["office@example.org"]);
  expect(mails[0]?.text).toContain("Message-ID: <msg_1@example.org>\r\n");
  expect(mails[0]?.text).toContain("Subject: =?UTF-8?Q?Gr=C3=B6=C3=9Fe?=");
  expect(mails[1]?.text).toContain("Message-ID: <msg-2@example.org>\r\n");
  expect(connectionCount).toBe(1);
});

test("STARTTLS and implicit TLS send the password only encrypted", async () => {
  const { key, cert, ca } = await createLocalhostCertificate();
  const auth: SMTPServerOptions = {
    key,
    cert,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      done(password === "right" ? null : new Error("Wrong."), { user: username }),
  };
  const login = { user: "hub", ca };
  for (const [security, secure] of [
    ["starttls", false],
    ["tls", true],
  ] as const) {
    const port = await startServer({ ...auth, secure });
    const settings = { ...login, port, security };
    expect(await sendMail({}, { settings, secrets: { password: "right" } })).toEqual({
      kind: "delivered",
      response: expect.stringMatching(/^250/),
    });
    expect(mails.at(-1)).toMatchObject({ user: "hub", secure: true });
    expect(await sendMail({}, { settings, secrets: { password: "wrong" } })).toEqual({
      kind: "failed",
      fault: "destination",
      error: expect.stringMatching(/^The mail server at localhost:\d+ did not accept the user/),
      response: expect.stringMatching(/^535/),
    });
    expect(await sendMail({}, { settings: { ...settings, ca: "" } })).toEqual({
      kind: "failed",
      fault: "destination",
      error: expect.stringMatching(
        /put that authority's certificate \(PEM\) into “Own certificate authority”/,
      ),
    });
  }
});

test("a server without STARTTLS gets nothing in plain text", async () => {
  const port = await startServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
  const outcome = await sendMail({}, { settings: { port, security: "starttls" } });
  expect(outcome).toMatchObject({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(
      /does not offer STARTTLS\. Set security to tls, or to none on your own network\./,
    ),
  });
  expect(mails).toEqual([]);
});

test("a permanent refusal is the fault of the scan, and any other failure is the fault of the destination", async () => {
  const cases = [
    {
      where: "onRcptTo",
      code: 550,
      fault: "destination",
      error: /refused the address office@example\.org\. It said: 550/,
    },
    {
      where: "onRcptTo",
      code: 450,
      fault: "destination",
      error: /cannot accept the mail right now/,
    },
    { where: "onMailFrom", code: 552, fault: "scan", error: /refused this mail\. It said: 552/ },
    { where: "onData", code: 554, fault: "scan", error: /refused this mail\. It said: 554 No\.$/ },
    { where: "onData", code: 452, fault: "destination", error: /cannot accept the mail right now/ },
  ] as const;
  for (const [index, { where, code, fault, error }] of cases.entries()) {
    const port = await startServer(
      where !== "onData"
        ? {
            [where]: ((_address, _session, done) =>
              done(createSmtpError(code))) satisfies SMTPServerOptions["onRcptTo"],
          }
        : {
            onData(stream, _session, done) {
              stream.resume().once("end", () => done(createSmtpError(code)));
            },
          },
    );
    const settings = { port, security: "none" };
    expect(await sendMail({}, { settings, destinationId: index })).toEqual({
      kind: "failed",
      fault,
      error: expect.stringMatching(error),
      response: expect.stringMatching(new RegExp(`^${code}`)),
    });
  }
});

test("a mail that is too large for the server is given up", async () => {
  const port = await startServer({ size: 1000 });
  const outcome = await sendMail(
    { text: "x".repeat(5000) },
    { settings: { port, security: "none" } },
  );
  expect(outcome).toMatchObject({ kind: "failed", fault: "scan" });
});

test("a server that is not a mail server is reported with a sentence", async () => {
  const sshServer = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("SSH-2.0-other\r\n");
  });
  servers.push(sshServer);
  const settings = { port: await listen(sshServer), security: "none" };
  expect(await sendMail({}, { settings })).toMatchObject({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/ does not respond like a mail server\. Check the port\.$/),
  });
});

test("a recipient that is refused for now gets the mail later, and nobody gets it twice", async () => {
  let isGreylisted = true;
  const port = await startServer({
    onRcptTo: ({ address }, _session, done) =>
      done(isGreylisted && address.startsWith("new") ? createSmtpError(450) : null),
  });
  const to = ["Office <office@example.org>", "new@example.org"];
  const send = () => sendMail({ to }, { settings: { port, security: "none" } });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await send()).toEqual({
      kind: "failed",
      fault: "destination",
      isUp: true,
      error: `The mail server at localhost:${port} cannot accept the mail right now for new@example.org (it said: 450 No.). The other recipients have it.`,
      response: "450 No.",
    });
  }
  isGreylisted = false;
  expect(await send()).toEqual({ kind: "delivered", response: expect.stringMatching(/^250/) });
  expect(mails.map((mail) => mail.to)).toEqual([["office@example.org"], ["new@example.org"]]);
  for (const { text } of mails) {
    expect(text).toContain("Message-ID: <msg_1@example.org>\r\n");
    expect(text).toContain("To: Office <office@example.org>, new@example.org\r\n");
  }
});

test("a recipient that does not exist ends the delivery with its address, and a corrected one gets the mail alone", async () => {
  const port = await startServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("gone") ? createSmtpError(550) : null),
  });
  const settings = { port, security: "none" };
  const send = (second: string) => sendMail({ to: ["office@example.org", second] }, { settings });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await send("gone@example.org")).toMatchObject({
      kind: "failed",
      fault: "scan",
      error: `The mail server at localhost:${port} refused the mail for gone@example.org (it said: 550 No.). The other recipients have it.`,
    });
  }
  expect(await send("here@example.org")).toMatchObject({ kind: "delivered" });
  expect(mails.map((mail) => mail.to)).toEqual([["office@example.org"], ["here@example.org"]]);
});

test("a closed port and a silent mail server are each reported with a sentence", async () => {
  expect(await sendMail({}, { settings: { port: 1, security: "none" } })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^localhost:\d+ refused the connection: nothing listens there/),
  });
  const silentServer = createServer((socket) => socket.on("error", () => undefined));
  servers.push(silentServer);
  const signal = AbortSignal.timeout(50);
  const settings = { port: await listen(silentServer), security: "none" };
  expect(await sendMail({}, { settings, signal })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/did not answer in time\.$/),
  });
});

const createSmtpError = (responseCode: number) => Object.assign(new Error("No."), { responseCode });

async function startServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const text = Buffer.concat(chunks).toString();
        if (stream.sizeExceeded) {
          done(Object.assign(new Error("Too large."), { responseCode: 552 }));
          return;
        }
        mails.push({ user: session.user, secure: session.secure, to, text });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  servers.push(server);
  return listen(server.server as Server);
}

function sendMail(
  message: Partial<Extract<Message, { via: "mail" }>>,
  options: Omit<Partial<WireContext>, "settings"> & { settings: Settings },
) {
  const { settings, ...contextOverrides } = options;
  return wire.send(
    {
      via: "mail",
      id: "msg_1",
      from: "Hub <hub@example.org>",
      to: ["office@example.org"],
      subject: "Scan",
      text: "A scan.",
      ...message,
    },
    createContext({ host: "localhost", ...settings }, contextOverrides),
  );
}
