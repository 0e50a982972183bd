import { parseContent, summarizeContent } from "@scanhook/content";
import { Context, Liquid, LiquidError, type Template, toValueSync } from "liquidjs";
import { say } from "../texts/exact-message.ts";
import { chargeFilters, operators } from "./template-costs.ts";
import { createOutput, InsertedValue, toText } from "./template-output.ts";

export type Filled = { ok: true; text: string } | { ok: false; reason: string };

/**
 * The limits of one use of a template. `memory` is the total cost of its filters, in characters
 * (`template-costs.ts`).
 */
export type TemplateLimits = { steps: number; memory: number };

/**
 * Fills in a LiquidJS template with variables. Never throws. A template that does too much is
 * stopped by counting its steps, so the same template and variables always have the same result.
 * `escaping` applies to every inserted value, unless its last filter is `raw`.
 */
export function fillTemplate(
  template: string,
  variables: object,
  escaping: keyof typeof engines = "nothing",
  { steps, memory }: TemplateLimits = maxLimits,
): Filled {
  if (!template.includes("{")) return { ok: true, text: template };
  try {
    const engine = engines[escaping];
    const templates = parse(engine, escaping, template);
    const output = createOutput(escaping === "json");
    const rendering = { sync: true, memoryLimit: memory };
    const context = new Context(variables, engine.options, rendering, {
      renderLimit: countSteps(steps),
      liquid: engine,
    } as never);
    toValueSync(engine.renderer.renderTemplates(templates, context, output));
    return { ok: true, text: output.buffer };
  } catch (error) {
    return { ok: false, reason: explain(error) };
  }
}

/**
 * Returns why a template is invalid, as one sentence; undefined if it is valid. Variables with
 * other names are refused, because a misspelled name would always insert nothing.
 */
export function checkTemplate(
  template: string,
  variableNames: readonly string[],
): string | undefined {
  try {
    const templates = parse(engines.nothing, "nothing", template);
    const unknown = engines.nothing
      .globalVariablesSync(templates)
      .find((name) => !variableNames.includes(name));
    if (unknown === undefined) return undefined;
    return say("template-variable-unknown", {
      name: unknown.slice(0, 64),
      names: variableNames.join(", "),
    });
  } catch (error) {
    return explain(error);
  }
}

export const maxTemplateLength = 20_000;
const maxLimits: TemplateLimits = { steps: 20_000, memory: 16_000_000 };

/**
 * Unicode noncharacters, which no text contains, replace the characters that separate the fields of
 * a form.
 */
const formPlaceholders: readonly (readonly [string, string])[] = [
  ["\n", "\ufdd0"],
  ["\r", "\ufdd1"],
  [":", "\ufdd2"],
];

/**
 * Restores the separators that were replaced in values when the template of a form was filled in.
 */
export function restoreFormText(text: string): string {
  return formPlaceholders.reduce(
    (text, [separator, placeholder]) => text.replaceAll(placeholder, separator),
    text,
  );
}

const engines = {
  nothing: createEngine(),
  url: createEngine((value) => encodeURIComponent(toText(value).toWellFormed())),
  // In an MQTT topic a value must not be a wildcard or begin another level.
  topic: createEngine((value) => toText(value).replace(/[+#/\p{Cc}]/gu, "-")),
  // In a routing key or subject a value must not be a wildcard or begin another part.
  dotted: createEngine((value) => toText(value).replace(/[.*>#\s\p{Cc}]/gu, "-")),
  json: createEngine((value) => new InsertedValue(value)),
  form: createEngine((value) =>
    formPlaceholders.reduce(
      (text, [separator, placeholder]) =>
        text.replaceAll(placeholder, "\ufffd").replaceAll(separator, placeholder),
      toText(value),
    ),
  ),
};

/**
 * LiquidJS passes whatever `escapeValue` returns to the output, although its types want a string.
 */
function createEngine(escapeValue?: (value: unknown) => string | InsertedValue): Liquid {
  const engine = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: 0,
    parseLimit: maxTemplateLength,
    memoryLimit: maxLimits.memory,
    operators,
    ...(escapeValue && { outputEscape: escapeValue as (value: unknown) => string }),
  });
  // These tags read other templates.
  for (const tag of ["include", "render", "layout", "block"]) delete engine.tags[tag];
  // The result of this filter is random, so each attempt would send another message.
  engine.unregisterFilter("sample");
  // A missing value becomes null, because JSON has no undefined. Unlike the filters of LiquidJS,
  // these are not `raw`: in an address or a form their result is escaped like every other value.
  for (const name of ["json", "jsonify"]) {
    engine.registerFilter(name, function (value: unknown, space?: unknown) {
      const text = JSON.stringify(value ?? null, null, Number(space) || 0);
      this.context.memoryLimit.use(text.length);
      return text;
    });
  }
  engine.registerFilter("summary", (value: unknown) =>
    summarizeContent(parseContent(toText(value))),
  );
  chargeFilters(engine);
  return engine;
}

/** Parsed templates by escaping and text. There are few, and every scan uses them again. */
const parsedTemplates = new Map<string, Template[]>();
const maxParsedTemplates = 300;

function parse(engine: Liquid, escaping: string, template: string): Template[] {
  const key = `${escaping} ${template}`;
  const existing = parsedTemplates.get(key);
  if (existing) return existing;
  const templates = engine.parse(template);
  if (parsedTemplates.size >= maxParsedTemplates) parsedTemplates.clear();
  parsedTemplates.set(key, templates);
  return templates;
}

/**
 * Returns a limit that counts steps. LiquidJS would check the time before every step, so the result
 * would depend on how busy the machine is.
 */
function countSteps(maxSteps: number) {
  let steps = 0;
  return {
    use() {},
    check() {
      steps += 1;
      if (steps > maxSteps) throw new Error("template render limit exceeded");
    },
  };
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/limit exceeded/.test(message)) return say("template-does-too-much");
  const detail = message.replace(/, file:[^,]*/, "").replace(/[.\s]+$/, "");
  return LiquidError.is(error) ? say("template-error", { detail }) : say("template-unparsed");
}
