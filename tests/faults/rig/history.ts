import { appendFileSync } from 'node:fs';
import { withTimeout } from '#services/platform/async-calls.ts';

/** Calls that clients make; `press` is at the provider, the others at the API. */
export type OperationName =
  | 'file'
  | 'initiate'
  | 'press'
  | 'verify'
  | 'approve'
  | 'newsletter'
  | 'sign-up'
  | 'meeting'
  | 'desk'
  | 'reveal';

/**
 * One line of the history. A write without a response, or with a 5xx, is `unknown`: it may have taken effect. `key` is
 * what the write is found by: a request's id, a reference, an address.
 */
export interface HistoryLine {
  operation: number;
  name: OperationName;
  phase: 'invoke' | 'ok' | 'fail' | 'unknown';
  atMs: number;
  key?: string | undefined;
  status?: number | undefined;
  /** Outcome of a payment as the client saw it, or why there was no response. */
  result?: string | undefined;
}

/** The result of a call. */
export interface Answer {
  status: number;
  key?: string | undefined;
  result?: string | undefined;
}

/** Longer than any call of the product may take (docs/reliability.md). */
const timeoutMs = 15_000;

/** The history of a run, in memory and as JSON lines in a file. */
export class History {
  readonly lines: HistoryLine[] = [];
  readonly #file: string;
  #operations = 0;
  #written = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Records a call and returns its answer; undefined unless the status is below 300. */
  async record<A extends Answer>(
    name: OperationName,
    key: string | undefined,
    call: () => Promise<A>,
  ): Promise<A | undefined> {
    this.#operations += 1;
    const operation = this.#operations;
    this.#add({ operation, name, phase: 'invoke', atMs: Date.now(), key });
    const isRead = name === 'verify';
    const lost = isRead ? 'fail' : 'unknown';
    try {
      const answer = await withTimeout(call(), timeoutMs, name);
      const { status, result } = answer;
      const phase = status < 300 ? 'ok' : status < 500 ? 'fail' : lost;
      this.#add({ operation, name, phase, atMs: Date.now(), key: answer.key ?? key, status, result });
      return phase === 'ok' ? answer : undefined;
    } catch (error) {
      const result = error instanceof Error ? error.message : String(error);
      this.#add({ operation, name, phase: lost, atMs: Date.now(), key, result });
      return undefined;
    }
  }

  /** Appends the lines that are not in the file yet. */
  flush(): void {
    const lines = this.lines.slice(this.#written).map((line) => `${JSON.stringify(line)}\n`);
    this.#written = this.lines.length;
    if (lines.length > 0) appendFileSync(this.#file, lines.join(''));
  }

  #add(line: HistoryLine): void {
    this.lines.push(line);
  }
}
