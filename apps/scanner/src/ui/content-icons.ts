import type { ContentKind } from "@scanhook/content";
import * as icons from "@scanhook/page-parts/icons";

/** The kinds of content of codes and tags that have an icon. */
export type IconKind = ContentKind | "nfc" | "app";

export const contentIcons: Record<IconKind, string> = {
  nfc: icons.nfc,
  link: icons.link,
  wifi: icons.wifi,
  contact: icons.contact,
  event: icons.event,
  phone: icons.phone,
  sms: icons.sms,
  mail: icons.mail,
  place: icons.place,
  product: icons.product,
  text: icons.text,
  app: icons.app,
};
