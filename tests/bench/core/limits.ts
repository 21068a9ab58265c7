/** The limit that a figure is compared with. */
export interface Limit {
  /** As in `≥ 0.20`. */
  text: string;
  value: number;
  isMet(value: number): boolean;
}

/** The figure must be this or more. */
export const atLeast = (value: number): Limit => ({
  text: `≥ ${value.toLocaleString('en')}`,
  value,
  isMet: (measured) => measured >= value,
});

/** The figure must be this or less. */
export const atMost = (value: number): Limit => ({
  text: `≤ ${value.toLocaleString('en')}`,
  value,
  isMet: (measured) => measured <= value,
});
