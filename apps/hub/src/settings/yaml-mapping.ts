import { parse } from "yaml";
import type { Parsed } from "../parsed.ts";

/** Parses YAML, or returns one sentence as the reason if a text is not YAML. */
export function parseYaml(text: string, path: string): Parsed<unknown> {
  try {
    return { ok: true, value: parse(text, { logLevel: "error" }) };
  } catch (error) {
    const detail = error instanceof Error ? error.message.split("\n")[0] : "";
    return { ok: false, reason: `${path} is not YAML (${detail?.replace(/:$/, "")}); correct it.` };
  }
}

/**
 * Parses a YAML file whose top level must be a mapping. Returns one sentence as the reason if it is
 * not, or if the text is not YAML. The mapping of an empty file is {}.
 */
export function readYamlMapping(text: string, path: string): Parsed<Record<string, unknown>> {
  const parsed = parseYaml(text, path);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (value === null || value === undefined) return { ok: true, value: {} };
  if (typeof value !== "object" || Array.isArray(value)) {
    return { ok: false, reason: `${path} must hold lines like "http-port: 8080"; correct it.` };
  }
  return { ok: true, value: value as Record<string, unknown> };
}
