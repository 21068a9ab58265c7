import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { canMove, type RequestStatus, requestStatuses } from '#contracts/requests/request-status.ts';
import { afterCommit } from '#services/platform/database/transaction.ts';
import { registry } from '#services/platform/metrics/registry.ts';
import { type HelpRequest, HelpRequestEntity, PlatformLoginEntity } from './request.entity.ts';

/** The status to set; `reserved` names the sponsor and the end of the reservation. */
type Move =
  | { to: Exclude<RequestStatus, 'reserved'> }
  | { to: 'reserved'; reservedById: string; reservedUntil: Date };

const now = () => 'now()';
const timestamps = {
  // A refunded request that opens again counts as neither paid nor enrolled.
  pending: { paidAt: null, enrolledAt: null },
  reserved: {},
  paid: { paidAt: now },
  enrolled: { enrolledAt: now },
  completed: { completedAt: now },
  withdrawn: { withdrawnAt: now },
  refunded: {},
} satisfies Record<RequestStatus, unknown>;

// The login on the platform is needed only to enrol the learner.
const erasesLogin = (status: RequestStatus) =>
  status === 'enrolled' || status === 'completed' || status === 'withdrawn';

/**
 * Moves a request to another status: the only writer of `requests.status` besides the seed. Sets the timestamp of
 * the new status, stores or clears the reservation, and erases the login on the platform once the learner is enrolled or
 * the request is withdrawn. The caller holds the row lock and has
 * checked that the transition is allowed.
 *
 * @throws Error for a transition that is not in the table, or when the status has changed since it was read
 */
export async function moveRequest(
  manager: EntityManager,
  { id, status }: Pick<HelpRequest, 'id' | 'status'>,
  move: Move,
): Promise<void> {
  if (!canMove(status, move.to)) throw new Error(`A request cannot move from ${status} to ${move.to}`);
  const { affected } = await manager.update(
    HelpRequestEntity,
    { id, status },
    {
      reservedById: null,
      reservedUntil: null,
      ...timestamps[move.to],
      ...(erasesLogin(move.to) && { accountEmail: null }),
      status: move.to,
      ...(move.to === 'reserved' && { reservedById: move.reservedById, reservedUntil: move.reservedUntil }),
    },
  );
  if (affected !== 1) throw new Error(`Request ${id} is no longer ${status}`);
  afterCommit(manager, () => requestsMoved.inc({ to: move.to }));
  if (erasesLogin(move.to)) await manager.delete(PlatformLoginEntity, { requestId: id });
}

const registers = [registry];

/** Requests that learners have filed. */
export const requestsFiled = new Counter({
  name: 'courselift_requests_filed_total',
  help: 'Requests that learners filed in this process, after the commit.',
  registers,
});

/** Requests by the status that they have moved to. */
const requestsMoved = new Counter({
  name: 'courselift_requests_moved_total',
  help: 'Requests that moved to a status in this process, such as paid or enrolled, after the commit.',
  labelNames: ['to'] as const,
  registers,
});

// Series that exist before their first event, so that its increase is seen.
for (const to of requestStatuses) requestsMoved.inc({ to }, 0);
