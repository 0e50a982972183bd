// The rules fire when they must, and only then: on series written by hand, and on what a real hub
// serves, whose labels and values nobody wrote.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBackupNote } from "../../apps/hub/src/store/backup-note.ts";
import { startReceiver } from "../../apps/hub/src/testing/receiver.ts";
import { asOwner, fromPage, postScan, startTestHub } from "../../apps/hub/src/testing/test-hub.ts";
import {
  type CertificateFolder,
  makeCertificateFolder,
} from "../../apps/hub/src/tls/testing/certificate-folder.ts";
import { hasPromtool, rulesFolder, runPromtool } from "./testing/promtool.ts";
import { ruleTests } from "./testing/watching-files.ts";

type Hub = Awaited<ReturnType<typeof startTestHub>>;
const dayMs = 86_400_000;

test.skipIf(!hasPromtool).each(ruleTests)("in %s, exactly the expected alerts fire", (name) => {
  const { status, printed } = runPromtool("test", "rules", name);
  expect(status, printed).toBe(0);
});

test.skipIf(!hasPromtool)(
  "a hub with dead deliveries, bad destinations, an old backup, an expired certificate and guessed passwords causes exactly these alerts",
  async () => {
    using folder = makeCertificateFolder();
    const expired = await writeExpiredCertificate(folder);
    const files = ["--tls-cert", expired.cert, "--tls-key", expired.key];
    await using hub = await startTestHub("--tls", "files", ...files);
    await using up = await startReceiver();
    await using failing = await startReceiver(() => 503);
    await using gone = await startReceiver(() => 410);
    await using refusing = await startReceiver(() => 422);
    await addRoutes(hub, { up, failing, gone, refusing });
    await writeBackupNote(hub.settings.data, new Date().toISOString());
    const well = await scrape(hub);
    for (let n = 0; n < 6; n++)
      expect(await postScan(hub, { content: `scan ${n}` })).toMatchObject({ status: 204 });
    await writeBackupNote(hub.settings.data, new Date(Date.now() - 8 * dayMs).toISOString());
    await guess(hub);
    await expect
      .poll(() => scrape(hub))
      .toMatchObject({
        'scanhook_destination_state{destination="failing",state="failing"}': 1,
        'scanhook_destination_state{destination="gone",state="stopped"}': 1,
        'scanhook_deliveries{destination="refusing",state="dead"}': 6,
        'scanhook_deliveries{destination="up",state="delivered"}': 6,
      });
    const bad = await scrape(hub);
    const failedLogins = ["password-wrong", "too-many-tries"].map(
      (code) => bad[`scanhook_logins_failed_total{code="${code}"}`] ?? 0,
    );
    expect(Math.min(...failedLogins)).toBeGreaterThan(5);
    expect(failedLogins[0]! + failedLogins[1]!).toBe(40);

    const { status, printed } = testRules(well, bad, [
      { alertname: "ScanhookBackupOld", instance: "hub:8443" },
      { alertname: "ScanhookCertificateExpires", instance: "hub:8443" },
      { alertname: "ScanhookDeliveriesDead", destination: "refusing" },
      { alertname: "ScanhookDestinationFailing", destination: "failing" },
      { alertname: "ScanhookDestinationFailing", destination: "gone" },
      { alertname: "ScanhookPasswordsGuessed" },
    ]);
    expect(status, printed).toBe(0);
  },
);

/** Writes the certificate that a hub made two years ago, which has expired since. */
async function writeExpiredCertificate({ dir, openCertificates }: CertificateFolder) {
  const now = () => new Date(Date.now() - 2 * 365 * dayMs);
  const { cert, key } = (await openCertificates({ now, names: () => ["localhost"] })).current();
  const paths = { cert: join(dir, "cert.pem"), key: join(dir, "key.pem") };
  writeFileSync(paths.cert, cert);
  writeFileSync(paths.key, key);
  return paths;
}

/** Makes an inbox without users, and a destination and a route for each receiver. */
async function addRoutes(hub: Hub, receivers: Record<string, { url: string }>): Promise<void> {
  const call = await asOwner(hub);
  const add = async (path: string, body: object) =>
    expect(await call("POST", path, body)).toMatchObject({ status: 201 });
  await add("/api/inboxes", { name: "door", open: true });
  for (const [name, { url }] of Object.entries(receivers)) {
    const body = { name, kind: "http", settings: { url }, allowPrivate: true, concurrency: 1 };
    await add("/api/destinations", body);
    await add("/api/routes", { name: `to-${name}`, destination: name });
  }
}

/** Tries forty passwords of the owner. */
async function guess(hub: Hub): Promise<void> {
  const call = fromPage(hub);
  for (let n = 0; n < 40; n++)
    await call("POST", "/api/session", { password: `a long guess ${n}` });
}

/** Returns the value of each series that the hub serves, without histograms. */
async function scrape({ base }: Hub): Promise<Record<string, number>> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const now = Date.now() / 1000;
  return Object.fromEntries(
    [...text.matchAll(/^(scanhook_\w+(?:\{.*\})?) (\S+)$/gm)]
      .filter(([, series = ""]) => !/_(bucket|sum|count)\b/.test(series))
      .map(([, series = "", value]) => [series, toRelative(series, Number(value), now)]),
  );
}

/** Times count from the scrape, because the time of promtool begins at 0. */
function toRelative(series: string, value: number, now: number): number {
  const isTime = /^scanhook_(time|\w+_timestamp)_seconds/.test(series);
  return isTime && value > 0 ? Math.round(value - now) : value;
}

/** Lets promtool see the hub ten minutes as it was before, and half an hour as it was after. */
function testRules(
  before: Record<string, number>,
  after: Record<string, number>,
  expected: readonly Record<string, string>[],
) {
  const dir = mkdtempSync(join(tmpdir(), "scanhook-recorded-"));
  try {
    const series = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
      series: withTarget(name),
      values: name === "scanhook_time_seconds" ? "0+60x40" : spread(before[name], after[name]),
    }));
    const expr =
      'count by (alertname, instance, destination) (ALERTS{alertstate="firing",job="scanhook"})';
    const samples = expected.map((labels) => ({
      labels: `{${Object.entries(labels).map(([name, value]) => `${name}="${value}"`)}}`,
      value: 1,
    }));
    const file = join(dir, "recorded.json");
    const input_series = [{ series: withTarget("up"), values: "1x40" }, ...series];
    const promql_expr_test = [
      { expr, eval_time: "9m", exp_samples: [] },
      { expr, eval_time: "20m", exp_samples: samples },
    ];
    const tests = [{ interval: "1m", input_series, promql_expr_test }];
    const rule_files = [join(rulesFolder, "scanhook.rules.yaml")];
    writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: "1m", tests }));
    return runPromtool("test", "rules", file);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Adds the labels that Prometheus gives to what it scrapes. */
function withTarget(series: string): string {
  const target = 'job="scanhook",instance="hub:8443"';
  return series.endsWith("}") ? series.replace("{", `{${target},`) : `${series}{${target}}`;
}

const spread = (before: number | undefined, after: number | undefined) =>
  `${before === undefined ? "_x10" : `${before}x9`} ${after === undefined ? "_x30" : `${after}x30`}`;
