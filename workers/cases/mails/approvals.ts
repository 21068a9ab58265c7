import { approvalKindNames } from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { findApprovalsFor, type WaitingApproval } from '#services/desk/approvals/find-approvals.ts';
import { findMailedOperators } from '#services/desk/operators/operator-mails.ts';
import { formatMinute, type Mails } from '../../mail/mail-composer.ts';

// A mail lists no more, so that it can be read.
const shown = 20;

export const approvalMails = {
  /** Composes the mail to an operator about everything that waits for their approval. */
  'approvals-waiting': async (id, { manager, config }) => {
    const isOperator = (await findMailedOperators(manager, 'approval')).includes(id);
    const approvals = isOperator ? await findApprovalsFor(manager, id, config) : [];
    if (approvals.length === 0) return undefined;
    const { email } = await manager.findOneByOrFail(UserEntity, { id });
    const title =
      approvals.length === 1
        ? 'One act waits for your approval'
        : `${approvals.length} acts wait for your approval`;
    const facts = approvals
      .slice(0, shown)
      .map((approval) => [approvalKindNames[approval.kind], factOf(approval)] as const);
    const more = approvals.length - facts.length;
    const query = new URLSearchParams({ next: '/ops/approvals', from: 'mail' });
    return {
      to: email,
      subject: title,
      title,
      preheader: 'Another operator asked for it.',
      blocks: [{ facts }, ...(more > 0 ? [`And ${more} more.`] : [])],
      action: { label: 'Open the approvals', url: `${config.publicUrl}/ops/sign-in?${query}` },
      footer: 'You get this mail, at most once an hour, because you are an operator of this installation.',
    };
  },
} satisfies Mails;

function factOf({ amountMinor, currency, askedAt, dueAt }: WaitingApproval): string {
  const amount = amountMinor === null || currency === null ? [] : [formatMinor(amountMinor, currency)];
  const due = dueAt ? [`the bank decides at ${formatMinute(dueAt)}`] : [];
  return [...amount, `asked for at ${formatMinute(askedAt)}`, ...due].join(', ');
}
