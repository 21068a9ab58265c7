import { isFull, sampleSeed } from './vitest/extent.ts';

/** Counts of generated security cases, by kind of case. */
export interface SecurityCount {
  kind: string;
  cases: number;
  deviations: number;
  /** Responses with a status of 500 and above. */
  serverErrors: number;
  /** Places in which a canary stood where it must not. */
  canaries: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Set by a test that runs generated security cases; the summary of the run adds them up. */
    security?: SecurityCount;
  }
}

/** Returns the lines of the summary: totals by kind of case, and all together. */
export function describeSecurity(counts: readonly SecurityCount[]): string[] {
  if (counts.length === 0) return [];
  const kinds = [...new Set(counts.map(({ kind }) => kind))].sort();
  const line = (name: string, rows: readonly SecurityCount[]) => {
    const total = (key: 'cases' | 'deviations' | 'serverErrors' | 'canaries') =>
      rows.reduce((sum, row) => sum + row[key], 0).toLocaleString('en');
    return `${total('cases').padStart(8)}  ${name}: ${total('deviations')} deviations, ${total('serverErrors')} responses of 500, ${total('canaries')} canaries`;
  };
  return [
    '',
    isFull ? 'Security cases, all:' : `Security cases, a sample (seed ${sampleSeed}):`,
    ...kinds.map((kind) =>
      line(
        kind,
        counts.filter((count) => count.kind === kind),
      ),
    ),
    line('all', counts),
  ];
}
