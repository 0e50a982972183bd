import { undoFilters } from "./filters.ts";
import { createLexer, end } from "./lexer.ts";
import { type Dictionary, Keyword, nameOf, type PdfValue, type Resolve, Stream } from "./values.ts";

/** The matrix that maps a unit square to where a picture is (ISO 32000-1, 8.3.3). */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Something that a page shows. */
export type Mark =
  | { kind: "picture"; image: Stream; matrix: Matrix }
  | { kind: "text" }
  | { kind: "drawing" };

/** The numbers of operators and of bytes of content that may still be read from a file. */
export type Budget = { operators: number; bytes: number };

/**
 * Returns what a page shows, in order, apart from invisible text; undefined if its content is
 * damaged or more than a page needs. Subtracts what it reads from the budget of the file. After an
 * inline image, nothing more is read.
 */
export async function readMarks(
  page: Dictionary,
  resolve: Resolve,
  budget: Budget,
): Promise<Mark[] | undefined> {
  const contents = resolve(page.get("Contents"));
  const parts: Uint8Array[] = [];
  for (const value of Array.isArray(contents) ? contents : [contents]) {
    const stream = resolve(value);
    if (!(stream instanceof Stream)) continue;
    const data = await readContent(stream, resolve, budget);
    if (!data) return;
    parts.push(data);
  }
  const operatorLimit = Math.min(maxOperators, budget.operators);
  const walk: Walk = { marks: [], operatorsLeft: operatorLimit, resolve, budget };
  const isComplete = await readOperators(walk, join(parts), page.get("Resources"), initialState, 0);
  budget.operators -= operatorLimit - walk.operatorsLeft;
  return isComplete ? walk.marks : undefined;
}

type Walk = { marks: Mark[]; operatorsLeft: number; resolve: Resolve; budget: Budget };

/** The part of the graphics state that decides where a picture is and whether text can be seen. */
type State = { matrix: Matrix; rendering: PdfValue };

const initialState: State = { matrix: [1, 0, 0, 1, 0, 0], rendering: 0 };
/** The text rendering mode that shows nothing (ISO 32000-1, 9.3.6). */
const invisible = 3;
/** The maximum number of operators of a page. */
const maxOperators = 2_000_000;
/** The maximum size of a content stream in bytes. */
const maxContent = 16 * 1024 * 1024;
/** The maximum depth of forms within forms. */
const maxFormDepth = 8;

const showsText = new Set(["Tj", "TJ", "'", '"']);
const paints = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "BI"]);

/**
 * Adds the marks of a content stream to `walk`. Returns false if it is damaged or has too many
 * operators or forms within forms.
 */
async function readOperators(
  walk: Walk,
  content: Uint8Array,
  resources: PdfValue,
  initial: State,
  formDepth: number,
): Promise<boolean> {
  const lexer = createLexer(content);
  const saved: State[] = [];
  let state = initial;
  let operands: PdfValue[] = [];
  for (let value = lexer.next(); value !== end; value = lexer.next()) {
    if (!(value instanceof Keyword)) {
      operands.push(value);
      continue;
    }
    if (walk.operatorsLeft-- === 0) return false;
    const { word } = value;
    if (word === "q") saved.push(state);
    else if (word === "Q") state = saved.pop() ?? state;
    else if (word === "Tr") state = { ...state, rendering: operands[0] };
    else if (word === "cm") {
      const matrix = toMatrix(operands);
      if (!matrix) return false;
      state = { ...state, matrix: multiply(matrix, state.matrix) };
    } else if (paints.has(word)) {
      walk.marks.push({ kind: "drawing" });
      if (word === "BI") return true;
    } else if (showsText.has(word) && state.rendering !== invisible) {
      walk.marks.push({ kind: "text" });
    } else if (word === "Do") {
      const object = lookUp(walk.resolve, resources, nameOf(operands[0]));
      if (object && !(await showObject(walk, object, resources, state, formDepth))) return false;
    }
    operands = [];
  }
  return true;
}

/** Adds the marks of an image or a form. Returns false like `readOperators`. */
async function showObject(
  walk: Walk,
  object: Stream,
  resources: PdfValue,
  state: State,
  formDepth: number,
): Promise<boolean> {
  const { resolve, budget } = walk;
  const subtype = nameOf(resolve(object.dictionary.get("Subtype")));
  if (subtype === "Image") {
    walk.marks.push({ kind: "picture", image: object, matrix: state.matrix });
  }
  if (subtype !== "Form") return true;
  const content = await readContent(object, resolve, budget);
  if (!content || formDepth === maxFormDepth) return false;
  const formMatrix = toMatrix(resolve(object.dictionary.get("Matrix"))) ?? initialState.matrix;
  const formState = { ...state, matrix: multiply(formMatrix, state.matrix) };
  const formResources = object.dictionary.get("Resources") ?? resources;
  return readOperators(walk, content, formResources, formState, formDepth + 1);
}

function lookUp(resolve: Resolve, resources: PdfValue, name = ""): Stream | undefined {
  const dictionary = resolve(resources);
  const objects = dictionary instanceof Map ? resolve(dictionary.get("XObject")) : undefined;
  const object = objects instanceof Map ? resolve(objects.get(name)) : undefined;
  return object instanceof Stream ? object : undefined;
}

/** Returns the data of a content stream; undefined if it is damaged or the budget is spent. */
async function readContent(
  stream: Stream,
  resolve: Resolve,
  budget: Budget,
): Promise<Uint8Array | undefined> {
  if (stream.data.length === 0) return stream.data;
  if (budget.bytes <= 0) return;
  const undone = await undoFilters(stream, resolve, maxContent);
  budget.bytes -= undone.ok ? undone.data.length : maxContent;
  return undone.ok && !undone.filter ? undone.data : undefined;
}

function toMatrix(value: PdfValue): Matrix | undefined {
  const numbers = Array.isArray(value) ? value.slice(-6) : [];
  if (numbers.length < 6 || !numbers.every((number) => typeof number === "number")) return;
  return numbers as Matrix;
}

/** Returns the matrix that applies `first` and then `second`. */
function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [
    a * A + b * C,
    a * B + b * D,
    c * A + d * C,
    c * B + d * D,
    e * A + f * C + E,
    e * B + f * D + F,
  ];
}

/** Joins the streams of a page, with white space between them. */
function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length + 1, 0)).fill(10);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length + 1;
  }
  return whole;
}
