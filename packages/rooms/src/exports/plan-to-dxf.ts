import {
  BlockFlags,
  Colors,
  DxfWriter,
  HatchBoundaryPaths,
  HatchPolylineBoundary,
  HatchPredefinedPatterns,
  LinearDimension,
  pattern,
  point3d,
  TextHorizontalAlignment,
  TextVerticalAlignment,
  Units,
  vertex,
} from "@tarikjabiri/dxf";
import { drawPlan, letterHeight } from "../drawing/draw-plan.ts";
import { type Drawing, type Layer, layers, type Shape } from "../drawing/drawing.ts";
import { boundsOf } from "../drawing/free-space.ts";
import { englishWords, type PlanWords } from "../drawing/plan-words.ts";
import { pointsOf } from "../drawing/shape-points.ts";
import { measureBlock } from "../drawing/text-block.ts";
import { direction, distance, type Point } from "../geometry/point.ts";
import { inch, type UnitSystem } from "../lengths/unit-system.ts";
import type { SettledPlan } from "../settle-plan.ts";

/**
 * Returns a plan as a DXF file (AC1021, the format of AutoCAD 2007, in UTF-8) in its own size:
 * meters, or inches for imperial units. Walls, doors, windows, openings, dimensions and texts each
 * have a layer.
 */
export function planToDxf(settled: SettledPlan, words: PlanWords = englishWords): string {
  const drawing = drawPlan(settled, words);
  const isMetric = settled.plan.units === "metric";
  const file = new DxfWriter();
  file.document.setUnits(isMetric ? Units.Meters : Units.Inches);
  file.setVariable("$MEASUREMENT", { 70: isMetric ? 1 : 0 });
  const dashed = file.addLType("DASHED", "__ __ __", [0.15, -0.1]);
  for (const layer of layers) file.tables.addLayer(layerNames[layer], colors[layer], "Continuous");
  const unit = isMetric ? 1 : 1 / inch;
  const { ratio } = drawing.sheet;
  addDimensionStyle(file, settled.plan.units, {
    textHeight: (letterHeight * ratio * unit) / 1000,
    decimal: words.decimal,
  });
  const { modelSpace } = file;
  for (const shape of drawing.shapes) {
    if (shape.kind === "dimension") addDimension(file, shape, unit);
    else addShape(modelSpace, shape, { unit, dashed: dashed.name });
  }
  for (const note of listNotes(drawing)) addShape(modelSpace, note, { unit, dashed: dashed.name });
  return file.stringify();
}

const layerNames: Record<Layer, string> = {
  furniture: "FURNITURE",
  walls: "WALLS",
  doors: "DOORS",
  windows: "WINDOWS",
  openings: "OPENINGS",
  dimensions: "DIMENSIONS",
  texts: "TEXTS",
};

/** Colors of the AutoCAD Color Index. White is shown black on a light background. */
const colors: Record<Layer, number> = {
  furniture: 9,
  walls: Colors.White,
  doors: Colors.Green,
  windows: Colors.Blue,
  openings: Colors.Cyan,
  dimensions: 8,
  texts: Colors.White,
};

const toDegrees = (radians: number) => (radians * 180) / Math.PI;

/** Where shapes are added: the drawing itself or a block. */
type Entities = Pick<DxfWriter["modelSpace"], "addLine" | "addArc" | "addText" | "addHatch">;

