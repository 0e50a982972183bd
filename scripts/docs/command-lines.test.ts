// Runs the examples of the command reference, and the command lines of the pages on scaling, on
// configuration as code, on this site's files and on the examples, in an empty folder with a real
// hub. Commands that wait for a reader, or for Ctrl+C, are left out; testing/snippets.ts says
// which.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { chmod, copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { codeScan, nfcScan, send } from "@scanhook/webhook";
import { toBuffer } from "bwip-js/node";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whyNoPostgres } from "../../apps/hub/src/store/postgres/testing/postgres.ts";
import { sharePostgres } from "../../apps/hub/src/store/postgres/testing/shared-postgres.ts";
import { drawObjectPhotos } from "../../e2e/objects/draw-photos.ts";
import "../build-site.ts";
import { drawPhotographedPage } from "../../e2e/camera/photographed-page.ts";
import { freePort } from "../testing/free-port.ts";
import { findCodeBlock, followPage } from "./testing/worked-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const reference = "docs/reference/command.md";
const password = "tall blue heron";

const hasTool = (name: string) => {
  const isInstalled = spawnSync(name, ["--version"]).status === 0;
  if (!isInstalled) console.warn(`Skipped: command lines with ${name}, which is not installed.`);
  return isInstalled;
};
const hasJq = hasTool("jq");
const hasCreatedb = hasTool("createdb");
if (whyNoPostgres) console.warn(`Skipped: moving to PostgreSQL, because ${whyNoPostgres}.`);

/**
 * Starts a hub and a folder in which `scanhook` runs this clone's command. The inbox `scans` has
 * the user `phone`.
 */
async function openFolder() {
  const followed = await followPage("README.md");
  const program = process.env.BUNDLED_COMMAND ?? join(root, "apps/cli/bin/scanhook.mjs");
  const wrapper = join(followed.folder, "scanhook");
  await writeFile(wrapper, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(wrapper, 0o755);
  await copyFile(join(followed.hub.settings.data, "ca.pem"), join(followed.folder, "ca.pem"));
  const added = await followed.call("POST", "/api/inboxes/scans/credentials", {
    user: "phone",
    password,
  });
  expect(added.status).toBe(201);
  const receiver = { url: `${followed.hub.base}/in/scans`, user: "phone", password };
  const sendScan = (scan: Parameters<typeof send>[0]) => send(scan, receiver);
  return { ...followed, sendScan, [Symbol.asyncDispose]: () => followed[Symbol.asyncDispose]() };
}

/** Prepares the data of the examples that change nothing for others. The inbox `door` is open. */
let followed: Awaited<ReturnType<typeof openFolder>>;

beforeAll(async () => {
  followed = await openFolder();
  await followed.call("POST", "/api/inboxes", { name: "door", open: true });
});
afterAll(() => followed[Symbol.asyncDispose]());

/** Empties the folder that the examples take pictures from. Returns its path. */
async function makePhotosFolder(): Promise<string> {
  const photos = join(followed.folder, "photos");
  await rm(photos, { recursive: true, force: true });
  mkdirSync(photos);
  return photos;
}

/** Returns the lines of a block of the reference that contain a text. */
const findLines = (content: string, part = "") =>
  findCodeBlock(reference, "sh", content)
    .split("\n")
    .filter((line) => line.includes(part))
    .join("\n");

test("the examples of inbox add and change inboxes, one with a password from stdin", async () => {
  await using followed = await openFolder();
  const output = await followed.run(
    `export PASSWORD='${password}'\n${findCodeBlock(reference, "sh", "scanhook inbox add door")}`,
  );
  expect(output).toMatch(/Receiver URL +\S+\/in\/door/);
  const { inboxes } = (await (await followed.call("GET", "/api/inboxes")).json()) as {
    inboxes: { name: string }[];
  };
  expect(inboxes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "door", title: "Front door", keepDays: 30 }),
      expect.objectContaining({ name: "store" }),
    ]),
  );
});

