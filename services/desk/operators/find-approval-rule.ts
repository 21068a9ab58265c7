import type { DataSource, EntityManager } from 'typeorm';
import type { ApprovalRule, Approver } from '#services/cases/approval-rule.ts';
import type { Config } from '#services/platform/config.ts';
import { rows } from '#services/platform/database/sql.ts';

/** Returns how approvals are given on this installation, with its operators by name. */
export async function findApprovalRule(
  client: DataSource | EntityManager,
  { hasFourEyes, approvalLimits }: Config,
): Promise<ApprovalRule> {
  const operators = await rows<Approver>(
    client,
    `SELECT o.user_id AS id, u.full_name AS name, o.level = 'lead' AS "isLead"
     FROM operators o JOIN users u ON u.id = o.user_id WHERE o.ended_at IS NULL ORDER BY lower(u.full_name), o.user_id`,
  );
  return { isFourEyes: hasFourEyes, limits: approvalLimits, operators };
}
