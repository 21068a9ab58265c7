import type { ApprovalKind } from '#contracts/cases/cases.ts';
import {
  type Approver,
  type GuardedAct,
  kindOfAction,
  mayApprove,
  type WaitingAct,
} from '#services/cases/approval.ts';
import { leftMinorSql } from '#services/disputes/disputes.ts';
import { capturedMoneySql, fundBalancesSql, type PreviewedMoney } from '#services/ledger/captured-money.ts';
import type { Config } from '#services/platform/config.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { contributedMinorSql } from '#services/purchases/contributions.ts';
import type { Refund } from '#services/refunds/refund.entity.ts';
import { aboutSql, caseJoins } from '../cases/case-summary.ts';
import { approvalsSql } from './approvals-sql.ts';

/** An act that waits for the approval of an operator. */
export interface WaitingApproval extends WaitingAct {
  id: string;
  kind: ApprovalKind;
  caseId: string;
  askedAt: Date;
  reason: string;
  paymentId: string | null;
  purchaseId: string | null;
  disputeId: string | null;
  /** When the bank takes a dispute as accepted; null for other acts. */
  dueAt: Date | null;
  /** Of a refund. */
  origin: Refund['origin'] | null;
  isRest: boolean;
}

/** {@link WaitingApproval} as the desk shows it. */
export interface ShownApproval extends WaitingApproval {
  askedBy: string | null;
  /** The course or person that it is about. */
  about: string | null;
  /** What it moves now, in minor units: a part of a refund or a dispute may have been given back since. */
  presentMinor: number | null;
  /** What the ledger holds of the payment; null without a capture. */
  money: Omit<PreviewedMoney, 'fundBalanceMinor'> | null;
  /** Of a higher price: what the payers give for the course. */
  contributedMinor: number | null;
  fundBalanceMinor: number;
}

/** Returns what waits for approval, oldest first, of all or of one case, and how many there are. One statement for all rows. */
export async function findApprovals(
  client: SqlClient,
  { caseId = null, limit = null }: { caseId?: string | null; limit?: number | null } = {},
): Promise<{ approvals: ShownApproval[]; total: number }> {
  const approvals = await rows<ShownApproval & { total: number }>(
    client,
    `SELECT w.*, asker.full_name AS "askedBy", ${aboutSql} AS about, least(w."amountMinor", rest.minor) AS "presentMinor",
       to_jsonb(captured) AS money, price.minor AS "contributedMinor", coalesce(fund.minor, 0) AS "fundBalanceMinor"
     FROM (SELECT w.*, count(*) OVER ()::int AS total FROM (${approvalsSql}) w
       WHERE $1::uuid IS NULL OR w."caseId" = $1 ORDER BY w."askedAt", w.id LIMIT $2) w
     JOIN cases c ON c.id = w."caseId" ${caseJoins}
     LEFT JOIN LATERAL (SELECT ${leftMinorSql(`CASE w.kind WHEN 'refund' THEN w.id END`, 'w."disputeId"')} AS minor
       FROM payments p WHERE p.id = w."paymentId" AND w.kind <> 'higher_price') rest ON true
     LEFT JOIN LATERAL (${capturedMoneySql('w."paymentId"')}) captured ON true
     LEFT JOIN LATERAL (SELECT ${contributedMinorSql} AS minor FROM purchases u WHERE u.id = w."purchaseId") price ON true
     LEFT JOIN (${fundBalancesSql}) fund
       ON fund.currency = CASE w.kind WHEN 'higher_price' THEN w.currency ELSE captured.currency END
     LEFT JOIN users asker ON asker.id = w."requestedById" ORDER BY w."askedAt", w.id`,
    [caseId, limit],
  );
  return { approvals, total: approvals[0]?.total ?? 0 };
}

/** Returns one act that waits for approval. */
export function findApproval(client: SqlClient, id: string): Promise<WaitingApproval | undefined> {
  return row<WaitingApproval>(client, `SELECT * FROM (${approvalsSql}) w WHERE w.id = $1`, [id]);
}

/** Returns what waits for approval and this operator may approve. */
export async function findApprovalsFor(
  client: SqlClient,
  operatorId: string,
  config: Config,
): Promise<WaitingApproval[]> {
  const rule = await findApprovalRule(client, config);
  const waiting = await rows<WaitingApproval>(client, `${approvalsSql} ORDER BY "askedAt", id`);
  return waiting.filter((approval) => mayApprove(rule, approval, operatorId));
}

/** Returns the cases in which something waits for approval, and nothing that this operator may approve. */
export async function findBlockedCases(
  client: SqlClient,
  operatorId: string,
  config: Config,
): Promise<string[]> {
  if (!config.hasFourEyes) return [];
  const rule = await findApprovalRule(client, config);
  const waiting = await rows<WaitingApproval>(client, approvalsSql);
  const mine = waiting.filter((approval) => mayApprove(rule, approval, operatorId));
  const allowed = new Set(mine.map(({ caseId }) => caseId));
  return waiting.map(({ caseId }) => caseId).filter((id) => !allowed.has(id));
}

/** Returns what waits for approval in a case, but for a refund. */
export async function findWaitingKinds(client: SqlClient, caseId: string): Promise<ApprovalKind[]> {
  const text = 'SELECT action FROM pending_approvals WHERE case_id = $1';
  const waiting = await rows<Pick<GuardedAct, 'action'>>(client, text, [caseId]);
  return waiting.map(({ action }) => kindOfAction[action]);
}

/** Returns who approves what another operator asked for. */
export async function findApprovalRule(client: SqlClient, { hasFourEyes, approvalLimits }: Config) {
  return { isFourEyes: hasFourEyes, limits: approvalLimits, operators: await findOperators(client) };
}

/** Returns all operators who can sign in, by name. */
export function findOperators(client: SqlClient): Promise<Approver[]> {
  return rows<Approver>(
    client,
    `SELECT o.user_id AS id, u.full_name AS name, o.level = 'lead' AS "isLead"
     FROM operators o JOIN users u ON u.id = o.user_id WHERE o.ended_at IS NULL ORDER BY lower(u.full_name), o.user_id`,
  );
}
