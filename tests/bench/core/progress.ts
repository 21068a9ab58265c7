import type { Scenario } from './scenario.ts';

/** Prints where a run is: to stderr, so that stdout has the results alone. */
export class Progress {
  #current: Scenario | undefined;
  #rest: readonly Scenario[] = [];
  #runStartedMs = performance.now();
  #startedMs = performance.now();
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stderr.write(text)) {
    this.#write = write;
  }

  /** A scenario begins; `rest` are those that follow it. */
  start(scenario: Scenario, rest: readonly Scenario[]): void {
    this.#current = scenario;
    this.#rest = rest;
    this.#startedMs = performance.now();
    this.#line('begins', scenario.seconds);
  }

  /** Round `number` of `count` of the current scenario begins. */
  round(number: number, count: number): void {
    const expectedS = this.#current?.seconds ?? 0;
    const ranS = (performance.now() - this.#startedMs) / 1_000;
    this.#line(`round ${number} of ${count}`, Math.max(0, expectedS - ranS));
  }

  /** Prints a line about the current scenario. */
  report(text: string): void {
    this.#write(`  ${text}\n`);
  }

  #line(what: string, currentS: number): void {
    const leftS = currentS + this.#rest.reduce((sum, { seconds }) => sum + seconds, 0);
    const elapsedS = (performance.now() - this.#runStartedMs) / 1_000;
    this.#write(`${this.#current?.name}: ${what} (${clock(elapsedS)} elapsed, about ${clock(leftS)} left)\n`);
  }
}

/** Formats seconds as minutes and seconds, as in `3:07`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
