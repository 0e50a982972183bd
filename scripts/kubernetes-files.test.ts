// The manifests in deploy/kubernetes name settings, ports, paths, users and images that must exist,
// and have only fields that Kubernetes knows.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import cliPackage from "../apps/cli/package.json" with { type: "json" };
import { classify } from "../apps/hub/src/egress/address-classes.ts";
import { parseSettings } from "../apps/hub/src/settings/settings.ts";
import { settingsTable } from "../apps/hub/src/settings/settings-table.ts";
import { imageName } from "./release/container-image.ts";
import { programFolder } from "./release/program.ts";
import { freePort } from "./testing/free-port.ts";
import { checkAgainstSchemas, type KubernetesObject } from "./testing/kubernetes-schemas.ts";
import { untilReady } from "./testing/until-ready.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "deploy/kubernetes");
const overlays = ["one-node", "several-nodes"];

type Variable = { name: string; value?: string; valueFrom?: object };
type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: Variable[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: unknown;
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
};
type Pod = {
  metadata?: { labels: Record<string, string> };
  spec: {
    containers: Container[];
    initContainers?: Container[];
    volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[];
    enableServiceLinks?: boolean;
    securityContext?: unknown;
  };
};
// biome-ignore lint/suspicious/noExplicitAny: The schemas check what the tests read from it.
type Manifest = KubernetesObject & { spec?: any };
type Kustomization = { resources: string[]; patches: { path?: string }[]; images: object[] };

const read = (path: string) => readFileSync(join(folder, path), "utf8");
const kustomization = (name: string): Kustomization => parse(read(`${name}/kustomization.yaml`));
const readAll = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS());
const readOne = (path: string): Manifest => readAll(path)[0]!;
const isKustomization = (path: string) => basename(path) === "kustomization.yaml";
const manifests = globSync("*/*.yaml", { cwd: folder }).filter((path) => !isKustomization(path));

const hubPod: Pod = readOne("common/hub.yaml").spec.template;
const [hub] = hubPod.spec.containers as [Container];
const statefulSet = readOne("one-node/stateful-set.yaml");
const deployment = readOne("several-nodes/deployment.yaml");
const backupPod: Pod = readOne("one-node/backup.yaml").spec.jobTemplate.spec.template;
const [backup] = backupPod.spec.containers as [Container];
const [deleteOld] = backupPod.spec.initContainers as [Container];

const check = checkAgainstSchemas();
const checkPatch = checkAgainstSchemas({ patch: true });

test.each(manifests)("%s has only fields of the API of Kubernetes", (path) => {
  const isPatch = path === "common/hub.yaml";
  for (const object of readAll(path)) expect((isPatch ? checkPatch : check)(object)).toEqual([]);
});

test("a field that Kubernetes does not know, and one that is missing, are found", () => {
  const policy = readOne("common/network-policy.yaml");
  const wrong = { ...policy, spec: { ...policy.spec, egres: [] } };
  expect(check(wrong)).toEqual(["/spec/egres is unknown"]);
  const { selector: _, ...spec } = deployment.spec;
  expect(check({ ...deployment, spec } as Manifest)).toEqual([
    "/spec must have required property 'selector'",
  ]);
  const otherType = { ...deployment, spec: { ...deployment.spec, replicas: "two" } };
  expect(check(otherType)).toEqual(["/spec/replicas must be integer"]);
});

test.each(["common", ...overlays])("%s/kustomization.yaml names every file beside it", (name) => {
  const { resources, patches = [] } = kustomization(name);
  const named = [...resources, ...patches.flatMap(({ path }) => path ?? [])];
  const files = readdirSync(join(folder, name)).filter((file) => !isKustomization(file));
  expect(named.sort()).toEqual(files.sort());
});

/** Returns the variables of the hub, with an example for each value of a Secret. */
function readEnv(workload: Manifest): Record<string, string> {
  const own: Variable[] = workload.spec.template.spec.containers[0].env ?? [];
  const examples: Record<string, string> = {
    SCANHOOK_DATABASE: "postgres://scanhook:secret@db.example.org/scanhook",
    SCANHOOK_SECRET_KEY: "0123456789abcdef".repeat(4),
  };
  return Object.fromEntries(
    [...hub.env!, ...own].map(({ name, value }) => [name, value ?? examples[name] ?? "missing"]),
  );
}

test.each([statefulSet, deployment])("the hub of a $kind gets valid settings", (workload) => {
  const env = readEnv(workload);
  expect(Object.keys(env).every((name) => name.startsWith("SCANHOOK_"))).toBe(true);
  const parsed = parseSettings({ args: [], env, readFile: () => undefined });
  expect(parsed).toMatchObject({ ok: true, settings: { tls: "off", data: "/data/hub" } });
  expect(Object.keys(env)).not.toContain("SCANHOOK_HTTP_PORT");
});

