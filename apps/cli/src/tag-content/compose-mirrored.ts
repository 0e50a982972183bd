import { type Parsed, refuse } from "../input/parsed.ts";
import { mirroredLength } from "../tag-readers/ntag21x/mirror.ts";
import type { MirroredValue } from "../tag-readers/tag-on-reader.ts";
import { composeMessage, type MessageContent, type MessageFor } from "./compose-message.ts";

/**
 * Composes a message with a link or text in which the chip shows its UID or counter. Zeros take
 * their place.
 */
export async function composeMirrored(content: MessageContent): Promise<Parsed<MessageFor>> {
  const { url, text, language, ...others } = content;
  const written = url ?? text;
  const place = mirrorPlaces.find(([name]) => written?.includes(name));
  const rest = place && written?.replace(place[0], "");
  if (!place || rest === undefined || Object.keys(others).length > 0 || (url && text)) {
    return refuse(
      "--mirror needs a --url or a --text with {uid}, {counter} or {uid}x{counter} in it, such as https://example.org/?tag={uid}.",
    );
  }
  const another = mirrorPlaces.find(([name]) => rest.includes(name));
  if (another) return refuse(`--mirror: the chip fills one place only; leave out ${another[0]}.`);
  const [name, what] = place;
  const fill = (digit: string) => {
    const filled = written!.replace(name, digit.repeat(mirroredLength[what]));
    return composeMessage(
      url === undefined ? { ...content, text: filled } : { ...content, url: filled },
    );
  };
  const [zeros, ones] = [await fill("0"), await fill("1")];
  if (!zeros.ok) return zeros;
  if (!ones.ok) return ones;
  return {
    ok: true,
    value: (capacity) => addMirror(zeros.value(capacity), ones.value(capacity), what),
  };
}

/** Finds the place where two messages differ, which only differ in what the chip fills. */
function addMirror(
  zeros: ReturnType<MessageFor>,
  ones: ReturnType<MessageFor>,
  what: MirroredValue,
): ReturnType<MessageFor> {
  if (!zeros.ok) return zeros;
  if (!ones.ok) return ones;
  const { message } = zeros.value;
  const offset = message.findIndex((byte, index) => byte !== ones.value.message[index]);
  return { ok: true, value: { message, mirror: { what, offset } } };
}

/** The places in a link or text that a chip fills when it is read, longest first. */
const mirrorPlaces: readonly (readonly [string, MirroredValue])[] = [
  ["{uid}x{counter}", "both"],
  ["{uid}", "uid"],
  ["{counter}", "counter"],
];
