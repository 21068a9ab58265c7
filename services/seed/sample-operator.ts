import type { EntityManager } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { openCase } from '#services/operations/cases/open-case.ts';
import { createOperator } from '#services/operations/operators/create-operator.ts';
import type { Config } from '#services/platform/config.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';

/** Address of the sample operator. */
export const sampleOperatorEmail = 'operator@sample.example';

/** TOTP secret of the sample operator, in base32. Not a secret: production has no sample operator. */
export const sampleOperatorSecret = 'COURSELIFTSAMPLEOPERATORSECRET22';

const sampleReports = ['The link leads to another course.', 'The price is higher than on the platform.'];

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
  const request = await manager.findOneBy(HelpRequestEntity, { isSample: true, status: 'pending' });
  for (const summary of request ? sampleReports : [])
    await openCase(manager, { kind: 'report', subject: { type: 'request', id: request?.id ?? '' }, summary });
}