test("a Service named like the hub adds variables that the hub refuses, so pods do without them", () => {
  const { name } = readOne("common/service.yaml").metadata;
  const variable = `${name.toUpperCase()}_SERVICE_HOST`;
  const env = { ...readEnv(statefulSet), [variable]: "10.0.0.1" };
  expect(parseSettings({ args: [], env })).toMatchObject({ ok: false });
  for (const { spec } of [hubPod, backupPod]) expect(spec.enableServiceLinks).toBe(false);
});

test("ports are those of the settings, and one name leads to them everywhere", () => {
  const port = Number(settingsTable.find(({ name }) => name === "http-port")?.default);
  expect(hub.ports).toEqual([{ name: "http", containerPort: port }]);
  const [served] = readOne("common/service.yaml").spec.ports;
  expect(served).toEqual({ name: "http", port, targetPort: "http" });
  const [rule] = readOne("common/ingress.yaml").spec.rules;
  expect(rule.http.paths[0].backend.service).toEqual({ name: "scanhook", port: { name: "http" } });
  const policy = readOne("common/network-policy.yaml").spec;
  expect(policy.ingress).toHaveLength(1);
  expect(policy.ingress[0].ports).toEqual([{ port: "http" }]);
});

test("the host of the Ingress is that of the public URL", () => {
  const { hostname } = new URL(readEnv(statefulSet).SCANHOOK_PUBLIC_URL!);
  const { rules, tls } = readOne("common/ingress.yaml").spec;
  expect([rules[0].host, tls[0].hosts]).toEqual([hostname, [hostname]]);
});

test("the image, its user and its program are those of the release", () => {
  for (const { image } of [hub, backup, deleteOld]) expect(image).toBe(imageName);
  expect(kustomization("common").images).toEqual([
    { name: imageName, newName: imageName, newTag: cliPackage.version },
  ]);
  const source = readFileSync(join(root, "scripts/release/container-image.ts"), "utf8");
  const [, user, group] = /User: "(\d+):(\d+)"/.exec(source)?.map(Number) ?? [];
  for (const { spec } of [hubPod, backupPod]) {
    expect(spec.securityContext).toMatchObject({ runAsUser: user, runAsGroup: group });
    expect(spec.securityContext).toMatchObject({ fsGroup: group });
  }
  expect(deleteOld.command?.[0]).toBe(`/${programFolder}/bin/node`);
});

test("pods are restricted, and their files cannot be changed", () => {
  for (const { spec } of [hubPod, backupPod]) {
    const { containers, initContainers = [] } = spec;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const { securityContext } of [...containers, ...initContainers])
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
  }
});

test("every selector is about the labels of the pods of the hub, or of the backups", () => {
  const hubLabels = hubPod.metadata!.labels;
  const backupLabels = backupPod.metadata!.labels;
  expect(hubLabels).not.toEqual(backupLabels);
  for (const { spec } of [statefulSet, deployment, readOne("several-nodes/disruption-budget.yaml")])
    expect(spec.selector.matchLabels).toEqual(hubLabels);
  expect(readOne("common/service.yaml").spec.selector).toEqual(hubLabels);
  for (const path of ["common/network-policy.yaml", "several-nodes/postgres-policy.yaml"])
    expect(readOne(path).spec.podSelector.matchLabels).toEqual(hubLabels);
  const [, backupPolicy] = readAll("one-node/backup.yaml");
  expect(backupPolicy?.spec.podSelector.matchLabels).toEqual(backupLabels);
});

test("the policy keeps the hub from networks that it would not send to either", () => {
  type Rule = { to?: { ipBlock: { except: string[] } }[] };
  const rules: Rule[] = readOne("common/network-policy.yaml").spec.egress;
  const ranges = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock.except));
  expect(ranges.length).toBeGreaterThan(5);
  for (const range of ranges) {
    const [address = ""] = range.split("/");
    expect([range, classify(address).class]).not.toContain("public");
  }
});

test("a backup is written beside the hub's volumes, from its folder", () => {
  const claims: string[] = statefulSet.spec.volumeClaimTemplates.map(
    ({ metadata }: KubernetesObject) => `${metadata.name}-${statefulSet.metadata.name}-0`,
  );
  const mounted = backupPod.spec.volumes?.map((volume) => volume.persistentVolumeClaim?.claimName);
  expect(mounted).toEqual(claims);
  const dataOf = ({ env }: Container) => env?.find(({ name }) => name === "SCANHOOK_DATA")?.value;
  expect(dataOf(backup)).toBe(dataOf(hub));
  expect(backup.args).toEqual(["backup", "/backups/$(POD_NAME).tar.gz"]);
});

