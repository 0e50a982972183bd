const maxSubject = 72;

/**
 * Verbs that commits of this project start with, in the imperative. Their other forms are refused.
 */
const verbs = `
  accept add adjust allow announce answer apply ask avoid bring build cache call cap catch change check claim clarify
  clean close collect compare compute configure convert copy correct count cover create cut declare decode delete
  deliver deny describe detect disable display document drop enable encode end enforce ensure escape exclude explain
  export expose extend extract fail find finish fix follow forward generate give guard handle hide hold implement
  import improve include increase inline install introduce keep land leave limit link list load lock log look make
  map mark match measure mention merge migrate mock move name note open parse pass pause pin prefer prevent print
  prove publish query raise read record reduce refactor refuse reject release remove rename render repair repeat
  replace report require reset resolve restore restrict retry return reuse revert rewrite run save say scan seal
  search send separate serve set shorten show simplify skip sort speed split start stop store stream strip support
  switch tell test throw tighten time track translate trim try type unify update upgrade use validate verify wait
  warn wrap write
`
  .trim()
  .split(/\s+/);

const irregularPasts = `
  began brought built came caught chose did drew fell felt found gave got had held kept knew led left
  lost made meant met paid ran said sent shown showed sold sought spent spoke stood taught thought threw told took
  understood was went were won wrote written
`
  .trim()
  .split(/\s+/);

const otherForms = new Set([...verbs.flatMap(inflect), ...irregularPasts]);

const notVerbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "an article": "a an the",
    "a pronoun":
      "i you he she it we they this that these those my your his her its our their both each every some any all no one nothing everything somebody everybody nobody",
    "a question word": "what who whoever whom whose which how why when where whether",
    "a preposition or conjunction":
      "of in on at by for from to into with without within under over between through during after before since until as if because while although and or but so",
  }).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);

/**
 * Returns a sentence for each thing that is wrong with a commit message and says what to do about
 * it. The imperative cannot be recognized in general, so only subjects that are certainly not
 * imperative are refused.
 */
export function checkCommitMessage(message: string): string[] {
  const [subject = "", second = "", ...rest] = message.trimEnd().split("\n");
  return [
    ...checkLength(subject),
    ...checkStart(subject),
    ...(subject.endsWith(".") ? ["Remove the period at the end of the subject."] : []),
    ...(second.trim() ? ["Leave the second line blank: the subject is one line."] : []),
    ...checkBody(second.trim() ? [second, ...rest] : rest),
  ];
}

function checkLength(subject: string): string[] {
  const length = [...subject].length;
  if (length <= maxSubject) return [];
  return [
    `Shorten the subject to ${maxSubject} characters (it has ${length}); the rest fits into the body.`,
  ];
}

function checkStart(subject: string): string[] {
  const first = subject.split(/\s/, 1)[0] ?? "";
  const word = first.replace(/[,;]$/, "");
  const lower = word.toLowerCase();
  const imperative = `Start the subject with a verb in the imperative ("Add …", "Fix …")`;
  if (!first) return ["Write a subject."];
  if (/^(fixup|squash|amend)!$/.test(first))
    return [`Squash this "${first}" commit into its target.`];
  if (first.endsWith(":")) {
    return [`Drop the prefix "${first}": the subject starts with its verb ("Add …", "Fix …").`];
  }
  if (notVerbs.has(lower)) return [`${imperative}; "${word}" is ${notVerbs.get(lower)}.`];
  if (otherForms.has(lower)) return [`${imperative}; "${word}" is another form or a noun.`];
  if (/^\p{Ll}/u.test(word))
    return [`${imperative} and a capital letter; it starts with "${word}".`];
  if (!/^\p{L}/u.test(word)) return [`${imperative}; it starts with "${word}".`];
  return [];
}

const trailer = /^[a-z][a-z-]*-(by|id|on|to): \S/i;

function checkBody(lines: readonly string[]): string[] {
  const says = lines.some((line) => line.trim() !== "" && !trailer.test(line));
  return says ? [] : ["Add a body, after a blank line, that says why the change is made."];
}

/**
 * Returns the third person, the past and the participle of a regular verb: "stop" → stops, stopped,
 * stopping.
 */
function inflect(verb: string): string[] {
  const consonantY = /[^aeiou]y$/.test(verb);
  const third = consonantY
    ? verb.replace(/y$/, "ies")
    : `${verb}${/(s|x|z|ch|sh)$/.test(verb) ? "es" : "s"}`;
  const past = consonantY ? verb.replace(/y$/, "ied") : `${verb.replace(/e$/, "")}ed`;
  const doubled = verb.replace(/([^aeiou])([aeiou])([bdglmnpt])$/, "$1$2$3$3");
  return [third, past, `${doubled}ed`, `${verb.replace(/e$/, "")}ing`, `${doubled}ing`].filter(
    (form) => form !== verb,
  );
}
