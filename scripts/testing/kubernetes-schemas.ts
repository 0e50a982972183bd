// The published schemas of the Kubernetes API, for tests of manifests.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

const file = new URL("../fixtures/kubernetes-1.36.0/definitions.jsonl", import.meta.url);

/** An object of the Kubernetes API. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
};

/** Lists what is wrong with an object, such as `/spec/replica is unknown`. */
export type Check = (object: KubernetesObject) => string[];

/**
 * Returns a check against the schemas of Kubernetes 1.36.0. As `kubectl apply --validate=strict`,
 * it refuses unknown fields. For a `patch`, it does not ask for the required ones.
 */
export function checkAgainstSchemas({ patch = false } = {}): Check {
  const ajv = new Ajv({ allErrors: true, validateFormats: false });
  const definitions = new Map<string, Schema>();
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const [name, schema] = JSON.parse(line) as [string, Schema];
    definitions.set(name, toStrict(schema, patch));
  }
  ajv.addSchema({ $id: "kubernetes", definitions: Object.fromEntries(definitions) });
  return (object) => {
    const { apiVersion, kind } = object;
    const name = `io.k8s.api.${toGroup(apiVersion)}.${kind}`;
    if (!definitions.has(name)) return [`there is no ${kind} of ${apiVersion} in ${file.pathname}`];
    ajv.validate(`kubernetes#/definitions/${name}`, object);
    return (ajv.errors ?? []).map(({ keyword, instancePath, params, message }) =>
      keyword === "additionalProperties"
        ? `${instancePath}/${params.additionalProperty} is unknown`
        : `${instancePath} ${message}`,
    );
  };
}

type Schema = { properties?: object; required?: string[]; additionalProperties?: unknown };

function toStrict({ required, ...schema }: Schema, patch: boolean): Schema {
  const isClosed = schema.properties !== undefined && schema.additionalProperties === undefined;
  const strict: Schema = isClosed ? { ...schema, additionalProperties: false } : schema;
  return patch || required === undefined ? strict : { ...strict, required };
}

/** Returns the group and version as in the names of definitions: `apps.v1`, `core.v1`. */
function toGroup(apiVersion: string): string {
  const [group = "", version] = apiVersion.split("/");
  return version === undefined ? `core.${group}` : `${group.replace(/\.k8s\.io$/, "")}.${version}`;
}
