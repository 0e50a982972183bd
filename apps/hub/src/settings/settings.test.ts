import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hubTexts } from "../texts/hub-texts.ts";
import { parseSettings, settingsHelp } from "./settings.ts";
import { type Settings, settingsTable } from "./settings-table.ts";

const noFile = () => undefined;

function parse(args: string[], env: Record<string, string> = {}, file?: string) {
  return parseSettings({ args, env, readFile: () => file });
}

function parseValid(args: string[], env: Record<string, string> = {}, file?: string): Settings {
  const parsed = parse(args, env, file);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.settings;
}

test("the defaults apply where nothing is set", () => {
  expect(parse([])).toEqual({
    ok: true,
    settings: {
      data: resolve("data"),
      host: "0.0.0.0",
      httpPort: 8080,
      httpsPort: 8443,
      tls: "auto",
      trustProxy: false,
      logLevel: "auto",
      ssoClaim: "groups",
      ssoScopes: "openid profile",
      language: "en",
      egressAllow: [],
      fileFolders: [],
    },
  });
});

test("a flag overrides a variable, a variable the file, and the file the default", () => {
  const file = "http-port: 1\nhttps-port: 1001\nhost: 127.0.0.3\n";
  const settings = parseValid(
    ["--http-port=3"],
    { SCANHOOK_HTTP_PORT: "2", SCANHOOK_HTTPS_PORT: "1002" },
    file,
  );
  expect(settings).toMatchObject({ httpPort: 3, httpsPort: 1002, host: "127.0.0.3", tls: "auto" });
});

test("a flag takes its value after a space or an equals sign", () => {
  expect(parseValid(["--tls", "off", "--host=::1"])).toMatchObject({ tls: "off", host: "::1" });
});

test("the file is <data>/scanhook.yaml unless --config names another", () => {
  const paths: string[] = [];
  const readFile = (path: string) => {
    paths.push(path);
    return "tls: off\n";
  };
  parseSettings({ args: ["--data", "/srv/scans"], env: {}, readFile });
  parseSettings({ args: ["--config", "/etc/scanhook.yaml"], env: {}, readFile });
  expect(paths).toEqual(["/srv/scans/scanhook.yaml", "/etc/scanhook.yaml"]);
});

test("values are flags that are already parsed, and undefined ones are not set", () => {
  const values = { data: "/srv/scans", "http-port": "9000", database: undefined };
  const env = { SCANHOOK_HTTP_PORT: "1" };
  const parsed = parseSettings({ args: [], values, env, readFile: () => undefined });
  expect(parsed).toMatchObject({ ok: true, settings: { data: "/srv/scans", httpPort: 9000 } });
  const invalid = parseSettings({ args: [], values: { "http-port": "x" }, env: {} });
  expect(invalid).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^--http-port must be/),
  });
});

test("paths in the file are relative to the file", () => {
  const file = "tls: files\ntls-cert: cert.pem\ntls-key: /keys/key.pem\n";
  expect(parseValid(["--config", "/etc/hub/scanhook.yaml"], {}, file)).toMatchObject({
    tlsCert: "/etc/hub/cert.pem",
    tlsKey: "/keys/key.pem",
  });
});

test("trusted proxies are separated by commas, or a list in the file", () => {
  const list = ["10.0.0.0/8", "loopback", "fd00::/8"];
  expect(parseValid(["--trust-proxy", "10.0.0.0/8, loopback,fd00::/8"]).trustProxy).toEqual(list);
  expect(
    parseValid([], {}, `trust-proxy: [${list.map((range) => `"${range}"`)}]`).trustProxy,
  ).toEqual(list);
});

test("networks and folders for destinations are separated by commas, or a list in the file", () => {
  const networks = ["192.168.1.0/24", "10.0.0.7", "fd00::/8"];
  expect(parseValid(["--egress-allow", networks.join(", ")]).egressAllow).toEqual(networks);
  const file = `egress-allow: ${JSON.stringify(networks)}\nfile-folders: [/srv/scans, lists]\n`;
  expect(parseValid(["--config", "/etc/hub/scanhook.yaml"], {}, file)).toMatchObject({
    egressAllow: networks,
    fileFolders: ["/srv/scans", "/etc/hub/lists"],
  });
});

