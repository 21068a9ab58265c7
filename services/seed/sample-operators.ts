import { type EntityManager, In } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { createOperator } from '#services/desk/operators/create-operator.ts';
import type { Config } from '#services/platform/config.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { storeReport } from '#services/safety/reports.ts';

/** The sample operators: two, so that one approves what the other asked for, and a lead. */
export const sampleOperators = [
  { email: 'operator@sample.example', fullName: 'Olu Sample', level: 'operator' },
  { email: 'operator2@sample.example', fullName: 'Ngozi Sample', level: 'operator' },
  { email: 'lead@sample.example', fullName: 'Amara Sample', level: 'lead' },
] as const;

/**
 * TOTP secret of each sample operator, in base32, so that one code of `npm run ops:code` signs each of them in. Not a
 * secret: production has no sample operators.
 */
export const sampleOperatorSecret = 'COURSELIFTSAMPLEOPERATORSECRET22';

// Of a sponsor about a request, and of another one about a learner.
const sampleReports = [
  {
    reporter: 'david',
    learner: 'kwame',
    about: 'request',
    reason: 'wrong',
    details: 'The platform shows a lower price.',
  },
  {
    reporter: 'lindiwe',
    learner: 'wanjiru',
    about: 'user',
    reason: 'impersonation',
    details: 'The social media profile is of somebody else.',
  },
] as const;

/** Creates the sample operators that are missing; with the first of them, also two reports to work on. */
export async function seedOperators(
  manager: EntityManager,
  password: string,
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const emails = sampleOperators.map(({ email }) => email);
  const existing = await manager.findBy(UserEntity, { email: In(emails) });
  const isNew = existing.length === 0;
  for (const operator of sampleOperators) {
    if (existing.some(({ email }) => email === operator.email)) continue;
    const account = { ...operator, password, totpSecret: sampleOperatorSecret, isSample: true };
    await createOperator(manager, account, config);
  }
  if (isNew) for (const report of sampleReports) await seedReport(manager, report);
}

async function seedReport(manager: EntityManager, sample: (typeof sampleReports)[number]): Promise<void> {
  const [reporter, learner] = await Promise.all(
    [sample.reporter, sample.learner].map((key) =>
      manager.findOneBy(UserEntity, { email: `${key}@sample.example`, isSample: true }),
    ),
  );
  const request =
    learner && (await manager.findOneBy(HelpRequestEntity, { learnerId: learner.id, status: 'pending' }));
  if (!reporter || !request) return;
  const { about, reason, details } = sample;
  const subject = { type: about, id: about === 'request' ? request.id : learner.id };
  await storeReport(manager, { subject, reporter, reason, details });
}
