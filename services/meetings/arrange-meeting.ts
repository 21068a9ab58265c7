import type { arrangeMeeting as contract } from '#contracts/funding/sponsorships.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { lockOpenRequest } from '#services/requests/lock-open-request.ts';
import { presentMeeting } from './present-meeting.ts';
import { upsertMeeting } from './upsert-meeting.ts';

/** Arranges a meeting; from then on the sponsor may read the learner's e-mail address. */
export const arrangeMeeting: Handler<typeof contract> = async ({ params, body, caller }, { config, db }) => {
  return inTransaction(db, async (manager) => {
    const request = await lockOpenRequest(manager, params.id, caller.id);
    const meeting = await upsertMeeting(
      manager,
      { requestId: request.id, sponsorId: caller.id },
      body,
      config,
    );
    publishChange(manager, request.learnerId, caller.id);
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    return {
      message: 'Your meeting is arranged.',
      data: presentMeeting(meeting, { request, learner, brand: config.brand }),
    };
  });
};
