import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { formatBasic, send } from "@scanhook/webhook";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { mountSmallDisk, whyNoSmallDisk } from "../scripts/testing/small-disk.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { findBundledCommand } from "./bundled-command.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { setReceiver, startScanning, waitForResult } from "./phone.ts";

// The person who scans always sees why: each refusal of the hub, in the scanner, the kiosk and
// `scanhook send`.
const command = await findBundledCommand();
const mebibyte = 1024 * 1024;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let videoFolder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let device: Awaited<ReturnType<typeof openDevice>>;
let phone: Page;
let password: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  videoFolder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "open", open: true });
  const path = "/api/inboxes/scans/credentials";
  ({ password } = await api<{ password: string }>("POST", path, { user: "desk" }));
  const camera = await writeVideo(join(videoFolder.data, "camera.y4m"), [
    { codes: [{ symbology: "ean13", text: "4006381333931", size: 0.7, turn: -6 }], frames: 30 },
  ]);
  browser = await startBrowser(camera);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
  await videoFolder?.remove();
});

const wrongInbox =
  "This hub has no inbox “scanz”, so the scan is not stored; correct the receiver URL, or pair this device again.";
const wrongPassword =
  "The username or password is wrong for this inbox; correct them where you entered its receiver URL, or pair this device again.";
const passwordNeeded =
  "This inbox needs a username and a password; enter them where you entered its receiver URL, or pair this device.";
const tooManyPasswords =
  "Too many wrong passwords for this user from this address; wait ten seconds, check the password, and send again.";
const diskFull =
  "The disk of the hub is full, so the scan is not stored; tell the hub's owner, and send the scan again once there is room.";
const tooLarge =
  "The scan is larger than 1 MiB, the most that an inbox accepts, so it is not stored; shorten its content.";

type Receiver = { url: string; user?: string; password?: string };
const toReceiver = (inbox: string, user?: string, password?: string): Receiver => ({
  url: `${hub.base}/in/${inbox}`,
  ...(user && { user }),
  ...(password && { password }),
});

/**
 * Goes on guessing until disposed; resolves when the hub refuses to check more. It checks one more
 * every ten seconds, which a slow machine may take to come to the next step.
 */
async function keepGuessing(guess: (n: number) => Promise<Response>): Promise<Disposable> {
  let count = 0;
  while ((await guess(count++)).status !== 429);
  const timer = setInterval(() => void guess(count++), 50);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

const keepGuessingPasswords = (user: string) =>
  keepGuessing((n) =>
    fetch(`${hub.base}/in/scans`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: formatBasic(user, `${n}`) },
      body: "{}",
    }),
  );

