import { versionLabel, versions } from "./mqtt-broker.ts";

/**
 * The reason codes of MQTT 5 (section 2.4) that concern one message: its form, topic, size or
 * content. Every other code concerns the connection, the user or the broker.
 */
export const messageReasons: Readonly<Record<number, string>> = {
  129: "Malformed Packet",
  144: "Topic Name invalid",
  149: "Packet too large",
  153: "Payload format invalid",
};

/**
 * Returns why a broker refused a connection, as the rest of a sentence that begins with the broker;
 * undefined for unknown codes.
 */
export function explainConnectRefusal(code: unknown, version: 4 | 5): string | undefined {
  if (code === 1 || code === 0x84) {
    const [mqtt5, mqtt3] = versions;
    const [chosen, other] = version === 5 ? [mqtt5, mqtt3] : [mqtt3, mqtt5];
    const choice = `Choose “${other.label}” under “${versionLabel}”.`;
    return `does not support ${chosen.label}. ${choice}`;
  }
  return connectRefusals[String(code)];
}

/** The reason codes of CONNACK in MQTT 3.1.1 (table 3.1) and MQTT 5 (table 3-1). */
const connectRefusals: Readonly<Record<string, string>> = {
  2: "does not accept the client ID. Leave it empty or choose another one.",
  3: "is not available right now.",
  4: "did not accept the user and password.",
  5: "does not authorize this user. Check user and password.",
  133: "does not accept the client ID. Leave it empty or choose another one.",
  134: "did not accept the user and password.",
  135: "does not authorize this user. Check user and password.",
  136: "is not available right now.",
  137: "is busy.",
};
