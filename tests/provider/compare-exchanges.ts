import type { AllowedViolation } from './allowed-violations.ts';
import type { Exchange } from './exchange.ts';
import { createViolationFinder, type Violation } from './find-violations.ts';
import type { Operation } from './read-document.ts';

/** The result for one operation; violations of one place count once. */
export interface OperationReport {
  operation: string;
  calls: number;
  /** Each with the number of calls that have it. */
  unexplained: (Violation & { calls: number })[];
  allowed: AllowedViolation[];
}

/** Result of {@link compareExchanges}. */
export interface Comparison {
  operations: OperationReport[];
  /** Entries of the list of allowed violations that did not occur. */
  stale: AllowedViolation[];
  /** Operations of the client that were never called. */
  unseen: string[];
}

/** Compares exchanges with the provider's document. `expected`: the operations that have to occur. */
export function compareExchanges(
  exchanges: readonly Exchange[],
  document: readonly Operation[],
  allowed: readonly AllowedViolation[],
  expected: readonly string[],
): Comparison {
  const find = createViolationFinder(document);
  const results = exchanges.map(find);
  const names = [...new Set(results.map(({ operation }) => operation))].sort();
  const isSame = (a: { operation: string; place: string }, b: { operation: string; place: string }) =>
    a.operation === b.operation && a.place === b.place;
  const operations = names.map((operation): OperationReport => {
    const own = results.filter((result) => result.operation === operation);
    const violations = count(own.map((result) => result.violations));
    const isAllowed = (violation: Violation) => allowed.some((entry) => isSame(entry, violation));
    return {
      operation,
      calls: own.length,
      unexplained: violations.filter((violation) => !isAllowed(violation)),
      allowed: allowed.filter((entry) => violations.some((violation) => isSame(entry, violation))),
    };
  });
  const used = new Set(operations.flatMap((operation) => operation.allowed));
  return {
    operations,
    stale: allowed.filter((entry) => !used.has(entry)),
    unseen: expected.filter((operation) => !names.includes(operation)),
  };
}

/** Returns each violation once, with the number of calls in which it occurs. */
function count(calls: readonly (readonly Violation[])[]): (Violation & { calls: number })[] {
  const byText = new Map<string, Violation & { calls: number }>();
  for (const violations of calls) {
    const texts = new Map(violations.map((violation) => [JSON.stringify(violation), violation]));
    for (const [text, violation] of texts)
      byText.set(text, { ...violation, calls: (byText.get(text)?.calls ?? 0) + 1 });
  }
  return [...byText.values()].sort((a, b) => a.place.localeCompare(b.place));
}
