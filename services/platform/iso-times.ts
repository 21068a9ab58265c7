/** The row of a view of the API, whose times are dates; {@link isoTimes} returns the view. */
export type WithDates<View, Times extends keyof View> = Omit<View, Times> & {
  [Time in Times]: Date | Extract<View[Time], null>;
};

type IsoTimes<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Exclude<Row[Name], Date> : Row[Name];
};

/** Returns a row with its times as the API has them: ISO 8601 in UTC. */
export function isoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as IsoTimes<Row>;
}

/** Returns a time as the API has it; PostgreSQL writes times in JSON with an offset. */
export const isoTime = (time: string): string => new Date(time).toISOString();
