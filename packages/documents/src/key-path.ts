const lengthMax = 500;

/**
 * The path of a key: `home.title`, `items.0`. A long one is cut: ids repeat the keys around them, so that a file of long
 * keys would need memory of its length squared. Ids that are equal then are numbered.
 */
export const keyPath = (parent: string, key: string | number): string =>
  `${parent}${parent && '.'}${key}`.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
