/** What is deleted from a table when its time is over. */
export interface RetentionRule {
  table: string;
  days: number;
  /** As `docs/privacy.md` says it. */
  period: string;
  /** Condition on row `r`; `$1` is the time before which it is past its time. */
  isOver: string;
  /** Assignments that empty the row; by default the row is deleted. */
  change?: string;
}

/** The times after which data is deleted or emptied by the daily job `privacy.purge`. */
export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'sessions',
    days: 30,
    period: '30 days after the session ended',
    isOver: 'least(r.revoked_at, r.expires_at) < $1',
  },
  {
    table: 'operator_sessions',
    days: 365,
    period: '1 year after the session ended',
    isOver: 'least(r.ended_at, r.expires_at) < $1',
  },
  {
    table: 'account_links',
    days: 30,
    period: '30 days after the link expired',
    isOver: 'r.expires_at < $1',
  },
  { table: 'used_google_tickets', days: 1, period: '1 day after expiry', isOver: 'r.expires_at < $1' },
  { table: 'reset_wishes', days: 7, period: '7 days', isOver: 'r.created_at < $1' },
  {
    table: 'subscribers',
    days: 30,
    period:
      'As long as the subscription; afterwards the address, so as not to write to it again; unconfirmed: 30 days',
    isOver: 'r.confirmed_at IS NULL AND coalesce(r.asked_at, r.created_at) < $1',
  },
  { table: 'waitlist_answers', days: 730, period: '2 years', isOver: 'r.created_at < $1' },
  {
    table: 'reports',
    days: 730,
    period: 'Address and words: 2 years after the case was closed',
    isOver: `(r.email IS NOT NULL OR r.details IS NOT NULL)
      AND EXISTS (SELECT FROM cases c WHERE c.id = r.case_id AND c.closed_at < $1)`,
    change: 'email = NULL, details = NULL',
  },
];

/** Days in which a guardian may agree; afterwards the account is erased. */
export const guardianDays = 30;

/** Returns the retention of a table that {@link retentionRules} enforces. */
export function periodOf(table: string): string {
  const rule = retentionRules.find((one) => one.table === table);
  if (!rule) throw new Error(`No retention rule for ${table}`);
  return rule.period;
}
