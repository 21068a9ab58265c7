import type { MigrationInterface, QueryRunner } from 'typeorm';

// Those of nullable columns are partial: most rows have no value, and a comparison with one implies the condition.
const indexes = {
  appeals_answered_by: 'appeals (answered_by_id) WHERE answered_by_id IS NOT NULL',
  audit_entries_actor: 'audit_entries (actor_id) WHERE actor_id IS NOT NULL',
  case_acts_actor: 'case_acts (actor_id) WHERE actor_id IS NOT NULL',
  cases_excluded: 'cases (excluded_id) WHERE excluded_id IS NOT NULL',
  cases_owner: 'cases (owner_id) WHERE owner_id IS NOT NULL',
  course_uploads_requested_by: 'course_uploads (requested_by_id)',
  disputes_answered_by: 'disputes (answered_by_id) WHERE answered_by_id IS NOT NULL',
  draws_winner: 'draws (winner_id) WHERE winner_id IS NOT NULL',
  order_receipts_uploaded_by: 'order_receipts (uploaded_by_id)',
  pair_mails_about: 'pair_mails (about_id)',
  payments_sponsorship: 'payments (sponsorship_id)',
  pending_approvals_requested_by: 'pending_approvals (requested_by_id)',
  price_choices_asked_by: 'price_choices (asked_by_id)',
  purchases_overrun_approved_by:
    'purchases (overrun_approved_by_id) WHERE overrun_approved_by_id IS NOT NULL',
  purchases_overrun_by: 'purchases (overrun_by_id) WHERE overrun_by_id IS NOT NULL',
  purchases_owner: 'purchases (owner_id) WHERE owner_id IS NOT NULL',
  reconciliation_runs_requested_by: 'reconciliation_runs (requested_by_id) WHERE requested_by_id IS NOT NULL',
  refunds_approved_by: 'refunds (approved_by_id) WHERE approved_by_id IS NOT NULL',
  refunds_requested_by: 'refunds (requested_by_id) WHERE requested_by_id IS NOT NULL',
  request_decisions_decided_by: 'request_decisions (decided_by_id) WHERE decided_by_id IS NOT NULL',
  request_views_sponsor: 'request_views (sponsor_id)',
  requests_reserved_by: 'requests (reserved_by_id) WHERE reserved_by_id IS NOT NULL',
  suspensions_approved_by: 'suspensions (approved_by_id) WHERE approved_by_id IS NOT NULL',
  suspensions_lifted_by: 'suspensions (lifted_by_id) WHERE lifted_by_id IS NOT NULL',
  suspensions_suspended_by: 'suspensions (suspended_by_id)',
};

/** For deletions: without an index, PostgreSQL reads the whole table of each foreign key for every deleted person. */
export class IndexesOfForeignKeys1796805000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes))
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
