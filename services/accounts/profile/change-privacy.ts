import type { changePrivacy as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { UserEntity } from '../user.entity.ts';

/** Stores whether sponsors see the learner's e-mail address once a meeting is arranged. */
export const changePrivacy: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  await db.getRepository(UserEntity).update(caller.id, { hidesEmail: body.hidesEmail });
  return {
    message: body.hidesEmail
      ? 'Sponsors no longer see your e-mail address.'
      : 'Sponsors see your e-mail address once they arrange a meeting.',
  };
};
