import {
  Colors,
  DxfWriter,
  HatchBoundaryPaths,
  HatchPolylineBoundary,
  HatchPredefinedPatterns,
  pattern,
  point3d,
  TextHorizontalAlignment,
  TextVerticalAlignment,
  Units,
  vertex,
} from "@tarikjabiri/dxf";
import { drawPlan } from "../drawing/draw-plan.ts";
import { type Layer, layers, type Shape } from "../drawing/drawing.ts";
import type { Point } from "../geometry/point.ts";
import { inch } from "../lengths/unit-system.ts";
import type { SettledPlan } from "../settle-plan.ts";

/**
 * Returns a plan as a DXF file (AC1021, the format of AutoCAD 2007, in UTF-8) in its own size:
 * meters, or inches for imperial units. Walls, doors, windows, openings, dimensions and texts each
 * have a layer.
 */
export function planToDxf(settled: SettledPlan): string {
  const drawing = drawPlan(settled);
  const isMetric = settled.plan.units === "metric";
  const file = new DxfWriter();
  file.document.setUnits(isMetric ? Units.Meters : Units.Inches);
  file.setVariable("$MEASUREMENT", { 70: isMetric ? 1 : 0 });
  const dashed = file.addLType("DASHED", "__ __ __", [0.15, -0.1]);
  for (const layer of layers) file.tables.addLayer(layerNames[layer], colors[layer], "Continuous");
  for (const shape of drawing.shapes) addShape(file, shape, isMetric ? 1 : 1 / inch, dashed.name);
  return file.stringify();
}

const layerNames: Record<Layer, string> = {
  walls: "WALLS",
  doors: "DOORS",
  windows: "WINDOWS",
  openings: "OPENINGS",
  dimensions: "DIMENSIONS",
  texts: "TEXTS",
};

/** Colors of the AutoCAD Color Index. White is shown black on a light background. */
const colors: Record<Layer, number> = {
  walls: Colors.White,
  doors: Colors.Green,
  windows: Colors.Blue,
  openings: Colors.Cyan,
  dimensions: 8,
  texts: Colors.White,
};

const toDegrees = (radians: number) => (radians * 180) / Math.PI;

function addShape(file: DxfWriter, shape: Shape, unit: number, dashed: string): void {
  const toVertex = ({ x, y }: Point) => point3d(x * unit, y * unit, 0);
  const { modelSpace } = file;
  const layerName = layerNames[shape.layer];
  switch (shape.kind) {
    case "area": {
      const boundary = new HatchPolylineBoundary();
      for (const { x, y } of shape.corners) boundary.add(vertex(x * unit, y * unit));
      const paths = new HatchBoundaryPaths();
      paths.addPolylineBoundary(boundary);
      const fill = pattern({ name: HatchPredefinedPatterns.SOLID });
      modelSpace.addHatch(paths, fill, { layerName, colorNumber: 8 });
      return;
    }
    case "line": {
      const lineType = shape.dashed ? { lineType: dashed } : {};
      modelSpace.addLine(toVertex(shape.from), toVertex(shape.to), { layerName, ...lineType });
      return;
    }
    case "arc": {
      const [start, end] = [shape.start, shape.end].map((angle) => (toDegrees(angle) + 360) % 360);
      modelSpace.addArc(toVertex(shape.center), shape.radius * unit, start!, end!, { layerName });
      return;
    }
    case "text":
      modelSpace.addText(toVertex(shape.middle), shape.height * unit, shape.text, {
        layerName,
        rotation: toDegrees(shape.angle),
        horizontalAlignment: TextHorizontalAlignment.Center,
        verticalAlignment: TextVerticalAlignment.Middle,
        secondAlignmentPoint: toVertex(shape.middle),
      });
  }
}
