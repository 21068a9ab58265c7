import { chargeFor, minimumPriceMinor } from '#contracts/money.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import type { Deps } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { MixedSubjects } from '../load/mixed-requests.ts';
import { findActivePeople } from './open-product.ts';

const learners = 200;
const sponsors = 40;
const slugs = 1_000;

/** Signs people of a dataset in, and chooses the courses and requests of the mixed load that the provider accepts. */
export async function chooseMixedSubjects(
  deps: Deps,
  payable: number,
  providerUrl: string,
): Promise<MixedSubjects> {
  const signIn = async (ids: readonly string[]) => {
    const tokens: string[] = [];
    for (const id of ids) tokens.push(await startSession(id, deps, 'bench'));
    return tokens;
  };
  const { serviceFeeBasisPoints } = deps.config.payment;
  const open = await rows<{ id: string; priceMinor: number; currency: string }>(
    deps.db,
    `SELECT id, price_minor::float8 AS "priceMinor", currency FROM open_requests
     WHERE is_public AND price_minor >= ($2::jsonb ->> currency)::bigint LIMIT $1`,
    [payable, JSON.stringify(minimumPriceMinor)],
  );
  const courses = await rows<{ slug: string }>(deps.db, `SELECT slug FROM courses LIMIT ${slugs}`);
  return {
    learners: await signIn(await findActivePeople(deps, 'learner', learners)),
    sponsors: await signIn(await findActivePeople(deps, 'sponsor', sponsors)),
    slugs: courses.map(({ slug }) => slug),
    payable: open.map(({ id, priceMinor, currency }) => ({
      id,
      amount: chargeFor(priceMinor, serviceFeeBasisPoints).totalMinor,
      currency,
    })),
    providerUrl,
  };
}
