import type { getOperator as contract } from '#contracts/desk/operators.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';

/** Returns the signed-in operator. */
export const getOperator: Handler<typeof contract> = async ({ caller }, { config, db }) => {
  const { id, fullName } = await db.getRepository(UserEntity).findOneByOrFail({ id: caller.id });
  const { hasFourEyes } = config;
  return {
    message: 'You are signed in.',
    data: { id, fullName, isLead: caller.isLead ?? false, hasFourEyes },
  };
};
