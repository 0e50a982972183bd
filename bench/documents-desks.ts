// The desks of the scenes of bench/documents and the things on them, as text for POV-Ray.
import { between, type Random } from "../packages/documents/src/testing/random.ts";
import { add, normalize, scale, toText, type Vector } from "./documents-vectors.ts";

/** Describes a desk of wood, stone or cloth, or a white one. */
export function composeDesk(kind: "wood" | "white" | "any" | "cloth", random: Random): string {
  const turn = `rotate y*${between(random, 0, 180).toFixed(1)}`;
  const plane = (texture: string) => `plane { y, 0 ${texture} }`;
  if (kind === "cloth") {
    const size = between(random, 250, 500).toFixed(0);
    return plane(
      `pigment { image_map { png "cloth.png" } scale ${size} rotate x*90 ${turn} } finish { diffuse 0.8 }`,
    );
  }
  if (kind === "white") {
    const level = between(random, 0.8, 0.93);
    const tint = [1, between(random, 0.96, 1), between(random, 0.92, 1)] as const;
    return plane(
      `pigment { rgb ${toText(scale(tint, level))} } finish { diffuse 0.9 specular 0.1 roughness 0.05 }`,
    );
  }
  if (kind === "wood" || random() < 0.5) {
    const [light, dark] = [between(random, 0.25, 0.6), between(random, 0.1, 0.22)];
    const toWood = (level: number) => toText([level, level * 0.62, level * 0.36]);
    const grain = between(random, 2, 9).toFixed(1);
    return plane(
      `pigment { wood turbulence 0.1 color_map { [0 rgb ${toWood(light)}] [0.6 rgb ${toWood((light + dark) / 2)}] [1 rgb ${toWood(dark)}] }
       rotate x*2 scale <${grain}, ${grain}, 40> ${turn} } finish { diffuse 0.8 specular 0.15 roughness 0.03 }`,
    );
  }
  const level = between(random, 0.04, 0.45);
  return plane(
    `pigment { granite scale 60 color_map { [0 rgb ${(level * 0.85).toFixed(3)}] [1 rgb ${(level * 1.15).toFixed(3)}] } } finish { diffuse 0.85 }`,
  );
}

/** Puts fingers, or things from a desk, over the edges of a paper. */
export function strewThings(
  kind: "finger" | "objects",
  size: { width: number; height: number },
  random: Random,
): string[] {
  const count = kind === "finger" ? 1 + Math.floor(random() * 2) : 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, () => {
    const onSide = random() < 0.5;
    const sign = random() < 0.5 ? -1 : 1;
    const along = between(random, -0.35, 0.35);
    const x = onSide ? (sign * size.width) / 2 : along * size.width;
    const z = onSide ? along * size.height : (sign * size.height) / 2;
    const outward: Vector = onSide ? [sign, 0, 0] : [0, 0, sign];
    return kind === "finger" ? layFinger([x, 0, z], outward, random) : layThing([x, 0, z], random);
  });
}

function layFinger(edge: Vector, outward: Vector, random: Random): string {
  const skin = scale(
    [1, between(random, 0.68, 0.8), between(random, 0.52, 0.7)],
    between(random, 0.3, 0.8),
  );
  const tip = add(edge, scale(outward, -between(random, 8, 22)));
  const skew: Vector = [between(random, -0.4, 0.4), 0, between(random, -0.4, 0.4)];
  const back = add(tip, scale(normalize(add(outward, skew)), 90));
  const at = ([x, , z]: Vector, height: number) => toText([x, height, z]);
  return `union { sphere { ${at(tip, 8)} 8 } cone { ${at(tip, 8)} 8 ${at(back, 26)} 10 }
    sphere { ${at(back, 26)} 10 } pigment { rgb ${toText(skin)} } finish { diffuse 0.85 specular 0.1 } }`;
}

function layThing(edge: Vector, random: Random): string {
  const gray = toText([
    between(random, 0.02, 0.8),
    between(random, 0.02, 0.7),
    between(random, 0.02, 0.7),
  ]);
  const turn = `rotate y*${between(random, 0, 180).toFixed(0)} translate ${toText(edge)}`;
  const look = `pigment { rgb ${gray} } finish { diffuse 0.8 specular 0.4 roughness 0.02 }`;
  const choice = random();
  if (choice < 0.4)
    return `union { cylinder { <-70, 5, 0> <60, 5, 0> 4 } cone { <60, 5, 0> 4 <72, 4, 0> 0.8 } ${look} ${turn} }`;
  if (choice < 0.7)
    return `difference { cylinder { <0, 0, 0> <0, 60, 0> 28 } cylinder { <0, 5, 0> <0, 61, 0> 25 } ${look} ${turn} }`;
  return `box { <-34, 0, -60> <34, 8, 60> ${look} ${turn} }`;
}

/** Draws a printed cloth: dots, checks or stripes, or all kinds of shapes. */
export function composeCloth(random: Random): string {
  const hue = () =>
    `hsl(${Math.floor(random() * 360)} ${Math.floor(between(random, 30, 80))}% ${Math.floor(between(random, 20, 75))}%)`;
  const base = `hsl(${Math.floor(random() * 60)} 30% ${Math.floor(between(random, 55, 92))}%)`;
  const choice = random();
  if (choice < 0.25) {
    const [first, second, step] = [hue(), hue(), between(random, 40, 120)];
    const stripes = Array.from({ length: 26 }, (_, index) => index * step);
    const bars = stripes.map(
      (at) =>
        `<rect x="${at}" width="${step / 2}" height="1000" fill="${first}" opacity=".6"/><rect y="${at}" height="${step / 3}" width="1000" fill="${second}" opacity=".6"/>`,
    );
    return toSvg(base, bars.join(""));
  }
  const shapes = Array.from({ length: 160 + Math.floor(random() * 300) }, () => {
    const [x, y, size] = [random() * 1000, random() * 1000, between(random, 6, 34)];
    const fill =
      random() < 0.65 ? `fill="${hue()}"` : `fill="none" stroke="${hue()}" stroke-width="5"`;
    const turn = `transform="rotate(${Math.floor(random() * 90)} ${x} ${y})"`;
    return random() < 0.6
      ? `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * between(random, 0.5, 1)}" ${fill} ${turn}/>`
      : `<rect x="${x}" y="${y}" width="${size * 1.5}" height="${size * 1.5}" ${fill} ${turn}/>`;
  });
  return toSvg(base, shapes.join(""));
}

function toSvg(base: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="2000" height="2000"><rect width="1000" height="1000" fill="${base}"/>${body}</svg>`;
}
