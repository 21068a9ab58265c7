import { remindOfDisputes } from '#services/disputes/disputes.ts';
import { answerDispute } from '#services/flows/answer-dispute.ts';
import { syncDispute, syncRecentDisputes } from '#services/flows/sync-refunds-and-disputes.ts';
import type { Handlers } from '../runtime/handler.ts';

export const disputeHandlers = {
  /** Reads one dispute from the provider and stores it. */
  'disputes.sync': ({ providerId }, { deps, complete }) => syncDispute(providerId, { ...deps, complete }),

  /**
   * Stores disputes whose webhook was lost, and reminds operators at half time. The reminder comes first: it must not wait
   * for the provider.
   */
  'disputes.poll': async (_payload, { deps, complete }) => {
    await complete(remindOfDisputes);
    await syncRecentDisputes(deps);
  },

  /** Sends the answer that operators decided to the provider. */
  'disputes.answer': ({ disputeId }, { deps, complete }) => answerDispute(disputeId, { ...deps, complete }),
} satisfies Handlers;
