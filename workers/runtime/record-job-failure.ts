import type { DataSource, EntityManager } from 'typeorm';
import type { OutsideService } from '#contracts/cases/cases.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordOutage } from '#services/cases/outages.ts';
import { isDatabaseUnavailable } from '#services/platform/database/database-errors.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { describeFailure } from '#services/platform/describe-failure.ts';
import { MailDeferredError } from '#services/platform/email/mailer.ts';
import { UnavailableError } from '#services/platform/errors.ts';
import { recordFailure, recordScheduledFailure } from '#services/platform/queue/outbox-rows.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';
import { ProviderUnavailableError } from '#services/providers/provider-errors.ts';

/** Failures in a row with the same error that open a case, and that are added to it. */
const failuresPerCase = 3;

/**
 * Records why a job failed. An incident is opened by the third failure in a row with the same error, and by the last attempt of a
 * job. An unavailable server does not count: of the provider and the mail server an outage is recorded instead, and jobs go
 * on after it. Returns false when the row of the job was closed meanwhile.
 */
export function recordJobFailure(
  db: DataSource,
  { id, name, isScheduled }: Pick<Delivery, 'id' | 'name' | 'isScheduled'>,
  error: unknown,
  isFinal: boolean,
): Promise<boolean> {
  const unavailable = isUnavailable(error);
  const service = serviceOf(error);
  const isDeadLetter = isFinal && !isScheduled;
  const failure = !unavailable || isDeadLetter ? describeFailure(error) : undefined;
  return inTransaction(db, async (manager) => {
    const reason = describeError(error);
    if (service) await recordOutage(manager, service, error);
    if (isScheduled) {
      const failures = failure && (await recordScheduledFailure(manager, name, failure.key));
      if (failure && failures && failures % failuresPerCase === 0)
        await openJobIncident(manager, name, failure, 'three times');
      return failures !== undefined;
    }
    const recorded = await recordFailure(manager, id, {
      ...{ reason, isFinal, errorKey: failure?.key },
      unavailable: isFinal ? undefined : service,
    });
    const failures = failure && recorded?.sameErrors;
    if (failures && failures % failuresPerCase === 0)
      await openJobIncident(manager, name, failure, 'three times');
    else if (failures && isDeadLetter && !(await isReported(manager, name, failure, failures)))
      await openJobIncident(manager, name, failure, 'for good');
    return recorded !== undefined;
  });
}

/** Records that a job will not be retried because its workers were killed while it ran. Returns false when its row was closed meanwhile. */
export function recordAbandonedJob(db: DataSource, id: string, reason: string): Promise<boolean> {
  const failure = { key: 'abandoned', text: 'its workers stopped while it ran' };
  return inTransaction(db, async (manager) => {
    const recorded = await recordFailure(manager, id, { reason, errorKey: failure.key, isFinal: true });
    if (recorded) await openJobIncident(manager, recorded.name, failure, 'for good');
    return recorded !== undefined;
  });
}

async function openJobIncident(
  manager: EntityManager,
  name: string,
  failure: { key: string; text: string },
  how: 'three times' | 'for good',
): Promise<void> {
  const subject = { type: 'job', id: `${name}:${failure.key}` } as const;
  const summary = `The job ${name} failed ${how}: ${failure.text}.`;
  await openCase(manager, { kind: 'incident', subject, summary });
}

/** Returns whether the third failure of this job has opened an incident that is still open. */
async function isReported(
  manager: EntityManager,
  name: string,
  { key }: { key: string },
  failures: number,
): Promise<boolean> {
  const open = `SELECT 1 FROM cases WHERE kind = 'incident' AND subject_type = 'job' AND subject_id = $1 AND status <> 'closed'`;
  return failures > failuresPerCase && (await hasRow(manager, open, [`${name}:${key}`]));
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof UnavailableError || isDatabaseUnavailable(error)) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}

/** The server of others whose unavailability is the error, or its cause. */
function serviceOf(error: unknown): OutsideService | undefined {
  if (error instanceof ProviderUnavailableError) return 'provider';
  if (error instanceof MailDeferredError) return 'mail';
  return error instanceof Error ? serviceOf(error.cause) : undefined;
}
