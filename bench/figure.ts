/** One line of the report. `goal` is met when `met` is true; both are absent on lines that only inform. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly met?: boolean;
};

/** `quick` is for testing the bench itself. */
export type Scale = { readonly quick: boolean };

/** Four digits: more would be noise. */
export const round = (value: number): number => Number(value.toPrecision(4));
