import type { EntityManager } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { createOperator } from '#services/desk/operators/create-operator.ts';
import type { Config } from '#services/platform/config.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { storeReport } from '#services/safety/reports.ts';

/** Address of the sample operator. */
export const sampleOperatorEmail = 'operator@sample.example';

/** TOTP secret of the sample operator, in base32. Not a secret: production has no sample operator. */
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

/** Creates the sample operator, a lead, with two reports to work on, unless there is one. */
export async function seedOperator(
  manager: EntityManager,
  password: string,
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const email = sampleOperatorEmail;
  if (await manager.existsBy(UserEntity, { email })) return;
  const operator = { email, password, fullName: 'Olu Sample', level: 'lead', isSample: true } as const;
  await createOperator(manager, { ...operator, totpSecret: sampleOperatorSecret }, config);
  for (const report of sampleReports) await seedReport(manager, report);
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
