import { type AppValues, appRecords, emptyApp } from "./app.ts";
import { type ContactValues, contactRecords, emptyContact } from "./contact.ts";
import { emptyLink, type LinkValues, linkRecords } from "./link.ts";
import type { Made } from "./made.ts";
import { emptyMail, type MailValues, mailRecords } from "./mail.ts";
import { emptyPhone, type PhoneValues, phoneRecords } from "./phone.ts";
import { emptyPlace, type PlaceValues, placeRecords } from "./place.ts";
import { emptyText, type TextValues, textRecords } from "./text.ts";
import { emptyWifi, type WifiValues, wifiRecords } from "./wifi.ts";

/** What a simple form can write, in the order it is offered. */
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

/** The values of every form before anything is typed. */
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

/** What the values of a form make: pure, and never a throw. */
export const makers: {
  [K in Kind]: (values: KindValues[K]) => Made<keyof KindValues[K] & string>;
} = {
  link: linkRecords,
  text: textRecords,
  wifi: wifiRecords,
  contact: contactRecords,
  phone: phoneRecords,
  mail: mailRecords,
  place: placeRecords,
  app: appRecords,
};