test("the examples of people, token, login-link and changes invite, log out, print links and tokens, and list changes", async () => {
  await using followed = await openFolder();
  await followed.run("npx scanhook inbox add door --open");
  const people = await followed.run(findCodeBlock(reference, "sh", "scanhook people add"));
  expect(people).toMatch(
    /^Added Ada\.[\s\S]*^Added Door, east\.[\s\S]*^Ended 0 sessions of Ada\./m,
  );
  const links = await followed.run(findCodeBlock(reference, "sh", "scanhook login-link"));
  expect(links.match(/#\/login\?code=\S{22}$/gm)).toHaveLength(2);
  const tokens = findCodeBlock(reference, "sh", "scanhook token add");
  const nextYear = String(new Date().getUTCFullYear() + 1);
  expect(await followed.run(tokens.replace("2027", nextYear))).toMatch(/^shk_\S+\nshk_\S+\n$/);
  const changes = findCodeBlock(reference, "sh", "scanhook changes");
  expect(await followed.run(`${changes}\ncat changes.csv`)).toMatch(
    /person.*Ada[\s\S]*token.*gate/,
  );
});

test.skipIf(!hasJq)("the examples of export write a file and count contents", async () => {
  for (const content of ["a", "b", "a"])
    await send(codeScan({ content }), { url: `${followed.hub.base}/in/door` });
  const output = await followed.run(
    `${findCodeBlock(reference, "sh", "scanhook export --format csv")}\ncat may.csv`,
  );
  expect(output).toMatch(/^ *2 a\n *1 b\n/);
  expect(output).toContain("receivedAt");
});

test("the examples of backup, restore and verify work on each other's files", async () => {
  await using followed = await openFolder();
  await followed.run("npx scanhook inbox add door --open --audit");
  await send(codeScan({ content: "a code" }), { url: `${followed.hub.base}/in/door` });
  const backup = findCodeBlock(reference, "sh", "scanhook backup").replace("/mnt/backups", ".");
  await followed.run(backup);
  const restore = findCodeBlock(reference, "sh", "scanhook restore")
    .replace("2026-11-21", "$(date +%F)")
    .replace("/var/lib/scanhook", "./restored");
  await followed.run(restore);
  const trail = await followed.run("npx scanhook verify --inbox door");
  const head = /head (\S+)/.exec(trail)?.[1] ?? "";
  const verify = findCodeBlock(reference, "sh", "scanhook verify").replace(
    /1042:[0-9a-f]{64}/,
    head,
  );
  expect(await followed.run(`export SCANHOOK_DATA=./restored\n${verify}`)).toContain("holds");
});

test("the examples of register make a list of guests, take from a stock, lend, inspect and meet", async () => {
  await using followed = await openFolder();
  const inboxes = ["door", "storeroom", "counter"];
  await followed.run(inboxes.map((name) => `npx scanhook inbox add ${name} --open`).join("\n"));
  await followed.run(`npx scanhook inbox add stand --user maria --password '${password}'`);
  await followed.run(`printf 'ticket,name\nT-0001,Ada Lovelace\n' > guests.csv
npx scanhook register add other --kind check-in
npx scanhook register import other guests.csv
npx scanhook register export other --format xlsx > guests.xlsx`);
  await followed.run(
    "printf -- '- key: seal\n  label: Seal\n  type: pass-fail\n' > extinguisher.yaml",
  );
  const examples = findCodeBlock(reference, "sh", "scanhook register add");
  const [make, act, lendAndInspect] = examples.split(
    /^(?=scanhook register act parts|scanhook register add tools)/m,
  );
  expect(await followed.run(make!)).toContain('"entries":1');
  await followed.run(
    "printf 'code,name,place,quantity\n4006381333931,Pen,A1,12\n' > parts.csv\nnpx scanhook register import parts parts.csv",
  );
  expect(await followed.run(act!)).toContain("3 removed from A1; 9 there.");
  const [loans, lend] = lendAndInspect!.split(/^(?=scanhook register act tools)/m);
  await followed.run(loans!);
  await followed.run(
    "printf 'code,name,role\nD-1,Drill,thing\nM-1,Ada Lovelace,person\n' > tools.csv\nnpx scanhook register import tools tools.csv",
  );
  const [lendOne, meet] = lend!.split(/^(?=scanhook register list stand)/m);
  expect(await followed.run(lendOne!)).toMatch(
    /Drill is lent to Ada Lovelace, until 6 Dec 2026\.[\s\S]*Added the register fire\./,
  );
  const url = `${followed.hub.base}/in/stand`;
  const card = "MECARD:N:Lovelace,Ada;EMAIL:ada@example.com;;";
  await send(codeScan({ content: card }), { url, user: "maria", password });
  expect(await followed.run(meet!)).toMatch(
    /^CODE +NAME[\s\S]*Ada Lovelace[\s\S]*maria[\s\S]*Deleted the lead Ada Lovelace with its scans\./,
  );
});

test("the examples of routes write a settings file and check it", async () => {
  const routes = findCodeBlock(reference, "sh", "scanhook routes --export");
  await followed.run(routes.replace("/etc/scanhook/scanhook.yaml", "routes.yaml"));
});

test("the examples of config export a file and compare it, here and with --hub", async () => {
  await using followed = await openFolder();
  const page = "docs/hub/configuration-as-code.md";
  expect(await followed.run(findCodeBlock(page, "sh", "scanhook config export"))).toBe(
    "scanhook.yaml changes nothing.\n",
  );
  const commands = findCodeBlock(reference, "sh", "scanhook config export")
    .replace("SCANHOOK_TOKEN=…", "SCANHOOK_TOKEN=$TOKEN")
    .replace("https://hub.local", followed.hub.base);
  expect(await followed.run(commands)).toBe("scanhook.yaml changes nothing.\n".repeat(2));
});

test("the examples of last and open print a content and the addresses of screens", async () => {
  await followed.sendScan(codeScan({ content: "a code" }));
  await followed.sendScan(nfcScan({ uid: "04:A2:7F:1B:5E:80:00", content: "a tag" }));
  const last = findCodeBlock(reference, "sh", "scanhook last code")
    .replace("SCANHOOK_TOKEN=…", "SCANHOOK_TOKEN=$TOKEN")
    .replace("https://hub.local", followed.hub.base);
  expect(await followed.run(last)).toBe("a code\na tag\n");
  await writeFile(join(followed.folder, "xdg-open"), "#!/bin/sh\n", { mode: 0o755 });
  const open = findCodeBlock(reference, "sh", "scanhook open scan-code");
  const output = await followed.run(`export DISPLAY=:0\n${open}`);
  expect(output).toContain("/scan/#/scan-code");
  expect(output).toContain("/scan/#/write-nfc?url=https%3A%2F%2Fexample.org%2F7");
});

test("the examples of send and doctor reach a hub and another receiver", async () => {
  const elsewhere = `${followed.hub.base}/in/door`;
  const sent = await followed.run(
    findCodeBlock(reference, "sh", "scanhook send").replace("https://example.org/hook", elsewhere),
    `${password}\n`,
  );
  expect(sent.match(/^Accepted with 204/gm)).toHaveLength(2);
  mkdirSync(join(followed.folder, "data"));
  await followed.run("cp ca.pem data/");
  const checked = await followed.run(
    findCodeBlock(reference, "sh", "scanhook doctor")
      .replace("https://192.168.1.5:8443", `https://127.0.0.1:${followed.hub.hub.httpsPort}`)
      .replace("https://n8n.example.org/webhook/scans", elsewhere),
    `${password}\n`,
  );
  expect(checked).toContain("Scans arrive here");
  expect(checked).toContain("no scan was sent (--no-send)");
});

test("the examples of code make files, and print an SVG where no terminal is", async () => {
  const made = await followed.run(findCodeBlock(reference, "sh", "scanhook code https"));
  expect(made).toMatch(/^<svg /);
  for (const file of ["pens.svg", "guests.png", "shelves.pdf"])
    expect(made).toContain(`Wrote ${file}.`);
});

test("the examples of decode read pictures and folders", async () => {
  const draw = async (bcid: string, text: string, file: string) => {
    const picture = await toBuffer({
      bcid,
      text,
      scale: 4,
      padding: 10,
      backgroundcolor: "FFFFFF",
    });
    await sharp(picture).toFile(join(followed.folder, file));
  };
  await makePhotosFolder();
  await draw("ean13", "4006381333931", "label.jpg");
  await draw("qrcode", "in the folder", "photos/one.png");
  const output = await followed.run(findCodeBlock(reference, "sh", "scanhook decode label.jpg"));
  expect(output).toContain("4006381333931");
  expect(output.match(/in the folder/g)?.length).toBeGreaterThanOrEqual(2);
});

test("the examples of document make PDFs of pictures and folders", async () => {
  const { image } = await drawPhotographedPage({
    lines: ["Dear reader"],
    width: 1044,
    height: 1392,
  });
  const picture = await image.jpeg().toBuffer();
  await makePhotosFolder();
  for (const file of ["photos/page.jpg", "page-1.jpg", "page-2.jpg"])
    await writeFile(join(followed.folder, file), picture);
  const made = await followed.run(findCodeBlock(reference, "sh", "scanhook document"));
  expect(made).toMatch(/^letter\.pdf: \d page/m);
  expect(made).toMatch(/^letter\.pdf: 2 pages/m);
  const page = "docs/app/documents.md";
  expect(await followed.run(findCodeBlock(page, "sh", "scanhook document"))).toContain(
    "letter.pdf: ",
  );
});

test("the examples of mat write mats for both papers", async () => {
  const made = await followed.run(findCodeBlock(reference, "sh", "scanhook mat"));
  expect(made).toContain("Wrote mat.pdf.");
  expect(made).toContain("Wrote letter-mat.pdf.");
});

test("the examples of object make meshes of pictures", async () => {
  // The fewest that an object is made of.
  await drawObjectPhotos(await makePhotosFolder(), 8);
  const blocks = ["docs/app/objects.md", reference].map((source) =>
    findCodeBlock(source, "sh", "scanhook object"),
  );
  // A line that is in both is run once, because each takes as long as the work on an object does.
  const lines = blocks.flatMap((block) => block.trim().split("\n"));
  const distinct = new Set(lines.map((line) => line.replace(/^npx /, "")));
  const made = await followed.run([...distinct].join("\n"));
  expect(made).toMatch(/^cup\.glb: .* of 8 of \d+ pictures\.$/m);
  expect(made).toContain('{"file":"cup.3mf","box":{"length":');
});

test("the examples of room make plans of the file that the page shows", async () => {
  const page = "docs/app/rooms.md";
  await writeFile(join(followed.folder, "flat.json"), findCodeBlock(page, "json", "version"));
  // 4.12 × 2.98 m within, 4.52 × 3.38 m with walls of 20 cm.
  const areas = "Hut: 12.28 m² within the walls, 15.28 m² with them.";
  for (const source of [page, reference]) {
    const made = await followed.run(findCodeBlock(source, "sh", "scanhook room"));
    expect(made).toBe(`${areas} Wrote flat.pdf.\n${areas} Wrote flat.dxf.\n`);
  }
});

test("the examples of tag decode need no reader", async () => {
  // The memory of an NTAG with an empty message, from page 0.
  const memory = new Uint8Array(180);
  memory.set([0xe1, 0x10, 0x12, 0x00, 0x03, 0x00, 0xfe], 12);
  await writeFile(join(followed.folder, "dump.bin"), memory);
  const output = await followed.run(findLines("scanhook tag decode d101", "tag decode"));
  expect(output).toContain('"content" : "https://example.com"');
  expect(output).toContain('"records":[]');
});

test.skipIf(!hasCreatedb || whyNoPostgres !== undefined)(
  "the pages on scaling and on migrate move a hub to PostgreSQL",
  async () => {
    const postgres = await sharePostgres();
    await followed.sendScan(codeScan({ content: "to be moved" }));
    const empty = await postgres.createDatabase();
    const { hostname, port, username } = new URL(empty);
    const inFolder = (command: string, folder: string, database: string) =>
      `export PGHOST=${hostname} PGPORT=${port} PGUSER=${username}\n${command}`
        .replaceAll("/var/lib/scanhook", folder)
        .replace(/(createdb.*) scanhook$/m, `$1 ${database}`)
        .replace(
          "postgres://scanhook@db.example/scanhook",
          `postgres://${username}@${hostname}:${port}/${database}`,
        );
    for (const [page, name] of [
      [reference, "by_reference"],
      ["docs/hub/scaling.md", "by_scaling"],
    ] as const) {
      await followed.run(
        `npx scanhook backup ${name}.tar.gz\nnpx scanhook restore ${name}.tar.gz --data ./${name}`,
      );
      // Nothing else on the server has this name.
      const database = `${name}_${randomBytes(8).toString("hex")}`;
      await followed.run(inFolder(findCodeBlock(page, "sh", "scanhook migrate"), name, database));
      const moved = `postgres://${username}@${hostname}:${port}/${database}`;
      const exported = await followed.run(
        `npx scanhook export --data ./${name} --database ${moved}`,
      );
      expect(exported).toContain("to be moved");
      await postgres.dropDatabase(moved);
    }
    await postgres.dropDatabase(empty);
  },
);

test.skipIf(!hasJq)(
  "the page for programs reads the files of the site that a hub serves",
  async () => {
    const command = findCodeBlock("docs/project/for-programs.md", "sh", "curl");
    const output = await followed.run(
      command.replaceAll("https://docs.example.org", `${followed.hub.base}/docs`),
    );
    expect(output).toMatch(/^# Scanhook/);
    expect(output).toContain("/docs/webhook/payload/");
  },
);

test("the README of the examples starts a receiver and sends it a scan", async () => {
  const [variables = "", start = "", sendLine = ""] = findCodeBlock(
    "examples/README.md",
    "sh",
  ).split("\n");
  const port = await freePort();
  // The receiver keeps its scans in the folder where it is started.
  const clone = await mkdtemp(join(tmpdir(), "scanhook-examples-"));
  for (const name of ["examples", "node_modules", "package.json"])
    await symlink(join(root, name), join(clone, name));
  // The shell of a reader has none of the variables that npm gives its commands. `npx` would take
  // its call from them.
  const shell = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const run = (script: string) =>
    spawn("sh", ["-ec", script], {
      cwd: clone,
      env: { ...Object.fromEntries(shell), PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, since npx and the shell start the receiver as their child.
      detached: true,
    });
  const server = run(`${variables}\n${start}`);
  try {
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toContain(`http://localhost:${port}/`);
    const sender = run(sendLine.replace("localhost:3000", `localhost:${port}`));
    const response = (await createInterface(sender.stdout)[Symbol.asyncIterator]().next()).value;
    expect(response).toMatch(/^Accepted with 2/);
    expect((await lines.next()).value).toContain("hello");
  } finally {
    const ended = once(server, "close");
    process.kill(-server.pid!);
    await ended;
    await rm(clone, { recursive: true });
  }
});
