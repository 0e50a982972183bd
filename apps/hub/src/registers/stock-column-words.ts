import { foldName, maxNameLength } from "./column-words.ts";

/**
 * The names of columns of lists of articles by their meaning, the most telling one first: those of
 * the exports of Homebox, Snipe-IT, Grocy and InvenTree, and words that people use, in English,
 * German, French, Spanish, Italian and Dutch. `asset` are codes that each exist once, and `code`
 * those of articles.
 */
const words = {
  label: toList(
    "hb name, item name, part name, product name, article name, asset name, name, title, item, product, article, part",
    "material, model, description, thing, accessory, consumable, component, bezeichnung, artikelbezeichnung, artikelname",
    "artikel, produkt, nom, désignation, article, produit, nombre, artículo, producto, nome, articolo, prodotto, naam",
    "artikelnaam, omschrijving, beschreibung",
  ),
  code: toList(
    "code, codes, barcode, bar code, barcodes, barcode s, qr, qr code, ean, ean13, ean 13, ean code, gtin, upc, upc a, isbn",
    "sku, ipn, part ipn, item code, article code, product code, stock code, article number, article no, item number, item no",
    "product number, product no, part number, part no, stock number, supplier part number, supplier part sku",
    "manufacturer part number, supplier part mpn, mpn, sku code, artikelnummer, artikelnr, artikel nr, art nr, materialnummer",
    "qr id, sequential id, teilenummer, sachnummer, strichcode, ean nummer, référence, ref, code barres, code barre, código, código de barras, referencia",
    "codice, codice a barre, codice articolo, artikelcode, streepjescode",
  ),
  asset: toList(
    "asset tag, hb asset id, asset id, asset tag id, asset number, asset no, inventory number, inventory tag, inventarnummer",
    "inventarnr, numéro d'inventaire, número de inventario, numero di inventario, inventarisnummer",
  ),
  serial: toList(
    "serial, hb serial number, serial number, serial no, serial numbers, sn, seriennummer, serien nr, numéro de série",
    "número de serie, numero di serie, serienummer",
  ),
  quantity: toList(
    "hb quantity, quantity, qty, quantity on hand, qty on hand, on hand, in stock, stock quantity, stock qty, current stock",
    "stock level, stock, amount, remaining, available, total stock, total, count, pieces, menge, bestand, lagerbestand, anzahl",
    "stückzahl, stück, quantité, quantité en stock, qté, cantidad, existencias, quantità, giacenza, aantal, voorraad",
  ),
  minimum: toList(
    "hb low stock threshold, low stock threshold, minimum stock, min stock, min stock amount, min qty, minimum quantity",
    "min quantity, minimum qty, minimum stock level, min stock level, reorder point, reorder level, reorder at, safety stock",
    "par level, minimum, min, min amt, mindestbestand, meldebestand, mindestmenge, stock minimum, seuil, stock mínimo",
    "scorta minima, minimumvoorraad, minimale voorraad",
  ),
  unit: toList(
    "unit, units, uom, unit of measure, unit of measurement, quantity unit, quantity unit stock, qu stock, qu, stock unit",
    "measure, einheit, mengeneinheit, me, unité, unidad, unità, unità di misura, eenheid",
  ),
  place: toList(
    "location path, hb location, location name, place, storage location, stock location, bin location, location, bin, shelf",
    "storage, storage bin, warehouse location, warehouse, default location, rack, room, cabinet, drawer, box, position",
    "ort, lagerort, lagerplatz, standort, regal, fach, raum, platz, emplacement, lieu, étagère, ubicación, estante, ubicazione",
    "scaffale, posizione, locatie, plaats",
  ),
  group: toList(
    "group, category name, category, product group, part category, hb tags, hb labels, item group, class, family, department, tags",
    "gruppe, kategorie, warengruppe, artikelgruppe, catégorie, groupe, famille, categoría, grupo, categoria, gruppo, categorie, groep",
  ),
  attention: toList(
    "attention, warning, caution, hazard, achtung, warnung, warnhinweis, attenzione, atención, let op",
  ),
  recalled: toList("recalled, recalled lots, recalled batches, rückruf, zurückgerufen"),
  role: toList("role, entry type, kind, type, rolle, art"),
};

/** The meanings that a column of a list of articles can have. */
export type StockMeaning = keyof typeof words;

/** Lists those of the names of columns that have a meaning, the most telling one first. */
export function listStockNames(meaning: StockMeaning, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, rank: words[meaning].indexOf(fold(name)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

/** Tells whether the name of a column is a known one of lists of articles. */
export function isStockName(name: string): boolean {
  const folded = fold(name);
  return folded !== "" && Object.values(words).some((list) => list.includes(folded));
}

function toList(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", ").map(foldName));
}

function fold(name: string): string {
  return name.length > maxNameLength ? "" : foldName(name);
}
