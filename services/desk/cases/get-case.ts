import type { getCase as contract } from '#contracts/desk/desk.ts';
import { CaseEntity } from '#services/cases/case.entity.ts';
import type { Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { actionsFor, presentAction } from '../actions/registry.ts';
import { findApprovalRule } from '../operators/find-approval-rule.ts';
import { findSubject } from './find-subject.ts';
import { type CaseRow, caseColumns, caseJoins, presentCase } from './present-case.ts';

// Of the time in which the case `c` is open: an appeal opens a case about its suspended person or its rejected request.
const appealsOf = (decision: string, decisionId: string, subjectId: string) =>
  `SELECT 'appealed', p.text, NULL, p.created_at FROM cases c JOIN ${decision} d ON d.${subjectId} = c.subject_id::uuid
     JOIN appeals p ON p.${decisionId} = d.id
     WHERE c.id = $1 AND p.created_at BETWEEN c.created_at AND coalesce(c.closed_at, 'infinity')`;
const appealsOfCase = `${appealsOf('suspensions', 'suspension_id', 'user_id')}
     UNION ALL ${appealsOf('request_decisions', 'request_decision_id', 'request_id')}`;

/** Returns a case with its subject, history and actions. */
export const getCase: Handler<typeof contract> = async ({ params, caller }, { config, db }) => {
  const found = await db.getRepository(CaseEntity).findOneBy({ id: params.id });
  const summary = await row<CaseRow>(db, `SELECT ${caseColumns} FROM cases c ${caseJoins} WHERE c.id = $1`, [
    params.id,
  ]);
  if (!found || !summary) throw notFound('There is no such case.');
  const subject = await findSubject(db, found);
  const history = await rows<{ act: string; detail: string; actor: string | null; at: Date }>(
    db,
    `SELECT a.act, a.detail, u.full_name AS actor, a.created_at AS at FROM case_acts a
     LEFT JOIN users u ON u.id = a.actor_id WHERE a.case_id = $1
     -- The words of reports and appeals are erased with their person, so the insert-only history does not repeat them.
     UNION ALL SELECT 'reported', details, NULL, created_at FROM reports
     WHERE case_id = $1 AND details IS NOT NULL
     ${found.kind === 'appeal' ? `UNION ALL ${appealsOfCase}` : ''} ORDER BY at`,
    [found.id],
  );
  const operator = { id: caller.id, isLead: caller.isLead ?? false };
  const approval = await findApprovalRule(db, config);
  const context = { case: found, subject, operator, approval };
  return {
    message: 'The case.',
    data: {
      ...presentCase(summary),
      ...subject,
      subject: { type: found.subjectType, id: found.subjectId },
      outcome: found.outcome,
      closedReason: found.closedReason,
      closedAt: found.closedAt?.toISOString() ?? null,
      isMine: found.ownerId === caller.id,
      history: history.map(({ at, ...act }) => ({ ...act, at: at.toISOString() })),
      actions: await Promise.all(actionsFor(context).map((action) => presentAction(db, action, context))),
    },
  };
};
