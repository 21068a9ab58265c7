import { giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { tokenFor } from '../mails/links.ts';
import { callApi } from '../product/api-client.ts';
import { startTestProduct } from '../product/test-product.ts';
import { join, requestBody, type SignedIn } from './people.ts';

export type Minors = Awaited<ReturnType<typeof openMinors>>;

/** A course of a request. */
const course = (courseTitle: string) => ({
  courseTitle,
  platform: 'Coursera',
  price: 20_000,
  priceUnit: 'NGN',
  duration: 3,
  durationUnit: 'months',
});

/** The product with workers, a sponsor with a confirmed address, and learners under 18 and their guardians. */
export async function openMinors() {
  const product = await startTestProduct();
  await product.startWorkers();
  const sponsor = await join(product.url, 'sponsor');
  await product.db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [sponsor.email]);
  let guardians = 0;
  return {
    product,
    sponsor,
    async joinMinor(overrides: { adultFrom?: string } = {}) {
      guardians += 1;
      const guardianEmail = `guardian-${guardians}@people.example`;
      const learner = await join(product.url, 'learner', {
        fullName: 'Ada Obi Okafor',
        isAdult: 'false',
        guardianEmail,
        ...overrides,
      });
      // Without a day, as accounts of earlier versions.
      if (!overrides.adultFrom)
        await product.db.query('UPDATE users SET adult_from = NULL WHERE email = $1', [learner.email]);
      return { learner, guardianEmail };
    },
    file({ token }: SignedIn) {
      const body = requestBody({ course: course('Minors'), isForVisitors: true });
      return callApi(product.url, submitRequest, { body }, token);
    },
    /** Returns what the sponsor reads in the list about a request; undefined when it is not there. */
    async listed(id: string) {
      const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
      return body.data.find(({ _id }) => _id === id);
    },
    async agree(guardianEmail: string) {
      const token = await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
      return callApi(product.url, giveGuardianConsent, { body: { token } });
    },
  };
}
