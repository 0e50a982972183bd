import { renderBars, samplesPerModule } from "./render-bars.ts";
import { normalize, type Window } from "./score-placement.ts";
import { codes, guardsAround, type Symbology } from "./symbologies.ts";

/** The weight of the center guard against a character. */
const centerGuardWeight = 0.7;

/** Creates the windows of the characters and guards of a symbology for a blur in modules. */
export function createEanWindows(symbology: Symbology, blur: number): Window[] {
  const { characters, variants, modules, startGuard, centerGuard, endGuard } = symbology;
  const windows: Window[] = characters.map((from, index) => {
    const sets = [...new Set(variants.map((variant) => variant.sets[index]!))];
    const { before, after } = guardsAround(symbology, index);
    // Characters of sets A and B start light and end dark, those of set C the other way round;
    // guards alternate.
    const previous = before.slice(-2) || (sets[0] === 20 ? "10" : "01");
    const next = after.slice(0, 2) || (sets[0] === 20 ? "10" : "01");
    const templates = sets
      .flatMap((set) => codes.slice(set, set + 10))
      .map((code) => normalize(renderBars(previous + code + next, 2, 28, blur, 0)));
    return { from, weight: 1, templates };
  });
  const white = "0".repeat(8);
  const eight = 8 * samplesPerModule;
  const start = renderBars(`${white}${startGuard}001`, 4, eight, blur, 0);
  windows.push({ from: -4, weight: 1, templates: [normalize(start)] });
  const end = renderBars(`100${endGuard}${white}`, endGuard.length - 1, eight, blur, 0);
  windows.push({ from: modules - 4, weight: 1, templates: [normalize(end)] });
  if (centerGuard !== "") {
    const center = renderBars(`10${centerGuard}01`, 1, 7 * samplesPerModule, blur, 0);
    const from = characters[characters.length / 2]! - centerGuard.length - 1;
    windows.push({ from, weight: centerGuardWeight, templates: [normalize(center)] });
  }
  return windows;
}
