import type { CaseKind } from '#contracts/cases/cases.ts';
import { suspendPerson } from '#contracts/desk/desk-people.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { AppealEntity, SuspensionEntity } from '#services/safety/safety.entity.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { payForCourse } from '../money/paid-purchases.ts';
import type { Askers } from '../people/ask-for-approval.ts';
import { callDesk } from '../people/operators.ts';
import { fileRequest, join } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';

type Opening = (product: TestProduct, people: Askers) => Promise<CaseKey['subject']>;

const paid: Opening = async (product, people) => {
  const { paymentId } = await payForCourse(product, people);
  return { type: 'payment', id: paymentId };
};

const requested: Opening = async ({ url }, { learner }) => ({
  type: 'request',
  id: await fileRequest(url, learner, { isForVisitors: true }),
});

/** Opens a case with this subject, where the subject alone does not. */
const withCase =
  (kind: CaseKind, subjectOf: Opening): Opening =>
  async (product, people) => {
    const subject = await subjectOf(product, people);
    await inTransaction(product.db, (manager) => openCase(manager, { kind, subject, summary: 'To look at' }));
    return subject;
  };

const random = (type: 'reconciliation' | 'job') => async () => ({
  type,
  id: `${type}:${crypto.randomUUID()}`,
});

/** Brings about a case of each kind with a subject of its own. Workers must run, and the four-eyes rule must be on. */
const openings: Record<CaseKind, Opening> = {
  async purchase(product, people) {
    const { id } = await payForCourse(product, people, { delivery: 'enrolment-code' });
    return { type: 'purchase', id };
  },
  refund: withCase('refund', paid),
  async dispute(product, people) {
    const subject = await paid(product, people);
    const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE id = $1', [
      subject.id,
    ]);
    const reported = {
      ...{ id: crypto.randomUUID(), reference, amountMinor: 2_000_000, currency: 'NGN', category: 'fraud' },
      ...{ status: 'awaiting_merchant' as const, resolution: null, dueAt: null, createdAt: null },
    };
    await inTransaction(product.db, (manager) => recordDispute(manager, reported, new Date()));
    return subject;
  },
  payment_review: withCase('payment_review', paid),
  request_review: withCase('request_review', async (product, people) => {
    const subject = await requested(product, people);
    await product.db.query(`UPDATE requests SET holds = '{review}' WHERE id = $1`, [subject.id]);
    return subject;
  }),
  async report(product, people) {
    const { id } = await requested(product, people);
    await callApi(product.url, submitReport, { body: { about: 'request', id, reason: 'wrong' } });
    return { type: 'request', id };
  },
  async appeal(product, { ada, grace }) {
    const userId = await idOf(product, await join(product.url, 'learner'));
    const decided = { suspendedById: ada.id, approvedById: grace.id };
    const subject = { type: 'user', id: userId } as const;
    await inTransaction(product.db, async (manager) => {
      const { identifiers } = await manager.insert(SuspensionEntity, { ...decided, userId, reason: 'Spam' });
      await openCase(manager, {
        ...{ kind: 'appeal', subject, summary: 'An appeal against a suspension.' },
        ...{ excludedId: ada.id, excludedApproverId: grace.id },
      });
      await manager.insert(AppealEntity, { suspensionId: identifiers[0]?.id, text: 'That was not me.' });
    });
    return subject;
  },
  reconciliation: withCase('reconciliation', random('reconciliation')),
  incident: withCase('incident', random('job')),
  async suspension(product, { ada }) {
    const id = await idOf(product, await join(product.url, 'learner'));
    await callDesk(product.url, suspendPerson, { params: { id }, body: { reason: 'Spam' } }, ada.cookie);
    return { type: 'user', id };
  },
};

/** Opens a case of a kind about a subject of its own. Returns its id. */
export async function openCaseOf(product: TestProduct, people: Askers, kind: CaseKind): Promise<string> {
  const { type, id } = await openings[kind](product, people);
  const [opened] = await product.db.query(
    `SELECT id FROM cases WHERE kind = $1 AND subject_type = $2 AND subject_id = $3 AND status <> 'closed'`,
    [kind, type, id],
  );
  if (!opened) throw new Error(`No case of the kind ${kind} was opened`);
  return opened.id;
}
