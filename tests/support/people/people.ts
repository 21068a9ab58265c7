import { randomBytes } from 'node:crypto';
import { onboard } from '#contracts/accounts/accounts.ts';
import type { ageFields } from '#contracts/accounts/guardians.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { type Currency, chargeFor, defaultServiceFeeBasisPoints, toMinor } from '#contracts/money.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { callApi } from '../product/api-client.ts';
import { runningProducts } from '../product/running-products.ts';
import { createPerson, pngBytes } from './create-person.ts';

/** A signed-up, signed-in user. */
export interface SignedIn {
  email: string;
  fullName: string;
  password: string;
  token: string;
}

type Role = 'learner' | 'sponsor';

/** A small real picture. */
export async function picture(): Promise<Blob> {
  return new Blob([new Uint8Array(await pngBytes())], { type: 'image/png' });
}

/** A sign-up that is right in every field. */
export function signUpBody(
  role: Role,
  overrides: object = {},
): Omit<Sent<typeof onboard>['body'], keyof typeof ageFields> {
  const key = randomBytes(4).toString('hex');
  return {
    email: `${role}-${key}@people.example`,
    password: 'correct horse battery',
    fullName: `Test ${role === 'learner' ? 'Learner' : 'Sponsor'} ${key}`,
    phoneNumber: '+234 801 234 5678',
    country: 'Nigeria',
    gender: 'nb',
    role,
    // A person under 18 says from which day they are an adult; 15 years old unless a test says otherwise.
    ...(String((overrides as { isAdult?: unknown }).isAdult) === 'false' && {
      adultFrom: `${new Date().getUTCFullYear() + 3}-01-01`,
    }),
    ...overrides,
  };
}

/**
 * Signs a person up and in: in the database of a product that this process runs, through the API of any other. The API's
 * own sign-up and sign-in have tests of their own. In the database the address of a sponsor is confirmed, unless
 * `isVerified` is false.
 */
export async function join(
  url: string,
  role: Role,
  { isVerified = true, ...overrides }: { isVerified?: boolean; [field: string]: unknown } = {},
): Promise<SignedIn> {
  const body = signUpBody(role, overrides);
  const product = runningProducts.get(url);
  if (product) {
    const token = await createPerson(product, body, isVerified);
    return { email: body.email, password: body.password, fullName: body.fullName, token };
  }
  const response = await callApi(url, onboard, { body, file: await picture() });
  if (response.status !== 201)
    throw new Error(`Sign-up returned ${response.status}: ${response.body.message}`);
  const { email, password, fullName } = body;
  const signedIn = await callApi(url, signIn, { body: { email, password } });
  return { email, password, fullName, token: signedIn.body.data.token };
}

/** A request that is right in every field. */
export function requestBody(overrides: object = {}): Sent<typeof submitRequest>['body'] {
  return {
    link: 'https://www.coursera.org/learn/machine-learning',
    course: {
      courseTitle: 'Machine Learning',
      platform: 'Coursera',
      price: 20_000,
      priceUnit: 'NGN',
      duration: 3,
      durationUnit: 'months',
    },
    motivation: 'I want to build tools for the farmers of my village.',
    socials: 'https://www.linkedin.com/in/test-learner',
    account: { email: 'login@platform.example', password: 'platform-secret-1' },
    isPublic: true,
    ...overrides,
  };
}

/** Files a request. Returns its id. */
export async function fileRequest(
  url: string,
  { token }: Pick<SignedIn, 'token'>,
  overrides: object = {},
): Promise<string> {
  const filed = await callApi(url, submitRequest, { body: requestBody(overrides) }, token);
  if (filed.status !== 201) throw new Error(`The request returned ${filed.status}: ${filed.body.message}`);
  return filed.body.data._id;
}

/** The charge for {@link requestBody}, unless the price says otherwise. */
export function amountFor(price = 20_000): number {
  return chargeFor(toMinor(price), defaultServiceFeeBasisPoints).totalMinor;
}

/** Starts a payment. Returns the API's response. */
export function startPayment(
  url: string,
  { token }: SignedIn,
  requestID: string,
  { amount = amountFor(), currency = 'NGN' as Currency, isAnonymous = false } = {},
) {
  return callApi(url, initiatePayment, { body: { amount, currency, requestID, isAnonymous } }, token);
}

/** Presses a button of the provider's checkout page, as a script would. */
export async function press(
  sandboxUrl: string,
  accessCode: string,
  outcome: 'pay' | 'decline' | 'cancel',
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/payments/checkout/${accessCode}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ outcome }),
  });
  if (!answer.ok) throw new Error(`The checkout returned ${answer.status}`);
}

/** A mail as the sandbox's mailbox shows it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; content: string }[];
}

/** The mails that arrived for an address. */
export async function mailsTo(sandboxUrl: string, address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as ReceivedMail[];
}
