import { type Part, widthsOf } from "./databar-structure.ts";
import { quietModules } from "./placement.ts";
import { renderBars, samplesPerModule } from "./render-bars.ts";

/** The number of modules beside a part whose brightness the part changes through blur. */
const reach = 3;

/** A symbol as it has been found so far, and its residual in the profile. */
export type FoundSymbol = {
  /** The modules with `quietModules` on each side, where 1 is dark. */
  modules: string;
  /** The differences of the profile's samples from the rendered symbol. */
  residual: Float32Array;
  /** Half the difference of white and black at each sample. */
  half: Float32Array;
  /** The blur and the ink spread in modules. */
  blur: number;
  gain: number;
};

/**
 * Returns, for each value of a part, the change of the squared error of a symbol if the part has
 * this value and all others stay. A symbol is a sum of edges, so its error is a sum over edges
 * and over pairs of them, which takes less time than to render it.
 */
export function measureErrors(part: Part, symbol: FoundSymbol): Float64Array {
  const width = part.table[0]!.reduce((sum, element) => sum + element, 0);
  const first = (quietModules + part.left - reach) * samplesPerModule;
  const last = first + (width + 2 * reach) * samplesPerModule;
  const half = symbol.half.subarray(first, last);
  const edges = [true, false].flatMap((isIntoDark) =>
    Array.from({ length: width - 1 }, (_, i) =>
      renderEdge(reach + 1 + i, isIntoDark, half, symbol),
    ),
  );
  const indexOf = (position: number, isIntoDark: boolean) =>
    position - 1 + (isIntoDark ? 0 : width - 1);
  const ownModules = symbol.modules.slice(
    quietModules + part.left,
    quietModules + part.left + width,
  );
  const residual = symbol.residual.subarray(first, last);
  // The residual of a symbol that lacks the edges of the part.
  const restResidual = Float32Array.from(residual);
  for (let i = 1; i < width; i++) {
    if (ownModules[i] === ownModules[i - 1]) continue;
    const edge = edges[indexOf(i, ownModules[i] === "1")]!;
    for (let k = 0; k < restResidual.length; k++) restResidual[k]! += edge[k]!;
  }
  const singles = edges.map((edge) => dot(edge, edge) - 2 * dot(restResidual, edge));
  const pairs = edges.map((a) => edges.map((b) => 2 * dot(a, b)));
  const emptyError = dot(restResidual, restResidual) - dot(residual, residual);
  const present: number[] = [];
  return Float64Array.from(part.table, (_, value) => {
    let error = emptyError;
    let position = 0;
    let isDark = part.isDark;
    present.length = 0;
    for (const element of widthsOf(part, value).slice(0, -1)) {
      position += element;
      isDark = !isDark;
      const edge = indexOf(position, isDark);
      error += singles[edge]!;
      for (const other of present) error += pairs[edge]![other]!;
      present.push(edge);
    }
    return error;
  });
}

/** Renders an edge at a position in modules. The samples before the edge are 0. */
function renderEdge(
  position: number,
  isIntoDark: boolean,
  half: Float32Array,
  { blur, gain }: FoundSymbol,
): Float32Array {
  const [before, after] = isIntoDark ? ["0", "1"] : ["1", "0"];
  const modules = before.repeat(position) + after.repeat(half.length / samplesPerModule - position);
  const level = isIntoDark ? 1 : -1;
  return renderBars(modules, 0, half.length, blur, gain).map((bar, i) => (bar - level) * half[i]!);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
