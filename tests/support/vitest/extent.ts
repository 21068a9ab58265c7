/**
 * True in a full run (FULL=1, which `.ci/run` and `npm run test:processes` set): both queue backends, every generated security case,
 * every size. Otherwise tests use the embedded queue and samples.
 */
export const isFull: boolean = process.env.FULL === '1';
