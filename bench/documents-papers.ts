// The papers of the scenes that POV-Ray draws for bench/documents: letters, invoices, receipts,
// cards and pages of books, as web pages that Chromium prints into pictures.
import { between, type Random } from "../packages/documents/src/testing/random.ts";

export type PaperKind = "letter" | "invoice" | "receipt" | "card" | "note" | "spread";

/** A paper: its size in millimeters, its looks as HTML, and the words on it. */
export type Paper = {
  kind: PaperKind;
  size: { width: number; height: number };
  html: string;
  /** Its lines of text from top to bottom. */
  text: string[];
  /** The rows of its table, if it has one. */
  cells: string[][];
};

const words =
  `the of and to in that is was for with as by on not be at this are from or which one had have all
  were their been has when there who will more no if out so said what up its about into than them
  can only other new some could time these two may then do first any my now such like our over man
  me even most made after also did many before must through back years where much your way well down
  should because each just those people how too little state good very make world still own see men
  work long get here between both life being under never day same another know while last might us
  great old year off come since against go came right used take three delivery payment invoice order
  account contract office annual report signature copies department agreement insurance warranty`.split(
    /\s+/,
  );
const goods = [
  ...["Wood screw 4x40", "Oak shelf board", "Paint white matt", "Cable 3 m", "Door handle"],
  ...["Sanding paper", "Hinge brass", "Cement 25 kg", "Roof tile red", "Garden hose", "LED lamp"],
  ...["Whole milk 1 l", "Rye bread", "Apples 1 kg", "Coffee beans", "Olive oil", "Basmati rice"],
];
const fonts = [
  "'DejaVu Sans', sans-serif",
  "'Liberation Serif', 'DejaVu Serif', serif",
  "'Liberation Sans', 'DejaVu Sans', sans-serif",
];

/** Composes a paper of a kind, always the same for the same numbers. */
export function composePaper(kind: PaperKind, random: Random): Paper {
  if (kind === "receipt") return composeReceipt(random);
  if (kind === "invoice") return composeInvoice(random);
  if (kind === "card") return composeCard(random);
  if (kind === "spread") return composeSpread(random);
  const size = kind === "note" ? { width: 148, height: 210 } : { width: 210, height: 297 };
  return composeLetter(kind, size, random);
}

function composeLetter(kind: PaperKind, size: Paper["size"], random: Random): Paper {
  const isFull = random() < 0.6;
  const columns = Math.floor((size.width - 40) / 2.05);
  const rows = Math.floor((size.height - 70) / 6 / (isFull ? 1 : 2));
  const lines = Array.from({ length: rows }, () => composeLine(columns, random));
  const title = capitalize(composeLine(24, random));
  const text = [title, ...lines];
  const body = lines.map((line) => `<p>${line}</p>`).join("");
  const style = "padding: 22mm 18mm; font-size: 3.7mm; line-height: 6mm";
  return {
    kind,
    size,
    text,
    cells: [],
    html: toPage(size, style, `<h1>${title}</h1>${body}`, random),
  };
}

function composeInvoice(random: Random): Paper {
  const size = { width: 210, height: 297 };
  const cells = Array.from({ length: 14 + Math.floor(random() * 13) }, (_, row) => [
    String(row + 1).padStart(2, "0"),
    pick(goods, random),
    String(1 + Math.floor(random() * 40)),
    between(random, 1, 99).toFixed(2),
    between(random, 5, 999).toFixed(2),
  ]);
  const title = `Invoice 2026-${String(Math.floor(random() * 9000) + 1000)}`;
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  const style = "padding: 22mm 18mm; font-size: 3.7mm; line-height: 5mm";
  const html = `<h1>${title}</h1><table>${rows.join("")}</table>`;
  const text = [title, ...cells.map((row) => row.join(" "))];
  return { kind: "invoice", size, text, cells, html: toPage(size, style, html, random) };
}

