import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A fenced block of a page. `language` and `title` are empty when the fence has none. */
type Snippet = { page: string; language: string; title: string; text: string };

/**
 * The README, the pages of the docs and the READMEs for users of the packages, the examples and the
 * phone app.
 */
const pages = globSync(
  ["README.md", "docs/**/*.md", "packages/*/README.md", "{examples,apps/scanner/native}/README.md"],
  { cwd: root },
).sort();

export const snippets: Snippet[] = pages.flatMap((page) => {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(
    /^( *)```(\w*)(?: title="([^"]*)")?\n(.*?)^\1```$/gms,
  );
  return [...blocks].map(([, , language = "", title = "", text = ""]) => {
    return { page, language, title, text };
  });
});

/** Which snippets a rule is about: all that match every one of its parts. */
type Rule = {
  page: RegExp;
  /** The default is `sh`, the language of command lines. */
  language?: RegExp;
  /** A text in the title or the text of the snippet. */
  contains?: string;
} & (
  | { /** The test that runs it. */ ranBy: string }
  | { /** Why no test runs it. */ because: string }
);

export function matches(rule: Rule, { page, language, title, text }: Snippet): boolean {
  if (!rule.page.test(page) || !(rule.language ?? /^sh$/).test(language)) return false;
  return rule.contains === undefined || `${title}\n${text}`.includes(rule.contains);
}

const here = "scripts/docs/snippets.test.ts";
const commandLines = "scripts/docs/command-lines.test.ts";
const verdicts = "scripts/docs/verdicts.test.ts";
const code = /^(js|ts|py|go|php|csharp|sql)$/;
const data = /^(json|yaml|text|csv|http|toml|liquid|)$/;
const needsReader =
  "waits for a reader; e2e/kiosk.test.ts and e2e/tag-command.test.ts run these commands";
const changesSystem = "changes the system of the machine: packages, users, services";
const startsProject =
  "installs, builds and serves this clone; e2e/first-scan.test.ts follows its output";

