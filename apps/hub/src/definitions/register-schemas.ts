import { type Static, Type } from "typebox";
import { intervalAdvice } from "../registers/interval.ts";
import { maxLineTemplate } from "../registers/own-line.ts";
import { actions, type KindName } from "../registers/register.ts";
import { questionSchema } from "./question-schemas.ts";
import { maxRuleNumber, registerNameRule } from "./register-limits.ts";
import { createChoiceSchema, createMappingSchema } from "./schemas.ts";
import { maxTitleLength } from "./text-rules.ts";

const ruleTime = (description: string) =>
  Type.Optional(Type.String({ format: "date-time", description }));

const interval = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 40, description: `${description} An interval is ${intervalAdvice}.` }),
  );

const parameter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));

const keyRulesSchema = Type.Object(
  {
    ignoreCase: Type.Optional(Type.Boolean({ description: "Upper and lower case are the same." })),
    stripPrefix: Type.Optional(
      Type.String({ maxLength: 100, description: "Taken off the front of a text." }),
    ),
    links: Type.Optional(
      Type.Object(
        {
          hosts: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 20 }),
          parameter: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        },
        {
          additionalProperties: false,
          description:
            "Reads the code out of links to these hosts: from a query parameter, else from the last part of the path.",
        },
      ),
    ),
    contacts: Type.Optional(
      Type.Boolean({
        description:
          "Reads the mail address out of contacts (vCard, MECARD) and mail links. Upper and lower case are the same in it.",
      }),
    ),
    products: Type.Optional(
      Type.Boolean({
        description:
          "Reads the numbers of products, assets and shipments out of bar codes: EAN and UPC, GS1 element strings and Digital Links, and the part numbers on labels of suppliers (DigiKey, Mouser).",
      }),
    ),
    sun: Type.Optional(
      Type.Object(
        {
          uid: parameter("The UID, if the tag does not encrypt it. `uid` unless given."),
          counter: parameter("The counter, if it is not encrypted. `ctr` unless given."),
          data: parameter("UID and counter, encrypted. `picc_data` unless given."),
          cmac: parameter("The signature. `cmac` unless given."),
        },
        {
          additionalProperties: false,
          description:
            "Only tags that cannot be copied count: NTAG 424 DNA with Secure Unique NFC, which signs its UID and a counter into its link. Names the parameters of the link. An entry is found by the UID of its tag. Needs the secret `fileKey`.",
        },
      ),
    ),
  },
  { additionalProperties: false, description: "How a scan becomes the codes that entries have." },
);

export const rulesSchema = Type.Object(
  {
    keys: Type.Optional(keyRulesSchema),
    reentry: Type.Optional(
      createChoiceSchema(
        ["never", "after-exit", "always"],
        "Whether a guest may come in again. `after-exit` unless given.",
      ),
    ),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRuleNumber,
        description: "How many times a guest may come in.",
      }),
    ),
    capacity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRuleNumber,
        description: "How many guests may be inside at a time.",
      }),
    ),
    opens: ruleTime("Nobody comes in before this time."),
    closes: ruleTime("Nobody comes in from this time on."),
    exitAllAt: Type.Optional(
      Type.String({
        maxLength: 5,
        description:
          "Everybody who came in before this time of day, such as `04:00`, is checked out then. In the time zone of the hub.",
      }),
    ),
    closed: Type.Optional(
      Type.Boolean({ description: "Nobody comes in, and nothing is added or taken." }),
    ),
    groups: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: "Only entries of these groups come in.",
      }),
    ),
    texts: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: maxLineTemplate }), {
        description:
          "Your own sentence for a code of a verdict, such as `checked-in`, as a Liquid template with `entry`, `verdict` and `last`. At most 240 characters of the result are shown.",
      }),
    ),
    shows: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description:
          "The fields of a guest that phones at the doors and labels show, beside name, group and note. Unless given, all but those that look private, such as mail addresses and telephone numbers.",
      }),
    ),
    belowZero: Type.Optional(
      createChoiceSchema(
        ["no", "look"],
        "Of a stock: whether a removal below zero is refused, or made with the result `look`. `no` unless given.",
      ),
    ),
    withoutPlace: Type.Optional(
      Type.Boolean({ description: "Of a stock: articles are booked without a place." }),
    ),
    unknown: Type.Optional(
      createChoiceSchema(
        ["add", "refuse"],
        "Of a stock: an unknown code becomes an article without a name and is booked, or it is refused. `add` unless given.",
      ),
    ),
    single: Type.Optional(
      Type.Boolean({
        description: "Of a stock: each article is a single thing, at one place, that counts once.",
      }),
    ),
    loanFor: interval("Of loans: how long a thing is lent. For good unless given."),
    askDue: Type.Optional(
      Type.Boolean({
        description: "Of loans: the scan of a person asks until when they keep the things.",
      }),
    ),
    handOver: Type.Optional(
      createChoiceSchema(
        ["ask", "yes", "no"],
        "Of loans: whether a thing that another person has is handed over. `ask` unless given.",
      ),
    ),
    every: interval("Of an inspection: how often a thing is inspected. Never due unless given."),
    everyByGroup: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 40 }), {
        maxProperties: 100,
        description: "How often the things of a group are inspected instead.",
      }),
    ),
    leadTime: interval(
      "Of an inspection: how long before its date a thing is due. A quarter of the interval, at most 14 days, unless given.",
    ),
    touch: Type.Optional(
      Type.Boolean({
        description: "Of an inspection: only tags count, because a code can be scanned elsewhere.",
      }),
    ),
    questions: Type.Optional(
      Type.Array(questionSchema, {
        maxItems: 100,
        description:
          "Of an inspection: its checklist; without one, a scan alone counts. Of loans: asked after a return. Of leads: asked about each one, by default a rating and a note.",
      }),
    ),
    tap: Type.Optional(
      Type.Boolean({
        description: "A phone that keeps scanning waits for a tap after `look`.",
      }),
    ),
  },
  { additionalProperties: false, title: "Rules of a register" },
);

