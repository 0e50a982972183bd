// The articles, places, people and users of bench/stock.

export const placeCount = 1000;
export const userCount = 20;

export const toArticleCode = (n: number) => `A${n.toString(36).toUpperCase().padStart(7, "0")}`;
export const toPlaceCode = (n: number) => `P-${n}`;
export const toPersonCode = (n: number) => `M-${n}`;
export const toUser = (n: number) => `user-${n}`;
