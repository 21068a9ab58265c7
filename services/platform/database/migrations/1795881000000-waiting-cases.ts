import type { MigrationInterface, QueryRunner } from 'typeorm';

const parties = `'learner', 'sponsor', 'provider', 'operator', 'reporter'`;
const matters = `'bank_details', 'price', 'redeem', 'refund', 'dispute'`;
const knownParties = (list: string) => `ALTER TABLE cases DROP CONSTRAINT cases_waiting_on_known,
  ADD CONSTRAINT cases_waiting_on_known CHECK (waiting_on IN (${list})) NOT VALID`;
const owned = (claimed: string) => `ALTER TABLE cases DROP CONSTRAINT cases_owned,
  ADD CONSTRAINT cases_owned CHECK (
    CASE status WHEN 'open' THEN owner_id IS NULL ${claimed} END) NOT VALID`;

/**
 * Lets a case wait without an owner, for the bank too, with the matter it waits for. Adds the operator who approved the decision that
 * an appeal is about, also to open appeals.
 */
export class WaitingCases1795881000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE cases ADD COLUMN excluded_approver_id uuid REFERENCES users (id) ON DELETE RESTRICT,
         ADD COLUMN waiting_for text,
         ADD CONSTRAINT cases_waiting_for_known CHECK (waiting_for IN (${matters})) NOT VALID`,
    );
    await runner.query(knownParties(`${parties}, 'bank'`));
    await runner.query(owned(`WHEN 'claimed' THEN owner_id IS NOT NULL ELSE true`));
    await runner.query(
      `UPDATE cases c SET excluded_approver_id = s.approved_by_id FROM suspensions s
       WHERE c.kind = 'appeal' AND c.status <> 'closed' AND c.subject_type = 'user' AND c.subject_id = s.user_id::text
         AND s.lifted_at IS NULL AND s.approved_by_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE cases SET status = CASE WHEN owner_id IS NULL THEN 'open' ELSE 'claimed' END,
         waiting_on = NULL, waiting_until = NULL
       WHERE status = 'waiting' AND (owner_id IS NULL OR waiting_on = 'bank')`,
    );
    await runner.query(owned(`WHEN 'closed' THEN true ELSE owner_id IS NOT NULL`));
    await runner.query(knownParties(parties));
    await runner.query('ALTER TABLE cases DROP COLUMN waiting_for, DROP COLUMN excluded_approver_id');
  }
}
