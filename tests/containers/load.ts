import { setTimeout as sleep } from 'node:timers/promises';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import { describeError } from '#services/platform/describe-error.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  type ReceivedMail,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';

const product = 'http://127.0.0.1:4321';
const sandbox = 'http://127.0.0.1:4322';
const paths = ['/', '/explore', '/help-learner', '/api/course/get?page=1', '/health/live'];
const patienceMs = 120_000;

/** Requests that are sent until they are stopped. */
export interface Load {
  /** Ends it, and returns what was sent and what failed: no answer, or a status other than 200. */
  stop(): Promise<{ requests: number; failed: string[] }>;
}

/** Sends requests by six clients, each the next one a little after the answer to the last. */
export function startLoad(): Load {
  const stopped = new AbortController();
  const failed: string[] = [];
  let requests = 0;
  const client = async () => {
    while (!stopped.signal.aborted) {
      const path = paths[requests++ % paths.length] ?? '/';
      const problem = await fetch(product + path, { signal: AbortSignal.timeout(30_000) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status !== 200 ? String(answer.status) : undefined;
        },
        (error: Error) => describeError(error.cause ?? error),
      );
      if (problem) failed.push(`${path} ${problem}`);
      await sleep(40);
    }
  };
  const clients = Promise.all(Array.from({ length: 6 }, client));
  return {
    async stop() {
      stopped.abort();
      await clients;
      return { requests, failed };
    },
  };
}

/** A learner and a sponsor whose address is confirmed by the link of its mail. */
export interface Pair {
  learner: SignedIn;
  sponsor: SignedIn;
}

/** Signs a pair up, as people do. */
export async function signUpPair(): Promise<Pair> {
  const learner = await join(product, 'learner');
  const sponsor = await join(product, 'sponsor');
  for (const { email } of [learner, sponsor]) {
    const mail = await awaitMail(email, /confirm/i);
    const token =
      new URL(/https?:\/\/\S+token=[^\s>)]+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
    const { status } = await callApi(product, verifyEmail, { body: { token } });
    if (status !== 200) throw new Error(`The link of the mail returned ${status}`);
  }
  return { learner, sponsor };
}

/** A sponsor pays for a new request of the learner. Tries again, as a person would. Returns the reference. */
export async function pay({ learner, sponsor }: Pair): Promise<string> {
  const request = await persist('file a request', () => fileRequest(product, learner));
  const opened = await persist('open a payment', async () => {
    const { status, body } = await startPayment(product, sponsor, request);
    if (status >= 300) throw new Error(`The payment returned ${status}: ${body.message}`);
    return body.data.data;
  });
  await persist('pay', () => press(sandbox, opened.access_code, 'pay'));
  return opened.reference;
}

/** Waits for a mail in the sandbox. */
export function awaitMail(address: string, subject: RegExp): Promise<ReceivedMail> {
  return persist(`get the mail to ${address} about ${subject}`, async () => {
    const mail = (await mailsTo(sandbox, address)).find((candidate) => subject.test(candidate.subject));
    if (!mail) throw new Error('It is not there.');
    return mail;
  });
}

/** Counts the mails to an address whose subject fits, and how many of them arrived again under the same Message-ID. */
export async function countMails(
  address: string,
  subject: RegExp,
): Promise<{ mails: number; again: number }> {
  const arrived = (await mailsTo(sandbox, address)).filter((mail) => subject.test(mail.subject));
  const mails = new Set(arrived.map(({ messageId }) => messageId)).size;
  return { mails, again: arrived.length - mails };
}

/** Repeats an attempt until it succeeds. @throws its last error after two minutes. */
export async function persist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > endMs) throw new Error(`Could not ${what}: ${(error as Error).message}`);
      await sleep(500);
    }
  }
}
