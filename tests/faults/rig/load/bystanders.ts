import { onboard } from '#contracts/accounts/accounts.ts';
import { arrangeMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { captureEmail } from '#contracts/newsletter/newsletter.ts';
import { picture, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { Load } from './load.ts';
import { file } from './payer.ts';

/** One of the calls around the payments: an address for the newsletter, a sign-up, or a meeting with its notice. */
export async function actBeside(load: Load, number: number): Promise<void> {
  const { history, random, crowd } = load;
  const share = random.next();
  if (share < 0.5) {
    const email = `reader-${number}@people.example`;
    await history.record('newsletter', email, () => callApi(load.url(), captureEmail, { body: { email } }));
    return;
  }
  if (share < 0.6) {
    const body = signUpBody('learner');
    const given = { body, file: await picture() };
    await history.record('sign-up', body.email, () => callApi(load.url(), onboard, given));
    return;
  }
  const sponsor = random.pick(crowd.sponsors);
  const requestId = await file(load, random.pick(crowd.learners));
  if (!requestId) return;
  const arranged = await history.record('meeting', requestId, () =>
    callApi(load.url(), arrangeMeeting, { params: { id: requestId }, body: {} }, sponsor.token),
  );
  if (arranged)
    await history.record('meeting', requestId, () =>
      callApi(load.url(), notifyMeeting, { body: { requestId } }, sponsor.token),
    );
}