function addShape(
  entities: Entities,
  shape: Exclude<Shape, { kind: "dimension" }>,
  { unit, dashed }: { unit: number; dashed: string },
): void {
  const toVertex = ({ x, y }: Point) => point3d(x * unit, y * unit, 0);
  const layerName = layerNames[shape.layer];
  switch (shape.kind) {
    case "area": {
      const boundary = new HatchPolylineBoundary();
      for (const { x, y } of shape.corners) boundary.add(vertex(x * unit, y * unit));
      const paths = new HatchBoundaryPaths();
      paths.addPolylineBoundary(boundary);
      const fill = pattern({ name: HatchPredefinedPatterns.SOLID });
      entities.addHatch(paths, fill, { layerName, colorNumber: 8 });
      return;
    }
    case "line": {
      const lineType = shape.dashed ? { lineType: dashed } : {};
      entities.addLine(toVertex(shape.from), toVertex(shape.to), { layerName, ...lineType });
      return;
    }
    case "arc": {
      const [start, end] = [shape.start, shape.end].map((angle) => (toDegrees(angle) + 360) % 360);
      entities.addArc(toVertex(shape.center), shape.radius * unit, start!, end!, { layerName });
      return;
    }
    case "text":
      entities.addText(toVertex(shape.middle), shape.height * unit, shape.text, {
        layerName,
        rotation: toDegrees(shape.angle),
        horizontalAlignment: TextHorizontalAlignment.Center,
        verticalAlignment: TextVerticalAlignment.Middle,
        secondAlignmentPoint: toVertex(shape.middle),
      });
  }
}

const styleName = "SCANHOOK";

/**
 * Adds the style of the dimensions: lengths in meters with two decimal places, or in feet, inches
 * and sixteenths. `textHeight` is in units of the drawing.
 */
function addDimensionStyle(
  file: DxfWriter,
  units: UnitSystem,
  { textHeight, decimal }: { textHeight: number; decimal: string },
): void {
  const style = file.tables.addDimStyle(styleName);
  style.DIMTXT = textHeight;
  style.DIMTSZ = textHeight * 0.4;
  style.DIMEXO = textHeight * 0.4;
  style.DIMEXE = textHeight * 0.4;
  style.DIMGAP = textHeight * 0.35;
  style.DIMTAD = 1;
  style.DIMTIH = 0;
  style.DIMTOH = 0;
  // 2 is decimal; 4 is feet and inches, with a precision of 2 to the power of -4 inches.
  style.DIMLUNIT = units === "metric" ? 2 : 4;
  style.DIMDEC = units === "metric" ? 2 : 4;
  style.DIMZIN = units === "metric" ? 0 : 3;
  style.DIMDSEP = decimal.charCodeAt(0);
}

/**
 * A rotated dimension whose text stays where it was placed (128), and whose block belongs to no
 * other (32), as the DXF reference asks of group 70.
 */
class PlacedDimension extends LinearDimension {
  protected override dimensionType = 32 + 128;
}

/** Adds a dimension with the anonymous block that programs show until they compute it again. */
function addDimension(
  file: DxfWriter,
  { ends, line, lines, text, layer }: Extract<Shape, { kind: "dimension" }>,
  unit: number,
): void {
  const { blocks, modelSpace } = file.document;
  const name = `*D${blocks.blocks.length}`;
  const block = blocks.addBlock(name, file.document.objects, false);
  block.flags = BlockFlags.AnonymousBlock;
  const place = { unit, dashed: "" };
  for (const each of lines) addShape(block, { kind: "line", layer, ...each }, place);
  addShape(block, { kind: "text", layer, ...text }, place);
  const toVertex = ({ x, y }: Point) => point3d(x * unit, y * unit, 0);
  const along = direction(...ends);
  modelSpace.addEntity(
    new PlacedDimension(toVertex(ends[0]), toVertex(ends[1]), {
      layerName: layerNames[layer],
      blockName: name,
      definitionPoint: toVertex(line.to),
      middlePoint: toVertex(text.middle),
      ActualMeasurement: distance(...ends) * unit,
      // The program writes its measurement in place of <>.
      text: text.text.replace(/[\d.,]+(?= m$)|\d+′.*″$/, "<>"),
      angle: toDegrees(Math.atan2(along.y, along.x)),
      styleName,
    }),
  );
}

/** Returns the notes as texts below the drawing. */
function listNotes({ notes, shapes, sheet }: Drawing): Extract<Shape, { kind: "text" }>[] {
  const { left, bottom } = boundsOf(shapes.flatMap(pointsOf));
  const height = (letterHeight * sheet.ratio) / 1000;
  return notes.map((text, index) => {
    const { x } = measureBlock({ lines: [text], height });
    const middle = { x: left + x, y: bottom - (index + 2) * height * 1.6 };
    return { kind: "text", layer: "texts", middle, height, angle: 0, text };
  });
}
