import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isConfirmedAddress } from '#services/accounts/addresses/account-address.ts';
import { hasContactData } from '#services/accounts/names.ts';
import { openCase } from '#services/cases/open-case.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { requestReview } from './change-request.ts';
import { type HelpRequest, HelpRequestEntity, RecipientEntity } from './request.entity.ts';

/** What a learner typed that an invitation can show to an address that no account has confirmed (decision 049). */
type TypedText = Pick<HelpRequest, 'courseTitle' | 'platform' | 'motivation'>;

const partsOf = ({ courseTitle, platform, motivation }: TypedText) => [courseTitle, platform, motivation];

const hashOf = (text: TypedText): string =>
  createHash('sha256')
    .update(JSON.stringify(partsOf(text)))
    .digest('base64url');

const canBeShown = (text: TypedText): boolean => !partsOf(text).some(hasContactData);

/** Returns whether an operator has read this text and shows it; one with contact data is never shown. */
export function isTextShown(request: HelpRequest): boolean {
  return (
    request.isInvitationTextShown && request.invitationTextHash === hashOf(request) && canBeShown(request)
  );
}

/** Stores an operator's decision about the present text of a request, whose row lock the caller holds. */
export async function decideInvitationText(
  manager: EntityManager,
  requestId: string,
  isInvitationTextShown: boolean,
): Promise<void> {
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: requestId });
  const invitationTextHash = hashOf(request);
  await manager.update(HelpRequestEntity, requestId, { invitationTextHash, isInvitationTextShown });
}

const summary = 'The text of an invitation waits to be read.';

/**
 * Opens the case in which an operator reads the text of a request, after an invitation has gone out without it; none when
 * this text has been decided about, or cannot be shown.
 */
export async function requestReading(manager: EntityManager, recipientId: string): Promise<void> {
  const recipient = await manager.findOneBy(RecipientEntity, { id: recipientId });
  if (!recipient || (await isConfirmedAddress(manager, recipient.email))) return;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: recipient.requestId });
  if (request.invitationTextHash === hashOf(request) || !canBeShown(request)) return;
  await openCase(manager, { kind: 'request_review', subject: { type: 'request', id: request.id }, summary });
}

/**
 * Requests another reading when a text that an operator has read, or is reading, was changed. A claimed case returns to the
 * inbox.
 */
export async function requestReadingAgain(
  manager: EntityManager,
  before: HelpRequest,
  after: TypedText & Pick<HelpRequest, 'isPrivate'>,
): Promise<void> {
  if (hashOf(before) === hashOf(after)) return;
  const openReview = `SELECT 1 FROM cases WHERE kind = 'request_review' AND subject_type = 'request' AND subject_id = $1 AND status <> 'closed'`;
  const wasRead = before.invitationTextHash !== null && after.isPrivate && canBeShown(after);
  if (wasRead || (await hasRow(manager, openReview, [before.id])))
    await requestReview(manager, before, summary);
}