function composeReceipt(random: Random): Paper {
  const width = random() < 0.7 ? 80 : 57;
  const count = 6 + Math.floor(random() * 14);
  const rows = Array.from({ length: count }, () => [
    pick(goods, random),
    between(random, 0.5, 60).toFixed(2),
  ]);
  const total = rows.reduce((sum, [, price]) => sum + Number(price), 0).toFixed(2);
  const shop = ["Corner Market", "Hardware & Home", "City Bakery"][Math.floor(random() * 3)]!;
  const head = [shop, "12 Station Road", `Receipt ${1000 + Math.floor(random() * 9000)}`];
  const foot = ["Thank you for your visit"];
  const size = { width, height: 34 + (count + 5) * 5.4 };
  const toRow = ([name, price]: readonly string[]) =>
    `<div class="row"><span>${name}</span><span>${price}</span></div>`;
  const html = `<center>${head.join("<br>")}</center><hr>${rows.map(toRow).join("")}<hr>${toRow(["TOTAL", total])}<br><center>${foot}</center>`;
  const style = `padding: 7mm 4mm; font: ${width === 80 ? 3.1 : 2.4}mm/5.4mm 'DejaVu Sans Mono', monospace`;
  const text = [...head, ...rows.map((row) => row.join(" ")), `TOTAL ${total}`, ...foot];
  return { kind: "receipt", size, text, cells: rows, html: toPage(size, style, html, random) };
}

function composeCard(random: Random): Paper {
  const size = { width: 85.6, height: 54 };
  const text = [
    capitalize(composeLine(14, random)),
    `No. ${Math.floor(1e7 + random() * 9e7)}`,
    composeLine(26, random),
  ];
  const hue = Math.floor(random() * 360);
  const light = Math.floor(between(random, 55, 96));
  const style = `padding: 6mm; font-size: 3.4mm; line-height: 6mm; background: linear-gradient(120deg, hsl(${hue} 45% ${light}%), hsl(${hue + 40} 50% ${light - 10}%))`;
  const body = `<h1>${text[0]}</h1><p>${text[1]}</p><p>${text[2]}</p>`;
  return { kind: "card", size, text, cells: [], html: toPage(size, style, body, random) };
}

function composeSpread(random: Random): Paper {
  const size = { width: 2 * between(random, 130, 165), height: between(random, 190, 235) };
  const columns = Math.floor((size.width / 2 - 34) / 1.9);
  const rows = Math.floor((size.height - 44) / 5.4);
  const pages = [0, 1].map(() => Array.from({ length: rows }, () => composeLine(columns, random)));
  const half = (lines: string[]) => `<div>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;
  const style = "padding: 20mm 0; font-size: 3.3mm; line-height: 5.4mm; display: flex";
  const html = `<style>body > div { width: 50%; padding: 0 17mm }</style>${pages.map(half).join("")}`;
  return {
    kind: "spread",
    size,
    text: pages.flat(),
    cells: [],
    html: toPage(size, style, html, random),
  };
}

function toPage({ width, height }: Paper["size"], style: string, body: string, random: Random) {
  const gray = Math.floor(between(random, 240, 253));
  const [warm, font] = [Math.floor(between(random, 0, 10)), pick(fonts, random)];
  return `<!doctype html><style>
    * { margin: 0; box-sizing: border-box; overflow-wrap: normal }
    body { width: ${width}mm; height: ${height}mm; overflow: hidden; color: #1c1c1c;
      font-family: ${font}; background: rgb(${gray}, ${gray}, ${gray - warm}); ${style} }
    h1 { font-size: 1.5em; margin-bottom: 5mm } p { white-space: nowrap }
    table { border-collapse: collapse; width: 100% } td { border: .2mm solid #777; padding: 1mm 2mm }
    .row { display: flex; justify-content: space-between } hr { margin: 2mm 0 }</style>${body}`;
}

function composeLine(columns: number, random: Random): string {
  let line = pick(words, random);
  for (;;) {
    const next = `${line} ${pick(words, random)}`;
    if (next.length > columns) return line;
    line = next;
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}
