import type { ApprovalKind } from '#contracts/cases/cases.ts';
import * as desk from '#contracts/desk/desk.ts';
import { restorePerson, suspendPerson } from '#contracts/desk/desk-people.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { payForCourse } from '../money/paid-purchases.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';
import { callDesk, joinDesk, type TestOperator } from './operators.ts';
import { fileRequest, join, type SignedIn } from './people.ts';

/** Operators of whom Ada asks, and the people whom it is about. */
export interface Askers {
  ada: TestOperator;
  grace: TestOperator;
  /** A lead. */
  lena: TestOperator;
  learner: SignedIn;
  sponsor: SignedIn;
}

/** Creates them. */
export async function askers(product: TestProduct): Promise<Askers> {
  return {
    lena: await joinDesk(product, 'lead', 'Lena'),
    ada: await joinDesk(product, 'operator', 'Ada'),
    grace: await joinDesk(product, 'operator', 'Grace'),
    learner: await join(product.url, 'learner'),
    sponsor: await join(product.url, 'sponsor'),
  };
}

/** What Ada asked for, with the ids that it is about. */
export interface Asked {
  caseId: string;
  paymentId?: string;
  purchaseId?: string;
  userId?: string;
  requestId?: string;
  /** Asks for the same once more. Returns the case that it waits in. */
  again(): Promise<{ caseId: string }>;
}

const reason = 'A reason of Ada';

/** Has Ada ask for an act of this kind, under the four-eyes rule; workers must run. `dueAt` is when a dispute is due. */
export async function askFor(
  product: TestProduct,
  people: Askers,
  kind: ApprovalKind,
  dueAt: Date | null = null,
): Promise<Asked> {
  const { ada } = people;
  const act = (id: string, action: string, values: Record<string, string>) =>
    inOwnCase(product, id, ada, () => run(product, id, ada, action, values));
  const asked = async (
    ids: Partial<Asked>,
    caseId: string,
    action: string,
    values: Record<string, string>,
  ) => {
    const again = async () => {
      await act(caseId, action, values);
      return { caseId };
    };
    await again();
    return { ...ids, caseId, again };
  };
  switch (kind) {
    case 'refund':
    case 'higher_price':
    case 'accept_dispute':
      return askAboutMoney(product, people, { kind, dueAt }, asked);
    case 'suspend':
    case 'restore':
      return askAboutPerson(product, people, kind);
    default: {
      const { learner } = people;
      const requestId = await fileRequest(product.url, learner, { isForVisitors: true });
      const body = { about: 'request' as const, id: requestId, reason: 'wrong' as const };
      await callApi(product.url, submitReport, { body });
      const caseId = await caseAbout(product, 'report', requestId);
      if (kind === 'show_request') {
        await act(caseId, 'uphold', { reason: 'Wrong' });
        const reopened = { params: { id: caseId }, body: { reason: 'A mistake' } };
        must(await callDesk(product.url, desk.reopenCase, reopened, ada.cookie));
        await callDesk(product.url, desk.releaseCase, { params: { id: caseId }, body: {} }, ada.cookie);
        return asked({ requestId }, caseId, 'show-again', { reason });
      }
      await act(caseId, 'pause-payments', { reason: 'To look at it' });
      return asked({ requestId }, caseId, kind === 'dismiss_report' ? 'dismiss' : 'resume-payments', {
        reason,
      });
    }
  }
}

type AskInCase = (
  ids: Partial<Asked>,
  caseId: string,
  action: string,
  values: Record<string, string>,
) => Promise<Asked>;

async function askAboutMoney(
  product: TestProduct,
  people: Askers,
  { kind, dueAt }: { kind: 'refund' | 'higher_price' | 'accept_dispute'; dueAt: Date | null },
  asked: AskInCase,
): Promise<Asked> {
  const { id: purchaseId, paymentId } = await payForCourse(product, people);
  const ids = { paymentId, purchaseId };
  if (kind === 'higher_price') {
    const caseId = await caseAbout(product, 'purchase', purchaseId);
    await inOwnCase(product, caseId, people.ada, () => run(product, caseId, people.ada, 'start-buying', {}));
    return asked(ids, caseId, 'ask-for-higher-price', { price: '21600', reason });
  }
  if (kind === 'refund') {
    const subject = { type: 'payment', id: paymentId } as const;
    const caseId = await inTransaction(product.db, (manager) =>
      openCase(manager, { kind: 'refund', subject, summary: 'The course is gone.' }),
    );
    return asked(ids, caseId, 'refund', { reason });
  }
  const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE id = $1', [paymentId]);
  const reported = {
    ...{ id: crypto.randomUUID(), reference, amountMinor: 2_000_000, currency: 'NGN', category: 'fraud' },
    ...{ status: 'awaiting_merchant' as const, resolution: null, dueAt, createdAt: null },
  };
  await inTransaction(product.db, (manager) => recordDispute(manager, reported, new Date()));
  return asked(ids, await caseAbout(product, 'dispute', paymentId), 'accept-dispute', { message: reason });
}

async function askAboutPerson(
  product: TestProduct,
  { ada, grace }: Askers,
  kind: 'suspend' | 'restore',
): Promise<Asked> {
  const userId = await idOf(product, await join(product.url, 'learner'));
  const call = async (
    contract: typeof suspendPerson | typeof restorePerson,
    who: TestOperator,
    why = reason,
  ) =>
    must(
      await callDesk(product.url, contract, { params: { id: userId }, body: { reason: why } }, who.cookie),
    );
  if (kind === 'restore') {
    await call(suspendPerson, ada, 'Spam');
    await call(suspendPerson, grace, 'Spam');
  }
  const again = async () => {
    await call(kind === 'suspend' ? suspendPerson : restorePerson, ada);
    return { caseId: await caseAbout(product, 'suspension', userId) };
  };
  return { userId, ...(await again()), again };
}

async function caseAbout({ db }: TestProduct, kind: string, subjectId: string): Promise<string> {
  const [open] = await db.query(
    `SELECT id FROM cases WHERE kind = $1 AND subject_id = $2 AND status <> 'closed'`,
    [kind, subjectId],
  );
  return open.id;
}

/** Claims a case, does something and releases the case. */
async function inOwnCase(
  { url }: TestProduct,
  id: string,
  { cookie }: TestOperator,
  work: () => Promise<void>,
): Promise<void> {
  await callDesk(url, desk.claimCase, { params: { id } }, cookie);
  await work();
  await callDesk(url, desk.releaseCase, { params: { id }, body: {} }, cookie);
}

async function run(
  { url }: TestProduct,
  id: string,
  { cookie }: TestOperator,
  action: string,
  values: Record<string, string>,
): Promise<void> {
  must(await callDesk(url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie));
}

function must({ status, body }: { status: number; body: { message: string } }): void {
  if (status !== 200) throw new Error(`The desk returned ${status}: ${body.message}`);
}
