/**
 * The subject of an alert. `id` is the id of a destination, the host of a disk, or an inbox and its
 * sender.
 */
export type Subject = {
  kind: "destination" | "given-up" | "disk" | "backup" | "guessing" | "clock";
  id?: string;
};

export const toDestinationSubject = (destination: number): string => `destination:${destination}`;
export const toGivenUpSubject = (destination: number): string => `given-up:${destination}`;

export const toGuessingSubject = (sender: string): string => `guessing:${sender}`;

/** Parses the text of a subject in the store, such as `destination:7` or `backup`. */
export function parseSubject(subject: string): Subject {
  const colon = subject.indexOf(":");
  if (colon < 0) return { kind: subject as Subject["kind"] };
  return { kind: subject.slice(0, colon) as Subject["kind"], id: subject.slice(colon + 1) };
}

/** Returns the id of the destination that a subject is about; undefined for other subjects. */
export function findDestinationId(subject: string): number | undefined {
  const { kind, id } = parseSubject(subject);
  return kind === "destination" || kind === "given-up" ? Number(id) : undefined;
}
