import { foldText } from "@scanhook/content";

/**
 * The meanings that the name of a column can have. `bare` is a plain word for “name”: such a column
 * may hold the whole name, or only the part that a second column lacks.
 */
export type Meaning = keyof typeof words;

/**
 * The names of columns by their meaning in English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Polish, Czech, Hungarian, Swedish, Danish, Finnish, Turkish, Russian, Japanese, Chinese
 * and Korean.
 */
const words = {
  first: toSet(
    "first name, firstname, given name, forename, vorname, prénom, voornaam, imię, křestní jméno, keresztnév, utónév",
    "förnamn, fornavn, etunimi, имя, primeiro nome, primer nombre, 名, 名前（名）",
  ),
  last: toSet(
    "last name, lastname, surname, family name, nachname, familienname, zuname, nom de famille, apellido, apellidos",
    "cognome, sobrenome, apelido, achternaam, nazwisko, příjmení, vezetéknév, efternamn, efternavn, etternavn",
    "sukunimi, soyad, soyadı, soyisim, фамилия, 姓, 苗字, 名字",
  ),
  bare: toSet(
    "name, names, nom, nombre, nome, naam, namn, navn, nimi, ad, adı, isim, jméno, név, имя, 名前, お名前, nazwa",
  ),
  full: toSet(
    "full name, display name, name of guest, guest, guests, guest name, attendee, attendee name, participant",
    "participant name, person, visitor, gast, gäste, gastname, vollständiger name, teilnehmer, teilnehmerin",
    "teilnehmende, besucher, nom complet, nom et prénom, prénom et nom, invité, invités, invitée, nombre completo",
    "nombre y apellidos, invitado, invitados, asistente, participante, nome completo, nome e cognome, ospite, ospiti",
    "invitato, partecipante, convidado, volledige naam, deelnemer, genodigde, imię i nazwisko, gość, goście, uczestnik",
    "jméno a příjmení, celé jméno, host, hosté, účastník, vendég, teljes név, résztvevő, gäst, deltagare, gæst, gjest",
    "deltager, deltaker, koko nimi, vieras, osallistuja, ad soyad, adı soyadı, misafir, davetli, katılımcı",
    "фио, имя и фамилия, фамилия и имя, гость, участник, 氏名, ゲスト, 参加者, 姓名, 이름, 성명",
  ),
  key: toSet(
    "code, codes, ticket, tickets, barcode, barcode number, bar code, qr, qr code, qrcode, secret, entry code",
    "access code, badge, badge id, eintrittskarte, karte, einlasscode, strichcode, billet, code barres, código",
    "codigo de barras, entrada, boleto, biglietto, codice, codice a barre, bilhete, ingresso, kaart, kaartje, toegangscode",
    "streepjescode, bilet, kod, kod kreskowy, vstupenka, kód, čárový kód, jegy, jegykód, vonalkód, biljett, kode, billett",
    "lippu, koodi, viivakoodi, barkod, karekod, билет, код, штрихкод, штрих код, チケット, コード, バーコード",
    "チケット番号, 票, 票号, 二维码, 条码, 티켓, 코드, 바코드",
  ),
  number: toSet(
    "id, no, nr, number, nummer, numéro, número, numero, guest id, order, order number, order no, order id, booking",
    "booking number, booking reference, reference, bestellnummer, buchungsnummer, commande, pedido, číslo, numer, номер, 番号",
  ),
  group: toSet(
    "group, groups, gruppe, groupe, grupo, gruppo, groep, grupa, skupina, csoport, grupp, ryhmä, grup, группа, グループ",
    "category, kategorie, catégorie, categoría, categoria, categorie, kategoria, kategória, kategori, категория",
    "type, typ, art, tipo, tür, тип, 種類, class, klasse, role, rolle, rol, ticket type, ticket class, ticket category",
    "ticketart, tickettyp, kartenart, type de billet, tipo de entrada, team, tier, team name, list",
  ),
  table: toSet(
    "table, table number, table no, tisch, tischnummer, tisch nr, mesa, tavolo, tafel, stolik, stół, stůl, asztal",
    "bord, pöytä, masa, стол, столик, テーブル, 桌号",
  ),
  attention: toSet(
    "note, notes, remark, remarks, comment, comments, attention, notiz, notizen, hinweis, bemerkung, bemerkungen",
    "anmerkung, remarque, commentaire, nota, notas, observación, observaciones, osservazioni, observações, opmerking",
    "opmerkingen, uwagi, poznámka, megjegyzés, anmärkning, bemærkning, merknad, huomautus, not, примечание, комментарий, 備考",
  ),
  uid: toSet("uid, nfc, nfc uid, nfc id, rfid, rfid uid, tag uid, tag id, tag, chip, chip id"),
  mail: toSet(
    "e mail, email, mail, e mail address, email address, mail address, mailadresse, e mail adresse, email adresse",
    "courriel, adresse e mail, correo, correo electrónico, posta elettronica, e mailadres, sähköposti, e posta, eposta",
    "почта, эл почта, электронная почта, メール, メールアドレス, 邮箱, 이메일",
  ),
  private: toSet(
    "phone, phone number, telephone, mobile, mobile number, cell, cell phone, whatsapp, telefon, telefonnummer, tel, handy",
    "handynummer, mobil, mobiltelefon, mobilnummer, téléphone, portable, teléfono, móvil, telefono, cellulare, telefone",
    "celular, telemóvel, telefoon, mobiel, puhelin, телефон, 電話, 電話番号, 手机, 전화, address, home address, postal address",
    "street, street address, adresse, anschrift, straße, strasse, rue, dirección, calle, indirizzo, via, endereço, rua, adres",
    "ulica, adresa, cím, osoite, адрес, 住所, zip, zip code, postcode, postal code, plz, postleitzahl, code postal",
    "código postal, cap, cep, birthday, birth date, birthdate, date of birth, dob, geburtstag, geburtsdatum",
    "date de naissance, fecha de nacimiento, data di nascita, data de nascimento, geboortedatum, data urodzenia",
    "datum narození, дата рождения, 生年月日, iban, passport, passport number, reisepass, ausweis, ausweisnummer, dni",
    "age, alter, gender, geschlecht, diet, allergies, allergien, payment, price, preis, paid, bezahlt, ip, ip address",
  ),
  other: toSet(
    "company, company name, firma, unternehmen, organization, organisation, entreprise, société, empresa, azienda, bedrijf",
    "city, ort, stadt, ville, ciudad, città, cidade, country, land, pays, país, title, titel, position, job title, status",
    "seat, sitz, sitzplatz, platz, row, reihe, date, datum, time, anrede, salutation, geschäft, abteilung, department, menu, menü",
  ),
};