export const registerNameSchema = Type.String(registerNameRule);
const registerTitleSchema = Type.String({ maxLength: maxTitleLength });
export const keepDaysSchema = Type.Integer({
  minimum: 0,
  maximum: 36_500,
  description:
    "How many days after `closes`, or without it after the last movement, the guests are deleted; how many days after its last scan a lead is deleted. 0: never.",
});

export const actionSchema = createChoiceSchema(
  Object.values(actions).flat(),
  "What a scan does. In a check-in `in`, `out` or `toggle`, which checks out whoever is inside, and in whoever is not; in a stock `count`, `add`, `remove` or `move`; in loans `lend-or-return`, which takes back a thing that is lent and lends one that is not, `lend` or `return`; in an inspection `inspect`; in leads `meet`. The first one of the kind unless given.",
);
export const answerSchema = createChoiceSchema(
  ["negotiated", "always-2xx"],
  "The status for senders that do not ask for a verdict: 409 if a scan changed nothing, or always 200.",
);

export const kindSchema = createChoiceSchema(
  Object.keys(actions) as KindName[],
  "What a scan does: it checks guests in and out, books things at places, lends things to people, inspects them, or makes leads of contacts.",
);

/** The properties of a register that the API and the settings file share. */
export const registerProperties = {
  title: Type.Optional(registerTitleSchema),
  kind: kindSchema,
  rules: Type.Optional(rulesSchema),
  entriesFrom: Type.Optional(
    Type.String({ description: "The register that it borrows its entries from." }),
  ),
  peopleFrom: Type.Optional(
    Type.String({
      description:
        "Of loans: the register that has the people. Of leads: the guests whose badges are known.",
    }),
  ),
  keepDays: Type.Optional(keepDaysSchema),
  secrets: Type.Optional(
    createMappingSchema<string | null>(
      { type: ["string", "null"] },
      {
        description:
          "The keys of tags that cannot be copied, as 32 hexadecimal digits: `fileKey`, which signs (SDMFileReadKey), and `metaKey`, which encrypts (SDMMetaReadKey), the same unless given. They are sealed and never shown again. Only owners enter and remove them; null removes one.",
      },
    ),
  ),
};

/**
 * A register of the settings file. Unknown names are refused, because a misspelled name would
 * silently have no effect.
 */
export const registerDefinitionSchema = Type.Object(
  {
    ...registerProperties,
    bindings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            inbox: Type.String(),
            action: Type.Optional(actionSchema),
            answer: Type.Optional(answerSchema),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export type RegisterDefinition = Static<typeof registerDefinitionSchema>;
