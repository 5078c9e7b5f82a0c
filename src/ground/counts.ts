const numbers = new Intl.NumberFormat('en');

/** `1,234,567`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `1 day`, `1,234 days`, `2 entries`. */
export function counted(count: number, unit: string, units = `${unit}s`): string {
  return `${formatCount(count)} ${count === 1 ? unit : units}`;
}