/** Runs the command with this input and returns everything that it printed. */
async function run(args: string[], receiver: Receiver, input: string): Promise<string> {
  const login = receiver.user ? ["--user", receiver.user, "--password", receiver.password!] : [];
  const child = spawn(process.execPath, [command, ...args, "--to", receiver.url, ...login]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  child.stdin.end(input);
  await once(child, "close");
  return output;
}
const sendContent = (receiver: Receiver, content = "4006381333931") =>
  run(["send", "--content", "-"], receiver, content);

describe("the scanner", () => {
  beforeEach(async () => {
    device = await openDevice(browser);
    phone = device.page;
  });
  afterEach(() => device.context.close());

  /** Scans with this receiver and expects title and sentence on the card and in the history. */
  async function expectRefusal(
    running: RunningHub,
    receiver: Receiver,
    title: string,
    text: string,
  ) {
    await setReceiver(phone, running, receiver);
    await startScanning(phone, running);
    const card = await (await waitForResult(phone, "refused")).textContent();
    expect(card).toContain(text);
    expect(card).toContain(title.split(" ")[0]);
    await phone.goto(`${running.base}/scan/#/more/history`);
    const row = phone.getByTestId("history-row").first();
    expect(await row.textContent()).toContain(title);
    await row.click();
    await phone.getByText(text).waitFor();
  }

  test("says that the inbox does not exist", async () => {
    await expectRefusal(hub, toReceiver("scanz", "desk", "x"), "Refused (404)", wrongInbox);
  });

  test("says that the password is wrong", async () => {
    await expectRefusal(hub, toReceiver("scans", "desk", "x"), "Refused (401)", wrongPassword);
  });

  test("says that a password is needed", async () => {
    await expectRefusal(hub, toReceiver("scans"), "Refused (401)", passwordNeeded);
  });

  test("says that there were too many wrong passwords, while another user is not affected", async () => {
    using _guesses = await keepGuessingPasswords("guessed");
    const receiver = toReceiver("scans", "guessed", "x");
    await expectRefusal(hub, receiver, "Refused (429)", tooManyPasswords);
    expect(await sendContent(toReceiver("scans", "desk", password))).toMatch(/^Accepted with 204/);
  });

  if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: a full disk in the scanner.`);
  test.skipIf(whyNoSmallDisk)("says that the disk is full, and the log stays short", async () => {
    const small = await makeDataFolder();
    using disk = mountSmallDisk(small.data, "8m");
    const full = await startHubProcess(
      small.data,
      "--http-port",
      `${await freePort()}`,
      "--https-port",
      "0",
    );
    let log = "";
    full.process.stderr!.on("data", (text) => {
      log += text;
    });
    try {
      const api = await logIn(full);
      await api("POST", "/api/inboxes", { name: "open", open: true });
      const url = `${full.base}/in/open`;
      let isFull = false;
      for (let n = 0; !isFull; n++) {
        const content = `${n} ${"x".repeat(200_000)}`;
        const scan = { identifier: crypto.randomUUID(), date: "2026-05-12T14:23:01Z", content };
        const outcome = await send(scan, { url });
        isFull = outcome.kind === "refused";
      }
      for (let n = 0; n < 50; n++)
        await send({ identifier: `${n}`, date: "d", content: "x".repeat(200_000) }, { url });
      expect(await run(["send", "--content", "-"], { url }, "x".repeat(200_000))).toContain(
        diskFull,
      );
      // The owner can still log in.
      await logIn({ ...full, loginLink: undefined });
      expect(log.match(/"level":"error"/g)).toHaveLength(1);
      disk.grow("9m");
    } finally {
      await full.stop();
    }
  });

  test("says at pairing that there were too many wrong codes", async () => {
    using _guesses = await keepGuessing((n) =>
      fetch(`${hub.base}/scan/pair`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: `wrong ${n}` }),
      }),
    );
    await phone.goto(`${hub.base}/scan/#/pair?code=AAAAAAAAAAAAAAAAAAAAAA`);
    await phone.getByTestId("pair").click();
    const problem = phone.getByRole("alert");
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(/^Too many wrong tries .*try again\.$/);
  });
});

describe("scanhook send", () => {
  test.each([
    ["an inbox that does not exist", () => toReceiver("scanz"), 404, wrongInbox],
    ["a wrong password", () => toReceiver("scans", "desk", "y"), 401, wrongPassword],
    ["a missing password", () => toReceiver("scans"), 401, passwordNeeded],
  ])("says why %s is refused", async (_, receiver, status, sentence) => {
    const output = await sendContent(receiver());
    expect(output).toMatch(new RegExp(`^Refused with ${status}: `));
    expect(output).toContain(`It says: ${sentence}`);
  });

  test("says that there were too many wrong passwords", async () => {
    using _guesses = await keepGuessingPasswords("another");
    const output = await sendContent(toReceiver("scans", "another", "z"));
    expect(output).toContain(`It says: ${tooManyPasswords}`);
  });

  test("says that a scan of up to 4 MiB is too large", async () => {
    for (const length of [mebibyte, 4 * mebibyte - 1000]) {
      const output = await sendContent(toReceiver("open"), "x".repeat(length));
      expect(output).toContain(`Refused with 413: The receiver answered 413. It says: ${tooLarge}`);
    }
  });
});

test("the kiosk says why each scan is refused, and what to do", async () => {
  const kiosk = (receiver: Receiver) =>
    run(["kiosk", "--no-tags", "--stdin"], receiver, "4006381333931\n");
  const missing = await kiosk(toReceiver("scanz"));
  expect(missing).toContain(`REFUSED with 404: The receiver answered 404. It says: ${wrongInbox}`);
  expect(await kiosk(toReceiver("scans"))).toContain(`It says: ${passwordNeeded}`);
});

test("a body that is no scan, or of another media type, is refused with what it should be", async () => {
  const url = `${hub.base}/in/open`;
  expect(await send('{"identifier":"a","date":"b"}', { url })).toMatchObject({
    status: 422,
    reply: { text: 'The scan has no "content"; it must be a string.' },
  });
  expect(await send("hello", { url })).toMatchObject({
    status: 422,
    reply: { text: expect.stringMatching(/^The body is not JSON; send one JSON object/) },
  });
  const typed = await fetch(url, { method: "POST", body: "hello" });
  expect([typed.status, await typed.json()]).toMatchObject([
    415,
    { message: "The body must be JSON; send it with `Content-Type: application/json`." },
  ]);
});
