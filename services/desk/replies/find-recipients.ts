import type { ReplyRecipient } from '#contracts/desk/desk-teamwork.ts';
import { formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { erasedMailDomain } from '#services/platform/email/mail-address.ts';
import { fillTemplate } from '#services/platform/reply-templates.ts';
import { findSubject } from '../cases/find-subject.ts';

type Recipient = Omit<ReplyRecipient, 'templates'> &
  Record<'course' | 'reference' | 'currency', string | null> & { amountMinor: number | null };

/**
 * Returns the people of a case whom an operator can write to: the learner and each payer of its request, or the person that it is
 * about. A reporter is none of them, and a person whose account was erased has no address.
 */
export async function findRecipients(client: SqlClient, supportCase: Case): Promise<Recipient[]> {
  const { request, person } = await findSubject(client, supportCase);
  const nothing = { course: null, reference: null, currency: null, amountMinor: null };
  const people: Recipient[] = [];
  if (person && person.role !== 'operator') {
    const { id, name, email } = person;
    const { minor: amountMinor, currency } = request?.price ?? { minor: null, currency: null };
    const ofRequest = request && { ...nothing, course: request.courseTitle, amountMinor, currency };
    people.push({ id, name, email, part: request ? 'learner' : 'person', ...(ofRequest ?? nothing) });
  }
  if (request) {
    const payers = await rows<Omit<Recipient, 'part' | 'course'>>(
      client,
      `SELECT DISTINCT ON (u.id) u.id, u.full_name AS name, u.email, p.reference, p.currency,
         p.amount_minor::float8 AS "amountMinor"
       FROM payments p JOIN users u ON u.id = p.payer_id WHERE p.request_id = $1
       ORDER BY u.id, p.id::text = $2 DESC, p.created_at DESC`,
      [request.id, supportCase.subjectId],
    );
    for (const payer of payers) people.push({ ...payer, part: 'payer', course: request.courseTitle });
  }
  return people.filter(({ email }) => !email.endsWith(erasedMailDomain));
}

/** Returns the recipients of a case, each with the templates whose placeholders have values for them. */
export async function presentRecipients(
  client: SqlClient,
  supportCase: Case,
  operatorName: string,
  { replyTemplates, brand }: Pick<Config, 'replyTemplates' | 'brand'>,
): Promise<ReplyRecipient[]> {
  const operator = firstName(operatorName);
  const recipients = await findRecipients(client, supportCase);
  return recipients.map(({ course, reference, amountMinor, currency, ...recipient }) => {
    const amount = amountMinor === null || currency === null ? null : formatMinor(amountMinor, currency);
    const values = {
      name: firstName(recipient.name),
      ...{ course, reference, amount, operator, brand: brand.name },
    };
    const templates = replyTemplates.flatMap((template) => fillTemplate(template, values) ?? []);
    return { ...recipient, templates };
  });
}
