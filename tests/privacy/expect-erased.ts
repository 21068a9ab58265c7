import { expect, vi } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { finalizeGoogle } from '#contracts/accounts/google.ts';
import { giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { dayMs } from '#contracts/durations.ts';
import { eraseAccount } from '#contracts/privacy/privacy.ts';
import { tokenFor } from '../support/mails/links.ts';
import { addGooglePerson, enterAs, finalizeBody, registrationOf } from '../support/people/google.ts';
import { joinDesk } from '../support/people/operators.ts';
import { join, signUpBody } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';
import { patient } from '../support/soon.ts';
import { findTraces, formsOf } from './find-traces.ts';
import { ownPicture, type World } from './history-actions.ts';
import { historySteps, type StepName } from './history-steps.ts';
import type { RandomPerson } from './random-people.ts';

/** Signs a random person up, lives their history, and expects that an erasure leaves nothing of them. */
export async function expectErased(product: TestProduct, person: RandomPerson): Promise<void> {
  const world = await enter(product, person);
  for (const name of person.steps) await live(world, name);
  const { me } = world;
  const files = await filesOf(world);
  const texts = [
    me.mark,
    me.phone.slice(1),
    ...formsOf(me.mark),
    ...formsOf(me.email),
    ...files.map((data) => data.toString('hex')),
  ];
  const body = me.hasGoogle ? {} : { currentPassword: me.password };
  const { status, body: response } = await callApi(product.url, eraseAccount, { body }, me.token);
  expect([status, response.message]).toEqual([200, expect.stringContaining('is being deleted')]);
  await vi.waitFor(async () => {
    const open = await product.db.query(
      "SELECT job, last_error FROM outbox WHERE closed_at IS NULL AND (available_at <= now() OR job LIKE 'privacy.%')",
    );
    expect(open).toEqual([]);
  }, patient);
  expect(await findTraces(product, texts)).toEqual([]);
}

async function live(world: World, name: StepName): Promise<void> {
  try {
    await historySteps[name].run(world);
  } catch (cause) {
    throw new Error(`The step “${name}” failed`, { cause });
  }
}

/** The bytes of the person's documents and pictures, as they are stored. */
async function filesOf({ product, me }: World): Promise<Buffer[]> {
  const files: { data: Buffer }[] = await product.db.query(
    `SELECT data FROM profile_pictures WHERE user_id = $1
     UNION ALL SELECT c.data FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id WHERE e.user_id = $1
     UNION ALL SELECT i.data FROM invoices i JOIN requests r ON r.id = i.request_id WHERE r.learner_id = $1
     UNION ALL SELECT p.data FROM proofs p JOIN requests r ON r.id = p.request_id
       WHERE r.learner_id = $1 OR p.added_by_id = $1`,
    [me.id],
  );
  return files.map(({ data }) => data).filter((data) => data !== null);
}

async function enter(product: TestProduct, person: RandomPerson): Promise<World> {
  const { role, mark, phone, hasGoogle } = person;
  const other = await join(product.url, role === 'learner' ? 'sponsor' : 'learner');
  const operator = await joinDesk(product, 'lead');
  const email = `${mark}@gmail.com`;
  const fullName = `${mark[0]?.toUpperCase()}${mark.slice(1)} ${mark}`;
  const guardianEmail = `${mark}-guardian@people.example`;
  const age = {
    ...(person.age !== 'adult' && {
      isAdult: false,
      guardianEmail,
      adultFrom: new Date(Date.now() + 99 * dayMs).toISOString().slice(0, 10),
    }),
  };
  const fields = { ...signUpBody(role, { email, fullName, phoneNumber: phone }), ...age };
  const google = hasGoogle ? await addGooglePerson(product, { email, name: fullName }) : undefined;
  const me = { email, fullName, password: fields.password, token: '', id: '', mark, phone, hasGoogle, role };
  const signInAgain = async () => {
    const entered = google
      ? await enterAs(product, google)
      : await callApi(product.url, signIn, { body: { email, password: me.password } });
    const { data } = entered.body as { data: { token: string } };
    me.token = data.token;
  };
  if (google) {
    const { googleId } = await registrationOf(product, google);
    const rest = finalizeBody(googleId, { role, phoneNumber: phone, ...age });
    expect((await callApi(product.url, finalizeGoogle, { body: rest })).status).toBe(201);
  } else {
    expect(await callApi(product.url, onboard, { body: fields, file: await ownPicture() })).toMatchObject({
      status: 201,
    });
    const token = await tokenFor(product.sandbox.httpUrl, email, 'verify-email');
    expect((await callApi(product.url, verifyEmail, { body: { token } })).status).toBe(200);
  }
  await signInAgain();
  // Without a day, as accounts of earlier versions.
  if (person.age === 'minor')
    await product.db.query('UPDATE users SET adult_from = NULL WHERE email = $1', [email]);
  if (person.age !== 'adult') {
    const token = await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
    expect((await callApi(product.url, giveGuardianConsent, { body: { token } })).status).toBe(200);
  }
  me.id = (await callApi(product.url, getProfile, {}, me.token)).body.data._id;
  return { product, me, other, operator, signInAgain };
}
