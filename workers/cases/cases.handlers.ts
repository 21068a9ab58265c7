import { notifyApprovers } from '#services/desk/approvals/notify-approvers.ts';
import type { Handlers } from '../runtime/handler.ts';

export const caseHandlers = {
  /** Enqueues the mails to operators about what waits for their approval. */
  'cases.notify-approvers': async (_payload, { deps, complete }) => {
    await complete((manager) => notifyApprovers(manager, deps.config));
  },
} satisfies Handlers;
