/**
 * Each destination adds about forty lines to the response. Destinations beyond this number share
 * one label.
 */
const maxDestinations = 200;
const otherDestinationsLabel = "(others)";

/** The labels of destinations in metrics: their names, as far as their number allows. */
export type DestinationLabels = {
  toLabel(destination: string): string;
  /** Forgets all destinations but these. Returns the forgotten ones. */
  keepOnly(destinations: readonly string[]): string[];
};

/** Creates the labels for all metrics of a registry, so that they agree. */
export function createDestinationLabels(): DestinationLabels {
  const labeled = new Set<string>();
  return {
    toLabel(destination) {
      if (labeled.has(destination)) return destination;
      if (labeled.size >= maxDestinations) return otherDestinationsLabel;
      labeled.add(destination);
      return destination;
    },
    keepOnly(destinations) {
      const removed = [...labeled.difference(new Set(destinations))];
      for (const destination of removed) labeled.delete(destination);
      return removed;
    },
  };
}
