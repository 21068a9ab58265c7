import { signIn } from '#contracts/accounts/sign-in.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { links } from '#services/platform/tokens/links.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { joinDesk, signInAtDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

/**
 * Callers of the matrix: anonymous, the learner who owns the request, another learner, a sponsor whose address is not
 * confirmed, a sponsor, the sponsor who paid (anonymously), one who is invited to a private request, one whose invitation
 * to it was revoked, an operator, a lead.
 */
export const callers = ['A', 'LO', 'L2', 'SU', 'S', 'SP', 'SI', 'SR', 'OP', 'LD'] as const;
export type Caller = (typeof callers)[number];
/** Callers with a session of the desk. */
type Operator = 'OP' | 'LD';
/** Callers with an account of the product. */
export type Person = Exclude<Caller, 'A' | Operator>;

/** Unique values that only authorized callers may read, by kind. */
export const canaries = {
  'learner’s e-mail': 'canary-learner@people.example',
  'learner’s last name': 'Canarylearner',
  'learner’s phone': '+234 700 000 7001',
  'learner’s country': 'Comoros',
  'login address on the platform': 'canary-login@platform.example',
  'password on the platform': 'canary-platform-password',
  'address of a recipient': 'canary-recipient@people.example',
  'anonymous sponsor’s name': 'Canarysponsor',
  'anonymous sponsor’s e-mail': 'canary-sponsor@people.example',
  'anonymous sponsor’s phone': '+234 700 000 7002',
  'password of an account': 'canary-account-password',
  'hash of a password': '$argon2id$',
} as const;

/** People and requests that every rule of who may do what can be asked about. */
export interface World {
  product: TestProduct;
  people: Record<Person, SignedIn>;
  operators: Record<Operator, TestOperator>;
  /** Address of the learner's picture, below `/api`. */
  picture: string;
  /** A private request that invites none of these people. */
  secret: string;
  /** A request that was paid by SP, and with which reference. */
  paid: { requestId: string; reference: string };
  /** Tokens of the mails to a newsletter subscriber. */
  newsletter: Record<'confirm' | 'unsubscribe', string>;
  /** Files another open request of the learner. */
  newRequest(): Promise<string>;
  /** Files one and has SP start paying it. */
  newPending(): Promise<{ requestId: string; reference: string }>;
  /** Opens another session, to be ended. */
  newToken(caller: Caller): Promise<string | undefined>;
}

/** Returns the headers of a caller's session: a token of the product, the cookie of the desk, or none. */
export function headersOf(
  { people, operators }: Pick<World, 'people' | 'operators'>,
  caller: Caller,
): Record<string, string> {
  if (caller === 'A') return {};
  if (caller === 'OP' || caller === 'LD') return { cookie: operators[caller].cookie };
  return { authorization: `Bearer ${people[caller].token}` };
}

/** Signs a person in with the password, as the page does. Returns the session's token. */
async function enter(url: string, { email, password }: SignedIn): Promise<string> {
  return (await callApi(url, signIn, { body: { email, password } })).body.data.token;
}

/** Builds the world, in which everybody has signed in through the API; its product has to be closed. */
export async function buildWorld(): Promise<World> {
  const product = await startTestProduct();
  const { url } = product;
  await product.startWorkers();
  const password = canaries['password of an account'];
  const LO = await join(url, 'learner', {
    email: canaries['learner’s e-mail'],
    fullName: `Ada ${canaries['learner’s last name']}`,
    phoneNumber: canaries['learner’s phone'],
    country: canaries['learner’s country'],
    password,
  });
  const SP = await join(url, 'sponsor', {
    email: canaries['anonymous sponsor’s e-mail'],
    fullName: `Sam ${canaries['anonymous sponsor’s name']}`,
    phoneNumber: canaries['anonymous sponsor’s phone'],
    password,
  });
  const joined = {
    LO,
    SP,
    L2: await join(url, 'learner'),
    SU: await join(url, 'sponsor', { isVerified: false }),
    S: await join(url, 'sponsor'),
    SI: await join(url, 'sponsor'),
    SR: await join(url, 'sponsor'),
  };
  const people = { ...joined };
  for (const [name, person] of Object.entries(joined))
    people[name as Person] = { ...person, token: await enter(url, person) };
  const operators = {
    OP: await signInAtDesk(url, await joinDesk(product)),
    LD: await signInAtDesk(url, await joinDesk(product, 'lead')),
  };
  const account = {
    email: canaries['login address on the platform'],
    password: canaries['password on the platform'],
  };
  const recipientEmails = [canaries['address of a recipient']];
  const newRequest = () => fileRequest(url, LO, { account, isPrivate: true, recipientEmails });
  const newPending = async () => {
    const requestId = await newRequest();
    const started = await startPayment(url, SP, requestId, { isAnonymous: true });
    const { reference, access_code: accessCode } = started.body.data.data;
    return { requestId, reference, accessCode };
  };
  // So that the lists are not empty.
  await newRequest();
  const paid = await newPending();
  await press(product.sandbox.httpUrl, paid.accessCode, 'pay');
  await callApi(url, verifyPayment, { query: { reference: paid.reference } }, SP.token);
  await untilApproved(product, paid.reference);
  const [row] = await product.db.query(
    'SELECT p.user_id, p.address_key FROM profile_pictures p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
    [LO.email],
  );
  const [subscriber] = await product.db.query(
    `INSERT INTO subscribers (email, asked_at) VALUES ('reader@people.example', now()) RETURNING id`,
  );
  return {
    product,
    people,
    operators,
    newsletter: {
      confirm: await links.subscribe.sign({ sub: subscriber.id }, product.config, new Date()),
      unsubscribe: await links.unsubscribe.sign({ sub: subscriber.id }, product.config, new Date()),
    },
    picture: `/user/${row.user_id}/picture?v=${row.address_key}`,
    secret: await fileRequest(url, LO, { account, isPrivate: true, isPublic: false, recipientEmails }),
    paid,
    newRequest,
    newPending,
    newToken: async (caller) =>
      caller === 'A' || caller === 'OP' || caller === 'LD' ? undefined : enter(url, people[caller]),
  };
}
