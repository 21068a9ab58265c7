import { setTimeout as sleep } from 'node:timers/promises';
import { claimCase, runCaseAction } from '#contracts/desk/desk.ts';
import { revealCode } from '#contracts/purchases/purchases.ts';
import { row } from '#services/platform/database/sql.ts';
import { callDesk } from '#tests/support/people/operators.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { Load } from './load.ts';

/** An operator buys the course of a paid request and hands it over, and the learner reads the code. */
export async function buyCourse(load: Load, requestId: string, learner: SignedIn): Promise<void> {
  const { history, system, crowd } = load;
  const id = await findCase(system, requestId);
  if (!id) return;
  const params = { id };
  const claimed = await history.record('desk', undefined, () =>
    callDesk(load.url(), claimCase, { params }, crowd.cookie),
  );
  if (!claimed) return;
  const steps = [
    { action: 'start-buying', values: {} },
    { action: 'record-order', values: { orderNumber: `CO-${requestId}`, charged: '19500', currency: 'NGN' } },
    { action: 'hand-over', values: { code: `CODE-${requestId}` } },
  ];
  for (const body of steps) {
    const done = await history.record('desk', `${body.action}:${requestId}`, () =>
      callDesk(load.url(), runCaseAction, { params, body }, crowd.cookie),
    );
    if (!done) return;
  }
  await history.record('reveal', requestId, () =>
    callApi(load.url(), revealCode, { params: { id: requestId } }, learner.token),
  );
}

/** The purchase of a paid request is queued by a job, so its case is looked for 10 times at most. */
async function findCase({ db }: Load['system'], requestId: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const openCase = await row<{ id: string }>(
      db,
      `SELECT c.id FROM cases c JOIN purchases p ON p.id::text = c.subject_id
       WHERE c.kind = 'purchase' AND p.request_id = $1 AND c.status <> 'closed'`,
      [requestId],
    ).catch(() => undefined);
    if (openCase) return openCase.id;
    await sleep(500);
  }
  return undefined;
}
