import type * as contracts from '#contracts/desk/desk-people.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import {
  restorePerson as restore,
  suspendPerson as suspend,
} from '#services/safety/suspensions/suspend-person.ts';

const waits = 'Another operator has to approve this. It is on the page of this person.';

/** Suspends a learner or sponsor. @throws HttpError 404, also for operators, or 409. */
export const suspendPerson: Handler<typeof contracts.suspendPerson> = async (
  { params, body, caller },
  { db, config },
) => {
  const act = { userId: params.id, operatorId: caller.id, reason: body.reason };
  const isDone = await inTransaction(db, (manager) => suspend(manager, act, config.hasFourEyes));
  return { message: isDone ? 'This person is suspended, and gets a mail with the reason.' : waits };
};

/** Lifts the suspension of a learner or sponsor. @throws HttpError 404, also for operators, or 409. */
export const restorePerson: Handler<typeof contracts.restorePerson> = async (
  { params, body, caller },
  { db, config },
) => {
  const act = { userId: params.id, operatorId: caller.id, reason: body.reason };
  const isDone = await inTransaction(db, (manager) => restore(manager, act, config.hasFourEyes));
  return { message: isDone ? 'The suspension is lifted.' : waits };
};
