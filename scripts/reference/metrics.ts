import type { Registry } from "prom-client";
import { measureForwarding } from "../../apps/hub/src/forwarding/metrics.ts";
import { createMetrics } from "../../apps/hub/src/observing/metrics.ts";
import { blocks, code, fence, type Page, prose, table } from "./markdown.ts";

type Metric = { name: string; help: string; type: string };

/** Every metric of the hub: what `/metrics` serves, with the labels that its registry knows. */
export function describeMetrics(served: string): Page {
  const metrics = [...served.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = "", help = "", type = ""]): Metric => ({ name, help, type }),
  );
  const details = detailsOf(makeRegistry());
  const isOfPassingOn = ({ name }: Metric) => /^scanhook_(deliver|destination)/.test(name);
  const rows = (some: readonly Metric[]) =>
    table(
      ["Metric", "Type", "Labels", "What it says"],
      some.map(({ name, help, type }) => [
        code(name),
        type,
        (details.get(name)?.labels ?? []).map(code).join(", "),
        prose(help),
      ]),
    );
  return {
    name: "metrics",
    title: "Metrics",
    description: "Every metric that the hub serves to Prometheus, with its type and labels.",
    tags: ["hub", "operations"],
    source: "the registry of apps/hub",
    text: blocks(
      "`/metrics` serves them in the text format of Prometheus: to the machine itself, and to others with an API token, which is made on the dashboard under Settings.",
      fence(
        "sh",
        `curl -H "Authorization: Bearer $SCANHOOK_TOKEN" https://hub.example:8443/metrics`,
      ),
      "In the configuration of Prometheus:",
      fence(
        "yaml",
        `scrape_configs:
  - job_name: scanhook
    scheme: https
    authorization:
      credentials_file: /etc/prometheus/scanhook-token
    static_configs:
      - targets: ["hub.example:8443"]`,
      ),
      "## Scans",
      rows(metrics.filter((one) => !isOfPassingOn(one))),
      "## Passing on",
      "The label `destination` is its name; beyond 200 destinations the rest is counted together as `(others)`.",
      rows(metrics.filter(isOfPassingOn)),
      "## Buckets",
      "Upper bounds of the histograms, in seconds:",
      table(
        ["Metric", "Buckets"],
        metrics.flatMap(({ name }) => {
          const bounds = details.get(name)?.buckets;
          return bounds ? [[code(name), bounds.join(", ")]] : [];
        }),
      ),
    ),
  };
}

function makeRegistry(): Registry {
  const store = {
    size: async () => ({ scans: 0, bytes: 0 }),
    deliveryCounts: async () => [],
  };
  const { registry } = createMetrics(store);
  measureForwarding(registry, { store, slots: () => [] });
  return registry;
}

function detailsOf(registry: Registry) {
  return new Map(
    registry.getMetricsAsArray().map((metric) => {
      const {
        name,
        labelNames = [],
        upperBounds,
      } = metric as unknown as {
        name: string;
        labelNames?: string[];
        upperBounds?: number[];
      };
      return [name, { labels: labelNames.filter((label) => label !== "le"), buckets: upperBounds }];
    }),
  );
}