test("messages never show a secret key, and a key that YAML would change is rejected", () => {
  const tooShort = parse(["--secret-key", "hunter2"]);
  expect(tooShort).toEqual({
    ok: false,
    option: "secret-key",
    reason:
      "--secret-key must be 32 bytes in hex or base64, or a passphrase of 16 characters or more.",
  });
  expect(parse(["--data", "/d"], {}, `secret-key: ${"1".repeat(64)}`)).toMatchObject({
    ok: false,
    reason: '"secret-key" in /d/scanhook.yaml must be a text; put it in quotes.',
  });
  expect(parse(["--secret-key-file", "k"], { SCANHOOK_SECRET_KEY: "x".repeat(16) }).ok).toBe(false);
});

test("destinations and routes in the file are not settings", () => {
  const file = "http-port: 81\ndestinations: { a: { kind: http } }\nroutes: 7\n";
  expect(parseValid([], {}, file)).toMatchObject({ httpPort: 81 });
});

test.each([
  [["--egress-allow", "10.0.0.0/33"], /^--egress-allow must be none, or CIDR ranges/],
  [["--egress-allow", "loopback"], /^--egress-allow must be none, or CIDR ranges/],
  [["--file-folders", "/a,,/b"], /^--file-folders must be none, or paths/],
  [["--http-prot", "1"], "There is no --http-prot; the nearest setting is --http-port."],
  [["--prot"], "There is no --prot; “scanhook help serve” lists the settings."],
  [["--http-port"], /^--http-port needs a value after it/],
  [["--http-port", "--tls"], /^--http-port needs a value after it/],
  [["--http-port", "80a"], '--http-port must be a whole number from 0 to 65535, not "80a".'],
  [["--http-port", "65536"], /whole number from 0 to 65535/],
  [
    ["--database", "postgres://scanhook@one:5432,two:5432/scanhook"],
    /^--database must be a URL with one host/,
  ],
  [["--database", "postgres:///scanhook?host=one,two"], /^--database must be a URL with one host/],
  [["--tls", "on"], '--tls must be auto, off or files, not "on".'],
  [["--tls", "files"], "--tls files needs --tls-cert as well; name the PEM file."],
  [["--tls-key", "k.pem"], /only read with --tls files/],
  [["--public-url", "https://example.org/hub"], /^--public-url must be a URL without path/],
  [["--trust-proxy", "10.0.0.0/33"], /^--trust-proxy must be off, or addresses/],
  [["--trust-proxy", "1"], /^--trust-proxy must be off, or addresses/],
  [["--http-port", "8443"], /both 8443/],
  [["serve"], '"serve" is not a setting; write settings as --name value.'],
  [
    ["--config", "/nowhere/at-all.yaml"],
    "There is no file /nowhere/at-all.yaml; correct --config.",
  ],
])("%j is rejected with one sentence", (args, reason) => {
  const parsed = parseSettings({ args, env: {}, readFile: noFile });
  expect(parsed).toEqual({
    ok: false,
    reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    ...(!parsed.ok && parsed.option && { option: parsed.option }),
  });
});

test("a variable that is not a setting, or has an invalid value, is rejected", () => {
  expect(parse([], { SCANHOOK_HTP_PORT: "1" })).toEqual({
    ok: false,
    reason: "There is no SCANHOOK_HTP_PORT; the nearest setting is SCANHOOK_HTTP_PORT.",
  });
  expect(parse([], { SCANHOOK_TLS: "of" })).toMatchObject({ ok: false, option: "tls" });
});

test.each([
  [
    "htttp-port: 1",
    'There is no "htttp-port" in /d/scanhook.yaml; the nearest name is "http-port".',
  ],
  ["http-port: [1]", '"http-port" in /d/scanhook.yaml must be a text or a number; correct it.'],
  [
    "http-port: no",
    '"http-port" in /d/scanhook.yaml must be a whole number from 0 to 65535, not "no".',
  ],
  ["data: /elsewhere", '"data" in /d/scanhook.yaml has no effect there; use --data instead.'],
  ["- a\n- b", '/d/scanhook.yaml must hold lines like "http-port: 8080"; correct it.'],
  ["a: b: c", /^\/d\/scanhook\.yaml is not YAML \(.*\); correct it\.$/],
])("the file %j is rejected with one sentence", (file, reason) => {
  expect(parse(["--data", "/d"], {}, file)).toMatchObject({
    ok: false,
    reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
  });
});

