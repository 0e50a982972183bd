/** Returns how a number of things is said, by the words for one and for several. */
export const count = (one: string, many: string) => (number: number) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString()} ${many}`;
