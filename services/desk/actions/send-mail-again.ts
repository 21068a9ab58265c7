import type { WaitingMatter } from '#contracts/cases/cases.ts';
import { databaseNow, row, type SqlClient } from '#services/platform/database/sql.ts';
import { deliverMail, type MailName } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type ActionContext, type CaseAction, defineAction } from './case-action.ts';

/** The mail that asked for the answer, with SQL of the row it is about for the subject `$1` of the case. */
const askingMails: Partial<Record<WaitingMatter, { mail: MailName; about: string }>> = {
  bank_details: {
    mail: 'refund-needs-details',
    about: `SELECT id FROM refunds WHERE payment_id = $1 AND status = 'needs_attention' ORDER BY created_at DESC LIMIT 1`,
  },
  price: {
    mail: 'price-question',
    about: `SELECT id FROM price_choices WHERE purchase_id = $1 AND status = 'waiting'`,
  },
  redeem: {
    mail: 'course-handed-over',
    about: `SELECT id FROM purchases WHERE id = $1 AND status = 'handed_over'`,
  },
};

const askingMailOf = ({ case: { status, waitingFor } }: Pick<ActionContext, 'case'>) =>
  status === 'waiting' && waitingFor ? askingMails[waitingFor] : undefined;

/** Sends the mail once more whose answer the case waits for. */
export const sendMailAgain: CaseAction = defineAction(['refund', 'payment_review', 'purchase'], {
  name: 'send-mail-again',
  hint: 'The mail that asked for the answer goes out once more, with a link that works. Once a day.',
  appliesTo: (context) => askingMailOf(context) !== undefined,
  obstacle: ({ mailedAgainAt }) =>
    mailedAgainAt
      ? `It was sent again on ${mailedAgainAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC. It can be sent once a day.`
      : undefined,
  async run(manager, context) {
    const asking = askingMailOf(context);
    const about = asking && (await row<{ id: string }>(manager, asking.about, [context.case.subjectId]));
    if (!about) throw conflict('The answer has come, so there is no mail to send again.');
    const revision = (await databaseNow(manager)).getTime();
    await enqueue(manager, deliverMail, { mail: asking.mail, id: about.id, revision });
    return 'The mail that asks for the answer.';
  },
});

/** Returns when the mail was sent again within the last day; null otherwise. */
export async function findMailedAgain(client: SqlClient, shown: ActionContext['case']): Promise<Date | null> {
  if (!askingMailOf({ case: shown })) return null;
  const sent = await row<{ at: Date }>(
    client,
    `SELECT created_at AS at FROM case_acts WHERE case_id = $1 AND act = $2 AND created_at > now() - interval '1 day'
     ORDER BY created_at DESC LIMIT 1`,
    [shown.id, sendMailAgain.name],
  );
  return sent?.at ?? null;
}
