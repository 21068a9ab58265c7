import type { takeMoneyBack as contract } from '#contracts/purchases/price-choices.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { lockOwnChoice, rejectUnlessWaiting } from './lock-own-choice.ts';
import { returnMoney } from './return-money.ts';

/**
 * The payer's answer to a higher price: the money goes back. Answering so again changes nothing.
 * @throws HttpError 404, or 409 when the question was answered otherwise or its time is over.
 */
export const takeMoneyBack: Handler<typeof contract> = async ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const { choice } = await lockOwnChoice(manager, params.id, caller.id);
    if (choice.status !== 'refund') {
      await rejectUnlessWaiting(manager, choice);
      await returnMoney(manager, choice, 'refund');
    }
    return { message: 'We are giving your money back, and write to you when it is on its way.' };
  });
