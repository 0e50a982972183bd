import { Context, Liquid, LiquidError, type Template, toValueSync } from "liquidjs";
import type { OutgoingScan } from "../destinations/kind.ts";
import { countCosts, operators } from "../shaping/template-costs.ts";
import { createOutput, PutIn, toText } from "./template-output.ts";

export type Filled = { ok: true; text: string } | { ok: false; reason: string };

/**
 * Fills a LiquidJS template in with a scan. Never throws; a template that does too much is stopped by counting, so the
 * same template and scan always come to the same end. `escaping` is done to every value that is put in, unless its last
 * filter is `raw`.
 */
export function fillTemplate(
  template: string,
  scan: OutgoingScan,
  escaping: keyof typeof engines = "nothing",
): Filled {
  if (!template.includes("{")) return { ok: true, text: template };
  try {
    const engine = engines[escaping];
    const templates = parse(engine, escaping, template);
    const output = createOutput(escaping === "json");
    const context = new Context(variables(scan), engine.options, { sync: true }, {
      renderLimit: countSteps(),
      liquid: engine,
    } as never);
    toValueSync(engine.renderer.renderTemplates(templates, context, output));
    return { ok: true, text: output.buffer };
  } catch (error) {
    return { ok: false, reason: explain(error) };
  }
}

/** Why this is no template, in a sentence; undefined when it is one. */
export function checkTemplate(template: string): string | undefined {
  try {
    const templates = parse(engines.nothing, "nothing", template);
    const unknown = engines.nothing
      .globalVariablesSync(templates)
      .find((name) => !Object.hasOwn(known, name));
    if (unknown === undefined) return undefined;
    const names = Object.keys(known).join(", ");
    return `There is no variable “${unknown.slice(0, 64)}”; templates know ${names}.`;
  } catch (error) {
    return explain(error);
  }
}

/** What a template may ask of a scan. A name that is misspelt would be an empty text for good. */
const known: Record<keyof OutgoingScan | "scan", true> = {
  id: true,
  inbox: true,
  user: true,
  identifier: true,
  date: true,
  content: true,
  tagType: true,
  structured: true,
  source: true,
  tag: true,
  tagName: true,
  receivedAt: true,
  repeats: true,
  body: true,
  scan: true,
};

export const longestTemplate = 20_000;
const mostSteps = 20_000;
/** Characters and entries that filters may look at and make, all in all. */
const mostMemory = 16_000_000;

/** Characters that no text may hold (Unicode noncharacters) stand for those that mean something in a form's template. */
const formStandIns: readonly (readonly [string, string])[] = [
  ["\n", "\ufdd0"],
  ["\r", "\ufdd1"],
  [":", "\ufdd2"],
];

/** Turns back what filling in for a form hid from being read as part of the template. */
export function revealFormText(text: string): string {
  return formStandIns.reduce((text, [real, standIn]) => text.replaceAll(standIn, real), text);
}

const engines = {
  nothing: createEngine(),
  url: createEngine((value) => encodeURIComponent(toText(value).toWellFormed())),
  // What a value may not do in an MQTT topic: be a wildcard, or begin another level.
  topic: createEngine((value) => toText(value).replace(/[+#/\p{Cc}]/gu, "-")),
  json: createEngine((value) => new PutIn(value)),
  form: createEngine((value) =>
    formStandIns.reduce(
      (text, [real, standIn]) => text.replaceAll(standIn, "\ufffd").replaceAll(real, standIn),
      toText(value),
    ),
  ),
};

/** LiquidJS hands on to the output whatever `escaped` answers, though its types want a text. */
function createEngine(escaped?: (value: unknown) => string | PutIn): Liquid {
  const engine = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: 0,
    parseLimit: longestTemplate,
    memoryLimit: mostMemory,
    operators,
    ...(escaped && { outputEscape: escaped as (value: unknown) => string }),
  });
  // Those that read other templates.
  for (const tag of ["include", "render", "layout", "block"]) delete engine.tags[tag];
  // Its answer would be another one at every attempt.
  engine.unregisterFilter("sample");
  // What a scan does not have is null, as JSON knows no undefined.
  // Not `raw`, as LiquidJS has it: in an address or a form it is escaped like every other value.
  for (const name of ["json", "jsonify"]) {
    engine.registerFilter(name, function (value: unknown, space?: unknown) {
      const text = JSON.stringify(value ?? null, null, Number(space) || 0);
      this.context.memoryLimit.use(text.length);
      return text;
    });
  }
  countCosts(engine);
  return engine;
}

/** Templates are few and come again with every scan. */
const parsed = new Map<string, Template[]>();
const mostParsed = 300;

function parse(engine: Liquid, escaping: string, template: string): Template[] {
  const key = `${escaping} ${template}`;
  const before = parsed.get(key);
  if (before) return before;
  const templates = engine.parse(template);
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(key, templates);
  return templates;
}

function variables(scan: OutgoingScan): object {
  return { ...scan, scan: withoutBody(scan) };
}

function withoutBody({ body: _body, ...scan }: OutgoingScan): object {
  return scan;
}

/** LiquidJS asks before every step whether time is up. Steps are counted instead: a busy machine changes nothing. */
function countSteps() {
  let steps = 0;
  return {
    use() {},
    check() {
      steps += 1;
      if (steps > mostSteps) throw new Error("template render limit exceeded");
    },
  };
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/limit exceeded/.test(message)) return "The template does too much: it was stopped.";
  const what = message.replace(/, file:[^,]*/, "").replace(/[.\s]+$/, "");
  return LiquidError.is(error)
    ? `The template has a mistake: ${what}.`
    : "The template cannot be read.";
}