/** Every snippet matches exactly one rule. */
export const rules: Rule[] = [
  // Run as shown.
  { page: /^docs\/uses\//, ranBy: "scripts/docs/uses.test.ts" },
  { page: /check-in/, language: /^js$/, ranBy: "scripts/docs/uses.test.ts" },
  { page: /^docs\/app\/(codes|nfc-tags|openprinttag|spools)/, ranBy: "scripts/docs/app.test.ts" },
  {
    page: /^docs\/receivers\/(own-backend|serverless)/,
    language: code,
    ranBy: "examples/examples.test.ts",
  },
  {
    page: /own-backend/,
    contains: "RECEIVER_PASSWORD=secret",
    ranBy: "examples/examples.test.ts",
  },
  {
    page: /own-backend|serverless/,
    contains: "npm install",
    ranBy: "examples/examples.test.ts",
  },
  { page: /translating-basic/, language: code, ranBy: "scripts/docs/signed-receivers.test.ts" },
  { page: /translating-basic/, ranBy: "scripts/docs/signed-receivers.test.ts" },
  { page: /receiving-well/, language: /^(js|sql)$/, ranBy: "scripts/docs/receiving-well.test.ts" },
  {
    page: /translating-basic|behind-a-proxy/,
    language: /^(caddyfile|nginx)$/,
    ranBy: "scripts/proxy-configurations.test.ts",
  },
  { page: /actions/, ranBy: here },
  { page: /^docs\/hub\/operations/, contains: "npx scanhook", ranBy: here },
  { page: /^docs\/hub\/(people|single-sign-on)/, ranBy: "scripts/docs/people.test.ts" },
  { page: /single-sign-on/, language: /^caddyfile$/, ranBy: "scripts/docs/single-sign-on.test.ts" },
  { page: /own-backend/, contains: "send --to", ranBy: here },
  { page: /which-way|own-receiver/, ranBy: here },
  { page: /behind-a-proxy/, contains: "doctor", ranBy: here },
  { page: /desk-reader/, contains: "inbox add", ranBy: here },
  { page: /laptop/, contains: "send --to", ranBy: here },
  { page: /door-without-internet/, contains: "\nnpx scanhook", ranBy: here },
  { page: /door-without-internet/, contains: "curl", ranBy: here },
  { page: /troubleshooting/, language: /^console$/, ranBy: here },
  { page: /project\/languages/, ranBy: "e2e/added-languages.test.ts" },
  { page: /^docs\/webhook\/(authentication|resend)/, ranBy: here },
  { page: /^docs\/webhook\/verdicts/, ranBy: verdicts },
  { page: /^docs\/reference\/(http|register|forwarding|people)-api/, ranBy: here },
  { page: /^docs\/reference\/metrics/, ranBy: here },
  {
    page: /^docs\/hub\/watching/,
    contains: "promtool",
    ranBy: "scripts/watching/firing-alerts.test.ts",
  },
  // Lines of the reference that wait for a reader are left out; e2e/kiosk.test.ts and
  // e2e/tag-command.test.ts run these.
  ...[
    "inbox add door",
    "people add Ada",
    "scanhook login-link",
    "scanhook token add",
    "scanhook changes",
    "scanhook export",
    "scanhook backup",
    "scanhook restore",
    "scanhook migrate",
    "scanhook verify",
    "scanhook routes",
    "scanhook config",
    "scanhook last",
    "scanhook open",
    "scanhook send",
    "scanhook doctor",
    "scanhook code",
    "scanhook decode",
    "scanhook document",
    "scanhook mat",
    "scanhook object",
    "scanhook room",
    "scanhook register",
    "scanhook tag",
  ].map((contains) => ({ page: /reference\/command/, contains, ranBy: commandLines })),
  { page: /scaling/, contains: "scanhook migrate", ranBy: commandLines },
  { page: /configuration-as-code/, ranBy: commandLines },
  { page: /app\/documents/, contains: "scanhook document", ranBy: commandLines },
  { page: /app\/objects/, contains: "scanhook object", ranBy: commandLines },
  { page: /app\/rooms/, contains: "scanhook room", ranBy: commandLines },
  { page: /for-programs/, contains: "curl", ranBy: commandLines },
  { page: /^examples\/README/, ranBy: commandLines },
  { page: /^packages\/(content|rooms|tags|webhook)\//, language: /^(js|ts)$/, ranBy: here },

  // Not run.
  { page: /./, language: data, because: "holds data, output or settings, not commands" },
  { page: /^(README|docs\/start\/(laptop|phone))/, contains: "npm start ", because: startsProject },
  { page: /^docs\/start\/(laptop|phone)/, contains: "npm start\n", because: startsProject },
  { page: /behind-a-proxy/, contains: "npm start --", because: startsProject },
  { page: /kiosk\.md|desk-reader/, contains: "npx scanhook kiosk", because: needsReader },
  { page: /reference\/command/, contains: "scanhook kiosk", because: needsReader },
  { page: /kiosk\.md/, contains: "sudo", because: changesSystem },
  { page: /door-without-internet/, contains: "nmcli", because: changesSystem },
  { page: /door-without-internet/, contains: "sudo date", because: changesSystem },
  {
    page: /door-without-internet/,
    contains: "systemd-inhibit",
    because: "needs a running systemd; the same command without it is run",
  },
  {
    page: /installing/,
    contains: "npm install --global",
    because: `${changesSystem}; scripts/release/npm-packages.test.ts installs the package`,
  },
  {
    page: /docker\.md/,
    contains: "npm run image",
    because: `${changesSystem}; scripts/release/container-image.test.ts makes, unpacks and runs the image`,
  },
  { page: /kubernetes/, contains: "sed -i 's|newName", ranBy: "scripts/kubernetes-files.test.ts" },
  { page: /kubernetes/, contains: "docker load", because: "needs Docker and a registry" },
  { page: /kubernetes/, contains: "kubectl ", because: "needs a cluster" },
  {
    page: /failover/,
    contains: "pg_basebackup",
    because: "needs a second PostgreSQL server; the page says how it was run by hand",
  },
  {
    page: /failover/,
    language: /^ini$/,
    because: "is part of postgresql.conf; e2e/failover.test.ts runs with these standbys",
  },
  {
    page: /installing/,
    contains: "apt install",
    because: `${changesSystem}; scripts/release/debian-package.test.ts installs the package in a folder`,
  },
  {
    page: /installing/,
    contains: "sha256sum",
    because: "needs the files of a release; scripts/release/npm-packages.test.ts runs it on them",
  },
  {
    page: /installing|reference\/command/,
    contains: "scanhook update-check",
    because: "asks the internet; its own test runs it on a feed that the site's code makes",
  },
  { page: /kiosk\.md/, language: /^js$/, because: changesSystem },
  { page: /operations/, contains: "sudo", because: changesSystem },
  {
    page: /operations|docker/,
    contains: "docker compose",
    because: "needs Docker; scripts/deploy-files.test.ts compares the names with the code",
  },
  {
    page: /scaling/,
    contains: "scanhook serve",
    because: "starts a hub that runs until Ctrl+C; e2e/postgres.test.ts starts hubs on PostgreSQL",
  },
  {
    page: /for-programs/,
    contains: "npm run site",
    because:
      "builds the site into the clone; scripts/build-site.ts makes the same builds for tests",
  },
  { page: /serverless/, contains: "wrangler", because: "needs an account of Cloudflare" },
  {
    page: /node-red/,
    language: /^js$/,
    because: "is part of Node-RED's settings.js; e2e/peers runs it",
  },
  {
    page: /check-in/,
    language: /^console$/,
    because: "starts the program that scripts/docs/uses.test.ts starts",
  },
  {
    page: /reference\/command/,
    contains: "scanhook serve",
    because: "starts hubs that run until Ctrl+C; apps/cli/src/commands/serve.test.ts starts them",
  },
  {
    page: /^packages\/(codes|documents)\//,
    language: /^ts$/,
    because: "needs the pixels of a picture",
  },
  {
    page: /^apps\/scanner\/native/,
    because: "writes into the clone; e2e/native-shell.test.ts runs it",
  },
];
