import { type EntityManager, In } from 'typeorm';
import type { RequestHold } from '#contracts/requests/request-holds.ts';
import { canMove, isPaid } from '#contracts/requests/request-status.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { openCase } from '#services/cases/open-case.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow, row, rows, updateReturning } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

/**
 * Takes the row lock of the learner's unpaid request. Starting a payment takes the same lock, so that a concurrent
 * change and payment are serialized. A reservation does not block its learner (decision 051). @throws HttpError 404 for
 * another learner's request, 409 when it is paid or withdrawn.
 */
export async function lockOwnRequest(
  manager: EntityManager,
  requestId: string,
  learnerId: string,
): Promise<HelpRequest> {
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId, learnerId });
  if (!request) throw notFound('This request is no longer there.');
  if (request.status === 'withdrawn') throw conflict('You have withdrawn this request.');
  if (isPaid(request.status)) throw conflict('This course is paid for, so the request stays as it is.');
  if (!canMove(request.status, 'withdrawn')) throw conflict('This request is closed and stays as it is.');
  return request;
}

/** Takes the row locks of a learner's requests that can still be funded, in the order of their ids, and returns them. */
export async function lockOpenRequests(manager: EntityManager, learnerId: string): Promise<HelpRequest[]> {
  const open = await rows<{ id: string }>(
    manager,
    `SELECT id FROM requests WHERE learner_id = $1 AND status IN ('pending', 'reserved') ORDER BY id FOR UPDATE`,
    [learnerId],
  );
  return manager.findBy(HelpRequestEntity, { id: In(open.map(({ id }) => id)) });
}

/** Which holds to add and which to remove. */
interface HoldChange {
  add?: readonly RequestHold[];
  remove?: readonly RequestHold[];
}

/**
 * Changes the holds of a request, or of all requests of a learner that can still be funded, in the caller's transaction:
 * the only writer of `requests.holds` besides the insertion. Returns the requests whose holds are different now.
 */
export async function changeHolds(
  manager: EntityManager,
  target: { requestId: string } | { learnerId: string },
  { add = [], remove = [] }: HoldChange,
): Promise<HelpRequest[]> {
  const isOne = 'requestId' in target;
  const changed = await updateReturning(manager, HelpRequestEntity, {
    change: `holds = ${changedHolds}`,
    condition: `${isOne ? 'r.id = $1' : `r.learner_id = $1 AND r.status IN ('pending', 'reserved')`}
      AND ${changedHolds} <> r.holds`,
    values: [isOne ? target.requestId : target.learnerId, add, remove],
  });
  for (const request of changed) await publishRequestChange(manager, request);
  return changed;
}

// Ordered, so that equal sets are equal arrays.
const changedHolds = `ARRAY(SELECT hold FROM unnest(r.holds || $2::text[]) AS hold
  WHERE hold <> ALL ($3::text[]) GROUP BY hold ORDER BY hold)`;

/**
 * Opens the case in which an operator decides about the text of a request. When the request was changed while an operator had
 * claimed it, the case returns to the inbox, so that no operator approves a text that they have not read.
 */
export async function requestReview(
  manager: EntityManager,
  { id }: Pick<HelpRequest, 'id'>,
  summary = 'A request waits for approval.',
): Promise<void> {
  const subject = { type: 'request', id } as const;
  const caseId = await openCase(manager, { kind: 'request_review', subject, summary });
  const released = await row(
    manager,
    `UPDATE cases SET status = 'open', owner_id = NULL, claimed_at = NULL, waiting_on = NULL, waiting_until = NULL
     WHERE id = $1 AND status <> 'open' RETURNING id`,
    [caseId],
  );
  if (!released) return;
  const detail = 'The learner has changed the request.';
  await recordAct(manager, { caseId, actorId: null, act: 'released', detail });
}

/** Publishes a change of a request to its learner and to the sponsors with a meeting or a payment. */
export async function publishRequestChange(
  manager: EntityManager,
  { id, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
): Promise<void> {
  const sponsors = await rows<{ id: string }>(
    manager,
    `SELECT sponsor_id AS id FROM meetings WHERE request_id = $1
     UNION SELECT payer_id FROM payments WHERE request_id = $1 AND status NOT IN ('failed', 'abandoned')`,
    [id],
  );
  publishChange(manager, learnerId, ...sponsors.map((sponsor) => sponsor.id));
}
