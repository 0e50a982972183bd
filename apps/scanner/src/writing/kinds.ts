import { type AppValues, emptyApp, toAppRecords } from "./app.ts";
import { type ContactValues, emptyContact, toContactRecords } from "./contact.ts";
import type { FormResult } from "./form-result.ts";
import { emptyLink, type LinkValues, toLinkRecords } from "./link.ts";
import { emptyMail, type MailValues, toMailRecords } from "./mail.ts";
import { emptyPhone, type PhoneValues, toPhoneRecords } from "./phone.ts";
import { emptyPlace, type PlaceValues, toPlaceRecords } from "./place.ts";
import { emptyText, type TextValues, toTextRecords } from "./text.ts";
import { emptyWifi, toWifiRecords, type WifiValues } from "./wifi.ts";

/** The kinds of content that have a form, in the order of the menu. */
export const kinds = ["link", "text", "wifi", "contact", "phone", "mail", "place", "app"] as const;
export type Kind = (typeof kinds)[number];

export type KindValues = {
  link: LinkValues;
  text: TextValues;
  wifi: WifiValues;
  contact: ContactValues;
  phone: PhoneValues;
  mail: MailValues;
  place: PlaceValues;
  app: AppValues;
};

/** The initial values of each form. */
export const emptyValues: KindValues = {
  link: emptyLink,
  text: emptyText,
  wifi: emptyWifi,
  contact: emptyContact,
  phone: emptyPhone,
  mail: emptyMail,
  place: emptyPlace,
  app: emptyApp,
};

/** Turns the values of each form into records. The functions are pure and do not throw. */
export const recordBuilders: {
  [K in Kind]: (values: KindValues[K]) => FormResult<keyof KindValues[K] & string>;
} = {
  link: toLinkRecords,
  text: toTextRecords,
  wifi: toWifiRecords,
  contact: toContactRecords,
  phone: toPhoneRecords,
  mail: toMailRecords,
  place: toPlaceRecords,
  app: toAppRecords,
};