test("parsing never throws, and every reason is a sentence", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(...settingsTable.map((setting) => `--${setting.name}`), "--", "=", "0", "off"),
  );
  const variable = fc.oneof(
    fc.string(),
    fc.constantFrom("TLS", "DATA", "TRUST_PROXY", "tls", "").map((name) => `SCANHOOK_${name}`),
  );
  const file = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      ...settingsTable.map((setting) => `${setting.name}: 1\n`),
      "&a [*a]",
      "__proto__: 1",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }),
      fc.dictionary(variable, fc.string(), { maxKeys: 3 }),
      fc.option(file, { nil: undefined }),
      (args, env, text) => {
        const parsed = parseSettings({ args, env, readFile: () => text });
        expect(parsed.ok || /\.$/.test(parsed.reason)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test("a value means the same as a flag, a variable and in the file", () => {
  const values: Record<string, string> = {
    host: "192.168.1.5",
    "http-port": "81",
    "https-port": "444",
    tls: "off",
    "public-url": "https://scans.example.org",
    "trust-proxy": "loopback",
    "log-level": "debug",
    language: hubTexts.languages.at(-1)!,
    "secret-key": "correct horse battery",
    "egress-allow": "10.0.0.0/8",
  };
  for (const [name, value] of Object.entries(values)) {
    const flag = parseValid([`--${name}`, value]);
    const variable = `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
    expect(parseValid([], { [variable]: value })).toEqual(flag);
    expect(parseValid([], {}, `${name}: ${value}`)).toMatchObject({
      ...flag,
      config: resolve("data/scanhook.yaml"),
    });
  }
});

test("a language that the hub does not have is refused with those that it has", () => {
  const parsed = parseSettings({ args: ["--language", "tlh"], env: {} });
  expect(parsed).toMatchObject({ ok: false, option: "language" });
  for (const language of hubTexts.languages)
    expect(parsed).toMatchObject({ reason: expect.stringContaining(language) });
});

test("the help lists every setting, its default, its variable and its meaning in columns", () => {
  const lines = settingsHelp().trimEnd().split("\n");
  expect(lines).toHaveLength(settingsTable.length + 1);
  const columnStarts = ["Default", "Variable", "Meaning"].map((title) => lines[0]!.indexOf(title));
  for (const [index, setting] of settingsTable.entries()) {
    const line = lines[index + 1]!;
    expect(line.trimStart().split(/ {2,}/)).toEqual(
      expect.arrayContaining([`--${setting.name}`, setting.default ?? "–"]),
    );
    expect(line).toContain(setting.meaning);
    for (const start of columnStarts) expect(line[start - 1]).toBe(" ");
  }
});

test("every mistake is named, each in a line of its own", () => {
  const parsed = parseSettings({
    args: ["--http-prot", "1", "x", "--https-port", "no", "--host"],
    env: { SCANHOOK_HTP_PORT: "8" },
    readFile: () => "tsl: off\nhttp-port: many\n",
  });
  const lines = parsed.ok ? [] : parsed.reason.split("\n");
  expect(lines).toEqual([
    "There is no SCANHOOK_HTP_PORT; the nearest setting is SCANHOOK_HTTP_PORT.",
    "There is no --http-prot; the nearest setting is --http-port.",
    '"x" is not a setting; write settings as --name value.',
    '--https-port must be a whole number from 0 to 65535, not "no".',
    expect.stringMatching(/^--host needs a value after it: /),
    expect.stringMatching(/^There is no "tsl" in .*scanhook\.yaml; the nearest name is "tls"\.$/),
    expect.stringMatching(
      /^"http-port" in .* must be a whole number from 0 to 65535, not "many"\.$/,
    ),
  ]);
});
