/** The subject of an alert. `id` is the id of a destination, or the host of a disk. */
export type Subject = { kind: "destination" | "given-up" | "disk" | "backup"; id?: string };

export const toDestinationSubject = (destination: number): string => `destination:${destination}`;
export const toGivenUpSubject = (destination: number): string => `given-up:${destination}`;

/** Parses a subject as the store has it. */
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