test("before a backup all but the thirteen newest are deleted, and none that somebody made", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-kubernetes-"));
  try {
    const nightly = Array.from({ length: 20 }, (_, n) => `scanhook-backup-293849${n + 10}-x7k2p`);
    const names = [...nightly, "scanhook-backup-now-abcde", "before-the-fair"];
    for (const name of names) writeFileSync(join(dir, `${name}.tar.gz`), "");
    const [, option = "", script = ""] = deleteOld.command!;
    execFileSync(process.execPath, [option, script.replaceAll("/backups", dir)]);
    const kept = [...nightly.slice(-13), "scanhook-backup-now-abcde", "before-the-fair"];
    expect(readdirSync(dir).sort()).toEqual(kept.map((name) => `${name}.tar.gz`).sort());
  } finally {
    await rm(dir, { recursive: true });
  }
});

test("the probes ask a hub that runs whether it listens, stores and responds", async () => {
  const data = await mkdtemp(join(tmpdir(), "scanhook-kubernetes-"));
  const port = await freePort();
  const env = { ...readEnv(statefulSet), SCANHOOK_DATA: data, SCANHOOK_HTTP_PORT: `${port}` };
  const command = [join(root, "apps/cli/bin/scanhook.mjs"), "serve"];
  const probes = [hub.startupProbe, hub.readinessProbe, hub.livenessProbe];
  const paths = probes.map((probe) => probe!.httpGet.path);
  // What each means while the store is away or the hub closes is tested beside health.ts.
  expect(paths).toEqual(["/healthz", "/readyz", "/healthz"]);
  // Kubernetes asks from the machine of the pod, under the address of the pod.
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  try {
    await using _ = await untilReady(process.execPath, command, { env });
    for (const path of paths) {
      const url = `http://${address ?? "127.0.0.1"}:${port}${path}`;
      const { status } = await fetch(url, { redirect: "manual" });
      expect([path, status]).toEqual([path, 200]);
    }
  } finally {
    await rm(data, { recursive: true });
  }
});

const page = readFileSync(join(root, "docs/start/kubernetes.md"), "utf8");

test("the commands of the docs put the names of an operator into every place", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-kubernetes-"));
  try {
    await cp(folder, join(dir, "kubernetes"), { recursive: true });
    const [, commands = ""] = /^```sh\n(cd kubernetes\n.*?)^```$/ms.exec(page) ?? [];
    execFileSync("sh", ["-ec", commands], { cwd: dir });
    const changed = (path: string) => readFileSync(join(dir, "kubernetes", path), "utf8");
    expect(changed("common/kustomization.yaml")).toContain(
      "newName: registry.example.org/scanhook\n",
    );
    expect(changed("common/hub.yaml")).toContain("https://scans.your-company.example\n");
    expect(changed("common/network-policy.yaml")).toMatch(/metadata\.name: kube-system\n/);
    for (const path of manifests) expect(changed(path)).not.toMatch(/scans\.example|traefik/);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test("the README of the folder names every manifest", () => {
  const readme = readFileSync(join(root, "deploy/README.md"), "utf8");
  for (const path of manifests) expect(readme).toContain(`\`${path}\``);
});

const kubectl = spawnSync("kubectl", ["version", "--client"], { encoding: "utf8" });
// Components and patches of several kinds came with Kustomize 4 in kubectl 1.21.
const version = Number(/v1\.(\d+)/.exec(kubectl.stdout ?? "")?.[1] ?? 0);
const whyNot = version === 0 ? "is not installed" : `is version 1.${version}; 1.21 is needed`;
if (version < 21) console.log(`Skipped: kubectl, which builds the overlays, ${whyNot}.`);

test.skipIf(version < 21).each(overlays)("kubectl builds %s into valid objects", (overlay) => {
  const built = execFileSync("kubectl", ["kustomize", join(folder, overlay)], { encoding: "utf8" });
  const objects = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
  for (const object of objects) {
    expect(check(object)).toEqual([]);
    expect(object.metadata).toMatchObject({ namespace: "scanhook" });
  }
  const workload = objects.find(({ kind }) => /^(StatefulSet|Deployment)$/.test(kind))!;
  const pod: Pod = workload.spec.template;
  expect(pod.metadata?.labels).toEqual(workload.spec.selector.matchLabels);
  expect(pod.spec.containers).toHaveLength(1);
  const [container] = pod.spec.containers as [Container];
  expect(container).toMatchObject({
    image: `${imageName}:${cliPackage.version}`,
    readinessProbe: hub.readinessProbe,
    securityContext: hub.securityContext,
  });
  const claimed = workload.spec.volumeClaimTemplates ?? [];
  const volumes: string[] = [
    ...(pod.spec.volumes ?? []).map(({ name }) => name),
    ...claimed.map(({ metadata }: KubernetesObject) => metadata.name),
  ];
  expect(container.volumeMounts?.map(({ name }) => name).sort()).toEqual(volumes.sort());
});
