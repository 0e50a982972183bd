import type { Kind } from "./kind.ts";
import { amqp } from "./kinds/amqp.ts";
import { discord } from "./kinds/discord.ts";
import { file } from "./kinds/file.ts";
import { googleChat } from "./kinds/google-chat.ts";
import { homeAssistant } from "./kinds/home-assistant.ts";
import { http } from "./kinds/http.ts";
import { ifttt } from "./kinds/ifttt.ts";
import { influxdb } from "./kinds/influxdb.ts";
import { mail } from "./kinds/mail.ts";
import { makeCom } from "./kinds/make-com.ts";
import { matrix } from "./kinds/matrix.ts";
import { mqtt } from "./kinds/mqtt.ts";
import { n8n } from "./kinds/n8n.ts";
import { nats } from "./kinds/nats.ts";
import { nodeRed } from "./kinds/node-red.ts";
import { ntfy } from "./kinds/ntfy.ts";
import { slack } from "./kinds/slack.ts";
import { spoolman } from "./kinds/spoolman.ts";
import { teams } from "./kinds/teams.ts";
import { telegram } from "./kinds/telegram.ts";
import { zapier } from "./kinds/zapier.ts";
import { checkWireFields, wireFields } from "./wire-fields.ts";

/** Every kind of destination, in the order of the gallery. */
export const kinds: readonly Kind[] = [
  http,
  amqp,
  nats,
  n8n,
  nodeRed,
  zapier,
  makeCom,
  ifttt,
  homeAssistant,
  mqtt,
  slack,
  discord,
  teams,
  telegram,
  googleChat,
  matrix,
  ntfy,
  mail,
  spoolman,
  influxdb,
  file,
].map((kind) => ({
  ...kind,
  fields: [...kind.fields, ...wireFields[kind.via]],
  checkFields: (input) => kind.checkFields?.(input) ?? checkWireFields(input),
}));

/** Returns the kind of this name; undefined if there is none. */
export function findKind(name: string): Kind | undefined {
  return kindsByName.get(name);
}

const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]));
