/**
 * A test or hook that takes longer hangs, in milliseconds: also on a slow, busy machine, and where it downloads browsers of
 * 55 MB. Waits in tests end before, after `patienceMs`, and name what did not come.
 */
export const hangMs = 300_000;

/** The limit of tests with many cases, or with every page. */
export const longMs = 6 * hangMs;
