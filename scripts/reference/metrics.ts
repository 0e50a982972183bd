import type { Registry } from "prom-client";
import { measureAlerts } from "../../apps/hub/src/alerts/metrics.ts";
import { createDestinationLabels } from "../../apps/hub/src/forwarding/destination-labels.ts";
import { measureForwarding } from "../../apps/hub/src/forwarding/metrics.ts";
import { createFailedLogins } from "../../apps/hub/src/login/metrics.ts";
import { createMetrics } from "../../apps/hub/src/observing/metrics.ts";
import { defaultAlertSettings } from "../../apps/hub/src/store/alerts.ts";
import { blocks, code, fence, type Page, prose, table } from "./markdown.ts";

type Metric = { name: string; help: string; type: string };

/** Describes every metric that `/metrics` serves, with the labels from the registry. */
export function describeMetrics(served: string): Page {
  const metrics = [...served.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = "", help = "", type = ""]): Metric => ({ name, help, type }),
  );
  const details = readMetricDetails();
  const isForwardingMetric = ({ name }: Metric) => /^scanhook_(deliver|destination)/.test(name);
  const isMachineMetric = ({ name }: Metric) =>
    /^scanhook_(backup|certificate|clock|disk|last_backup|logins|time)_/.test(name);
  const formatRows = (selected: readonly Metric[]) =>
    table(
      ["Metric", "Type", "Labels", "Meaning"],
      selected.map(({ name, help, type }) => [
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
      "`/metrics` serves the metrics in the text format of Prometheus. Requests from the hub's own machine need no log-in. All others need an API token, which you create on the dashboard under Settings.",
      fence(
        "sh",
        `curl -H "Authorization: Bearer $SCANHOOK_TOKEN" https://hub.example:8443/metrics`,
      ),
      "[Watching with Prometheus](../hub/watching.md) has rules for alerts and a dashboard for Grafana. In the configuration of Prometheus:",
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
      formatRows(
        metrics.filter((metric) => !isForwardingMetric(metric) && !isMachineMetric(metric)),
      ),
      '<a id="passing-on"></a>',
      "## Forwarding",
      "The label `destination` is the name of the destination. If there are more than 200 destinations, the rest are counted together as `(others)`. `scanhook_deliveries`, `scanhook_deliveries_dropped`, `scanhook_delivery_oldest_pending_seconds` and `scanhook_destination_state` come from the database, so several hubs on one PostgreSQL serve the same values.",
      formatRows(metrics.filter(isForwardingMetric)),
      "## Machine and log-ins",
      "Each of several hubs on one PostgreSQL serves its own values here.",
      formatRows(metrics.filter(isMachineMetric)),
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

/** Returns the labels of each metric that has any, and the bounds of the buckets of histograms. */
export function readMetricDetails(): Map<
  string,
  { labels: string[]; buckets: number[] | undefined }
> {
  return new Map(
    createRegistry()
      .getMetricsAsArray()
      .map((metric) => {
        const {
          name,
          labelNames = [],
          upperBounds,
        } = metric as unknown as {
          name: string;
          labelNames?: string[];
          upperBounds?: number[];
        };
        const labels = labelNames.filter((label) => label !== "le");
        return [name, { labels, buckets: upperBounds }];
      }),
  );
}

function createRegistry(): Registry {
  const store = {
    size: async () => ({ scans: 0, bytes: 0 }),
    deliveryCounts: async () => [],
    alerts: async () => [],
    alertSettings: async () =>
      ({ ...defaultAlertSettings, origin: "dashboard", revision: 1 }) as const,
    routing: () => ({ destinations: [], routes: [] }),
  } as const;
  const labels = createDestinationLabels();
  const { registry } = createMetrics(store);
  measureForwarding(registry, { store, slots: () => [], labels });
  measureAlerts(registry, { store, labels, dataDir: "", makesBackups: true });
  createFailedLogins(registry);
  return registry;
}