/** Longer names are not looked up, because folding takes time. No known name is as long. */
export const maxNameLength = 60;

/** Returns what the name of a column can mean; an empty list for a name that is not known. */
export function readMeanings(name: string): Meaning[] {
  if (name.length > maxNameLength) return [];
  const folded = foldName(name);
  const known = (Object.keys(words) as Meaning[]).filter((meaning) => words[meaning].has(folded));
  if (known.length > 0) return known;
  if (/\b(e ?mail|courriel)\b/.test(folded)) return ["mail"];
  if (/\b(phone|telefon|mobile|address|adresse|anschrift|birth|geburts)/.test(folded))
    return ["private"];
  if (/^(ticket|order|barcode|qr)/.test(folded))
    return /type|typ|art|class|categ|kateg|price|preis|name|date|status/.test(folded)
      ? ["group"]
      : [folded.startsWith("order") ? "number" : "key"];
  const isOtherCode = /post|zip|country|land|dress|promo|discount|voucher|rabatt|area|tax|steuer/;
  if (/\b(ticket|entry|access|guest)? ?code$/.test(folded) && !isOtherCode.test(folded))
    return ["key"];
  return /^(guest|attendee|gast|invite) ?name/.test(folded) ? ["full"] : [];
}

function toSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(", ").map(foldName)));
}

/** Returns the name of a column without differences of case, accents, width and punctuation. */
export function foldName(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
