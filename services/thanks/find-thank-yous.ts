import type { OwnThankYou, ThankYou } from '#contracts/thanks/thanks.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import { type CaseKey, expectedTimeSql } from '#services/cases/open-case.ts';
import { isoTime } from '#services/platform/iso-times.ts';

/** The payments `p` of sponsors who can be thanked, as tables of a FROM: their accounts have not ended. */
export const thankedPayments = `sponsoring_payments p
  JOIN users sponsor ON sponsor.id = p.payer_id AND sponsor.erasure_requested_at IS NULL`;

/** Returns the key of the case in which an operator reads a thank-you. */
export const thankYouCase = (id: string): CaseKey => ({
  kind: 'request_review',
  subject: { type: 'thank_you', id },
});

/**
 * SQL of an {@link OwnThankYou} for {@link presentOwnThankYou}: what the learner of a request `r` can write to the sponsor at its present
 * stage, or has written; NULL without a sponsor to thank. The learner does not read that the sponsor reported the words.
 */
export const ownThankYouSql = `(SELECT jsonb_build_object('stage', r.status,
    'state', CASE WHEN t.status = 'removed' THEN 'delivered' ELSE coalesce(t.status, 'open') END,
    'expectedAt', CASE t.status WHEN 'held' THEN ${expectedTimeSql('request_review', 'thank_you', 't.id::text')} END,
    'text', CASE t.status WHEN 'declined' THEN t.text END, 'reason', t.decline_reason)
  FROM ${thankedPayments} LEFT JOIN thank_yous t ON t.request_id = r.id AND t.stage = r.status
  WHERE p.request_id = r.id AND r.status IN ('paid', 'enrolled', 'completed') LIMIT 1)`;

/** Maps what {@link ownThankYouSql} selects. */
export function presentOwnThankYou(thankYou: OwnThankYou | null): OwnThankYou | null {
  return thankYou && { ...thankYou, expectedAt: thankYou.expectedAt && isoTime(thankYou.expectedAt) };
}

/**
 * Returns SQL of a list for {@link presentThankYous}: the thank-yous about a request that a sponsor got, oldest first; not those of
 * suspended learners. Both ids are SQL.
 */
export const thankYousSql = (requestId: string, sponsorId: string): string =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('_id', t.id, 'stage', t.stage, 'text', t.text, 'deliveredAt', t.delivered_at)
      ORDER BY t.created_at, t.id), '[]')
    FROM thank_yous t JOIN requests r ON r.id = t.request_id
    WHERE t.request_id = ${requestId} AND t.sponsor_id = ${sponsorId} AND t.status = 'delivered'
      AND NOT ${isSuspended('r.learner_id')})`;

/** Maps what {@link thankYousSql} selects. */
export const presentThankYous = (thankYous: readonly ThankYou[]): ThankYou[] =>
  thankYous.map((thankYou) => ({ ...thankYou, deliveredAt: isoTime(thankYou.deliveredAt) }));
