import type { DataSource } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { isDatabaseUnavailable } from '#services/platform/database/database-errors.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { describeFailure } from '#services/platform/describe-failure.ts';
import { UnavailableError } from '#services/platform/errors.ts';
import { recordFailure, recordScheduledFailure } from '#services/platform/queue/outbox-rows.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';

/** Failures in a row with the same error that open a case, and that are added to it. */
const failuresPerCase = 3;

/**
 * Records why a job failed. The third failure in a row with the same error opens a case, one for each job and error, unless an
 * unavailable server caused it: those have alerts of their own, and jobs go on after the outage. Returns false when the row of
 * the job was closed meanwhile.
 */
export function recordJobFailure(
  db: DataSource,
  { id, name, isScheduled }: Pick<Delivery, 'id' | 'name' | 'isScheduled'>,
  error: unknown,
  isFinal: boolean,
): Promise<boolean> {
  const failure = isUnavailable(error) ? undefined : describeFailure(error);
  return inTransaction(db, async (manager) => {
    const outcome = { reason: describeError(error), errorKey: failure?.key, isFinal };
    const failures = !isScheduled
      ? await recordFailure(manager, id, outcome)
      : failure && (await recordScheduledFailure(manager, name, failure.key));
    if (failure && failures && failures % failuresPerCase === 0) {
      const subject = { type: 'job', id: `${name}:${failure.key}` } as const;
      const summary = `The job ${name} failed three times: ${failure.text}.`;
      await openCase(manager, { kind: 'job_failure', subject, summary });
    }
    return failures !== undefined;
  });
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof UnavailableError || isDatabaseUnavailable(error)) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}
