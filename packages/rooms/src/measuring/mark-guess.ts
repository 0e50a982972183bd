/** Returns a length or an area as it is shown: with ~ before it if it is only as sketched. */
export const markGuess = (text: string, { isGuessed }: { isGuessed: boolean }): string =>
  isGuessed ? `~${text}` : text;
