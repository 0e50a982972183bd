import { foldName, maxNameLength } from "./column-words.ts";

/** The kinds whose lists say how a thing is: who has it, and when it is due. */
export type CareKind = "loans" | "inspection";

const commonDates = "due, due date, due on, fällig, fällig am, échéance, vencimiento, scadenza";

/**
 * The names of columns of lists of things that are lent or inspected by their meaning, the most
 * telling one first: those of the exports of Snipe-IT and Shelf, and words that people use, in
 * English, German, French, Spanish, Italian and Dutch.
 */
const words = {
  holder: toList(
    "holder, checked out to, custodian, custody, borrower, borrower name, borrowed by, lent to, loaned to, on loan to",
    "assigned to, assignee, used by, issued to, user, person, member, employee, ausgeliehen an, verliehen an, ausgegeben an",
    "entleiher, entleiherin, ausleiher, ausleiherin, inhaber, nutzer, benutzer, mitarbeiter, mitglied, zugewiesen an",
    "emprunteur, emprunté par, prêté à, attribué à, prestado a, prestatario, asignado a, prestato a, assegnato a, uitgeleend aan",
    "geleend door, toegewezen aan, lener",
  ),
  loans: toList(
    commonDates,
    "due back, back by, back on, return by, return date, expected return, expected return date, expected checkin date",
    "expected checkin, expected check in, expected check in date, lent until, loan until, loaned until, until, end date",
    "rückgabe, rückgabe bis, rückgabe am, rückgabedatum, zurück bis, zurück am, ausgeliehen bis, verliehen bis, leihfrist, bis",
    "date de retour, retour prévu, retour, à rendre le, fecha de devolución, devolución, data di restituzione, restituzione",
    "retourdatum, inleverdatum, terug op",
  ),
  inspection: toList(
    commonDates,
    "next audit date, next audit, next inspection, next inspection date, inspection due, inspection due date, next due",
    "next due date, next check, next check date, next service, next service date, service due, next maintenance",
    "next maintenance date, maintenance due, next test, next test date, test due, retest date, next calibration",
    "next calibration date, calibration due, calibration due date, upcoming reminder, next date, nächste prüfung",
    "nächster prüftermin, prüftermin, prüfung fällig, prüfen bis, nächste wartung, nächste inspektion, nächster termin",
    "prochaine inspection, prochain contrôle, prochaine visite, prochain entretien, próxima inspección, próxima revisión",
    "próximo control, prossima ispezione, prossimo controllo, prossima verifica, volgende keuring, volgende inspectie",
    "volgende controle, keuringsdatum",
  ),
};

/** Lists those of the names of columns that mean the person who has a thing, the best one first. */
export function listHolderNames(names: readonly string[]): string[] {
  return listKnown(words.holder, names);
}

/** Lists those of the names of columns that mean when a thing is due, the best one first. */
export function listDueNames(names: readonly string[], kind: CareKind): string[] {
  return listKnown(words[kind], names);
}

/** Tells whether the name of a column is one that only lists of loans or of an inspection have. */
export function isCareName(name: string, kind: CareKind): boolean {
  return listDueNames([name], kind).length > 0 || (kind === "loans" && isHolderName(name));
}

function isHolderName(name: string): boolean {
  return listHolderNames([name]).length > 0;
}

function listKnown(known: readonly string[], names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, rank: known.indexOf(fold(name)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

function toList(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", ").map(foldName));
}

function fold(name: string): string {
  return name.length > maxNameLength ? "" : foldName(name);
}
