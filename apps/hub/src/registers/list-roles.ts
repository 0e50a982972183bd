import type { Entry, KindName } from "./register.ts";

type Role = NonNullable<Entry["role"]> | "article";

const words: Readonly<Record<Role, string>> = {
  place:
    "place, location, shelf, bin, room, lagerort, ort, regal, fach, raum, emplacement, étagère, salle, ubicación, estante, sala",
  number: "number, number card, card, mengenkarte, carte de quantité, tarjeta de cantidad",
  article:
    "article, item, product, part, thing, asset, artikel, produkt, teil, gegenstand, produit, pièce, objet, artículo, producto, pieza, objeto",
  person:
    "person, persona, personne, member, borrower, user, employee, customer, student, pupil, teacher, volunteer, staff, patron, mitglied, mitarbeiter, mitarbeiterin, nutzer, kunde, schüler, membre, emprunteur, employé, miembro, usuario, membro, utente, lid, medewerker",
};

const roles: ReadonlyMap<string, Role> = new Map(
  (Object.keys(words) as Role[]).flatMap((role) =>
    words[role].split(", ").map((word) => [word, role] as const),
  ),
);

/**
 * Returns the role that a cell of a list names, `article` for a thing or an empty cell; undefined
 * for an unknown word.
 */
export function readRole(cell: string): Role | undefined {
  const word = cell.normalize("NFC").trim().toLowerCase();
  return word === "" ? "article" : roles.get(word);
}

/** The roles of entries in lists of each kind, and how a sentence lists them. */
const ownRoles: Readonly<Record<KindName, { roles: readonly Role[]; words: string }>> = {
  "check-in": { roles: [], words: "" },
  stock: { roles: ["article", "place", "number"], words: "place, number or article" },
  loans: { roles: ["article", "person"], words: "person or thing" },
  inspection: { roles: ["article", "place"], words: "place or thing" },
  leads: { roles: [], words: "" },
};

/** Tells whether registers of a kind have entries with this role; undefined is a thing. */
export function isOwnRole(role: Entry["role"], kind: KindName): boolean {
  return ownRoles[kind].roles.includes(role ?? "article");
}

/** Tells whether a cell names a role of entries of a kind. */
export function namesOwnRole(cell: string, kind: KindName): boolean {
  const role = readRole(cell);
  return role !== undefined && ownRoles[kind].roles.includes(role);
}

/** Returns the words for the roles of a kind, such as `person or thing`. */
export function listRoleWords(kind: KindName): string {
  return ownRoles[kind].words;
}

const names = { place: "place", number: "number card", person: "person", article: "thing" };

/** Returns what people call an entry with a role; undefined is a thing. */
export function nameRole(role: Entry["role"]): string {
  return names[role ?? "article"];
}
