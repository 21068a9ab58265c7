import type { DataSource, EntityManager } from 'typeorm';
import type { OutsideService } from '#contracts/cases/cases.ts';
import { minuteMs } from '#contracts/durations.ts';
import { execute, lockRow, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { closeCase } from './close-case.ts';
import { openCase } from './open-case.ts';
import { ServiceOutageEntity } from './outages.entity.ts';

/** How long a server is unavailable before an incident is opened, in milliseconds (decision 138). */
const reportedAfterMs = 5 * minuteMs;

/** What a sentence calls each server. */
const serviceNames: Record<OutsideService, string> = {
  provider: 'The payment provider',
  mail: 'The mail server',
};

/** Formats a time to the minute, in UTC. Summaries of cases are stored, so they are in no operator's zone. */
export const utcMinute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The key of the incident about a server or a worker. */
export const serviceCase = (id: string) => ({ kind: 'incident', subject: { type: 'service', id } }) as const;

/** Records a call that failed because a server was unavailable: an outage begins, or goes on. */
export async function recordOutage(
  client: SqlClient,
  service: OutsideService,
  error: unknown,
): Promise<void> {
  await execute(
    client,
    `INSERT INTO service_outages AS o (service, last_error) VALUES ($1, $2)
     ON CONFLICT (service) DO UPDATE SET tries = o.tries + 1, last_error = excluded.last_error`,
    [service, describeError(error)],
  );
}

/** Checks whether a server serves us; rejects when it does not. */
export type ServiceChecks = Readonly<Record<OutsideService, () => Promise<unknown>>>;

/**
 * Checks each server for which an outage is recorded. One that serves us again ends the outage, with its incident; one
 * that has not for five minutes opens an incident.
 */
export async function checkOutages(db: DataSource, checks: ServiceChecks): Promise<void> {
  const outages = await rows<{ service: OutsideService }>(db, 'SELECT service FROM service_outages');
  for (const { service } of outages) {
    const failure = await checks[service]().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await inTransaction(db, async (manager) => {
      if (failure) await recordOutage(manager, service, failure.error);
      await (failure ? reportOutage(manager, service) : endOutage(manager, service));
    });
  }
}

async function reportOutage(manager: EntityManager, service: OutsideService): Promise<void> {
  const outage = await lockRow(manager, ServiceOutageEntity, { service });
  if (!outage || outage.isReported || Date.now() - outage.since.getTime() < reportedAfterMs) return;
  const summary = `${serviceNames[service]} does not answer since ${utcMinute(outage.since)}.`;
  await openCase(manager, { ...serviceCase(service), summary });
  await manager.update(ServiceOutageEntity, { service }, { isReported: true });
}

async function endOutage(manager: EntityManager, service: OutsideService): Promise<void> {
  const outage = await lockRow(manager, ServiceOutageEntity, { service });
  if (!outage) return;
  await manager.delete(ServiceOutageEntity, { service });
  const reason = `It answers again at ${utcMinute(new Date())}; it was tried ${outage.tries} times since ${utcMinute(outage.since)}.`;
  if (outage.isReported) await closeCase(manager, serviceCase(service), { outcome: 'recovered', reason });
}
