import { memoize } from "../memoize.ts";
import { databarWidth, finderTable, toDataBarModules } from "./databar-structure.ts";
import type { Decoder } from "./decoder.ts";
import { renderBars, samplesPerModule } from "./render-bars.ts";
import { normalize, scoredBlurs, type Window } from "./score-placement.ts";
import { solveDataBar } from "./solve-databar.ts";

/**
 * The decoder of GS1 DataBar Omnidirectional and Truncated. Its characters are the values of the
 * six `parts`.
 */
export const databarDecoder: Decoder = {
  format: "databar",
  modules: databarWidth,
  quietZone: 2,
  widths: [[0.5, 1.15]],
  // Few modules are fixed, so many patterns look a little like a DataBar. Blurred symbols reach
  // 0.94.
  minScore: 0.9,
  windows: memoize(() => scoredBlurs.map(createWindows)),
  toModules: toDataBarModules,
  solve: solveDataBar,
};

/** The weight of a finder pattern against a guard, which is a third as wide. */
const finderWeight = 3;

/** Creates the windows of the finder patterns and of the guards with the white beside them. */
function createWindows(blur: number): Window[] {
  const render = (modules: string, from: number, count: number) =>
    normalize(renderBars(modules, from, count * samplesPerModule, blur, 0));
  const toModules = (widths: readonly number[], light: string, dark: string) =>
    widths.map((width, i) => (i % 2 ? dark : light).repeat(width)).join("");
  // Another element begins at each end of a finder pattern.
  const lefts = finderTable.map((widths) => `11${toModules(widths, "0", "1")}11`);
  const rights = finderTable.map((widths) => `00${toModules(widths, "1", "0")}00`);
  const mirror = (modules: string) => [...modules].reverse().join("");
  const white = "0".repeat(8);
  return [
    { from: 17, weight: finderWeight, templates: lefts.map((finder) => render(finder, 2, 15)) },
    {
      from: 62,
      weight: finderWeight,
      templates: rights.map((finder) => render(mirror(finder), 2, 15)),
    },
    { from: -4, weight: 1, templates: [render(`${white}100`, 4, 5)] },
    { from: 92, weight: 1, templates: [render(`1101${white}`, 1, 7)] },
  ];
}
