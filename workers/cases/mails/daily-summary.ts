import type { CaseKind } from '#contracts/cases/cases.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { findApprovalsFor } from '#services/desk/approvals/find-approvals.ts';
import { findMailedOperators } from '#services/desk/operators/operator-mails.ts';
import { row } from '#services/platform/database/sql.ts';
import { formatMinute, type Mails } from '../../mail/mail-composer.ts';

interface Figures {
  open: number;
  overdue: number;
  mine: number;
  unclaimed: number;
  opened: number;
  closed: number;
  incidents: number;
  disputesDueAt: Date | null;
  byKind: Partial<Record<CaseKind, number>>;
}

const kindNames: Record<CaseKind, string> = {
  purchase: 'purchases',
  refund: 'refunds',
  dispute: 'disputes',
  payment_review: 'payments to review',
  request_review: 'requests to review',
  report: 'reports',
  appeal: 'appeals',
  reconciliation: 'differences of the books',
  incident: 'incidents',
  suspension: 'suspensions',
};

// The closed cases of a day are found by the index of kinds and ends.
const figuresSql = `
  SELECT o.*, (SELECT count(*)::int FROM cases WHERE kind = ANY ($2) AND closed_at > now() - interval '1 day') AS closed
  FROM (SELECT coalesce(sum(n), 0)::int AS open, coalesce(sum(overdue), 0)::int AS overdue,
      coalesce(sum(mine), 0)::int AS mine, coalesce(sum(unclaimed), 0)::int AS unclaimed,
      coalesce(sum(opened), 0)::int AS opened, coalesce(sum(n) FILTER (WHERE kind = 'incident'), 0)::int AS incidents,
      min(due) FILTER (WHERE kind = 'dispute') AS "disputesDueAt", coalesce(jsonb_object_agg(kind, n), '{}') AS "byKind"
    FROM (SELECT kind, count(*)::int AS n, count(*) FILTER (WHERE due_at < now()) AS overdue,
        count(*) FILTER (WHERE owner_id = $1) AS mine, count(*) FILTER (WHERE owner_id IS NULL) AS unclaimed,
        count(*) FILTER (WHERE created_at > now() - interval '1 day') AS opened, min(due_at) AS due
      FROM cases WHERE status <> 'closed' GROUP BY kind) k) o`;

export const summaryMails = {
  /** Composes the daily mail to an operator; none on a day without an open case and without a closed one. */
  'daily-summary': async (id, { manager, config }) => {
    if (!(await findMailedOperators(manager, 'summary')).includes(id)) return undefined;
    const figures = await row<Figures>(manager, figuresSql, [id, Object.keys(kindNames)]);
    if (!figures || figures.open + figures.closed === 0) return undefined;
    const { email } = await manager.findOneByOrFail(UserEntity, { id });
    const approvals = config.hasFourEyes ? (await findApprovalsFor(manager, id, config)).length : 0;
    const kinds = Object.entries(figures.byKind).map(
      ([kind, n]) => `${n} ${kindNames[kind as CaseKind] ?? kind}`,
    );
    const facts: [label: string, value: string | number | null][] = [
      ['Overdue', figures.overdue],
      ['Waiting for your approval', approvals],
      ['Open incidents', figures.incidents],
      ['Next dispute is due', figures.disputesDueAt && formatMinute(figures.disputesDueAt)],
      ['Yours', figures.mine],
      ['Without an owner', figures.unclaimed],
      ['Open', kinds.join(', ')],
      ['Opened in the last 24 hours and still open', figures.opened],
      ['Closed in the last 24 hours', figures.closed],
    ];
    const query = new URLSearchParams({ next: '/ops', from: 'mail' });
    const title = `${figures.open} open, ${figures.overdue} overdue`;
    return {
      to: email,
      subject: `The desk today: ${title}`,
      title: 'The desk today',
      preheader: title,
      blocks: [
        { facts: facts.filter(([, value]) => value).map(([label, value]) => [label, `${value}`] as const) },
      ],
      action: { label: 'Open the desk', url: `${config.publicUrl}/ops/sign-in?${query}` },
      footer:
        'You get this mail once a day as an operator. Choose your mails on the page “Operators” of the desk.',
    };
  },
} satisfies Mails;
