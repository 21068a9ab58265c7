import { Counter } from 'prom-client';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { registry } from '#services/platform/metrics/registry.ts';

const registers = [registry];

/** Requests that learners have filed. */
export const requestsFiled = new Counter({
  name: 'courselift_requests_filed_total',
  help: 'Requests that learners filed in this process, after the commit.',
  registers,
});

/** Requests by the status that they have moved to. */
export const requestsMoved = new Counter({
  name: 'courselift_requests_moved_total',
  help: 'Requests that moved to a status in this process, such as paid or enrolled, after the commit.',
  labelNames: ['to'] as const,
  registers,
});

// Series that exist before their first event, so that its increase is seen.
for (const to of requestStatuses) requestsMoved.inc({ to }, 0);
