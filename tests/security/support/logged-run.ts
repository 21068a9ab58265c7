import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, vi } from 'vitest';
import { freePort } from '#sandbox/processes/ports.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import {
  fileRequest,
  join,
  mailsTo,
  picture,
  press,
  type ReceivedMail,
  requestBody,
  type SignedIn,
  signUpBody,
  startPayment,
} from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { confirmEmail } from './accounts.ts';
import { dumpDatabase } from './dump.ts';
import { startLogged } from './logged-process.ts';
import { canary } from './private-fields.ts';
import { rawCall, sendText } from './raw-call.ts';

/** The password of the platform login, and the one of the accounts. */
export const platformPassword = `Pläne & "${randomBytes(12).toString('hex')}"`;
export const signInPassword = `own words ${randomBytes(12).toString('hex')}`;

/** A response of the run, as text with its headers. */
export interface LoggedResponse {
  status: number;
  path: string;
  by: 'learner' | 'sponsor' | 'stranger' | 'visitor';
  text: string;
}

/** A walk along the money path of a product whose processes log everything, with a canary in every private field. */
export interface LoggedRun {
  product: TestProduct;
  learner: SignedIn;
  sponsor: SignedIn;
  requestId: string;
  responses: readonly LoggedResponse[];
  /** PDFs that people received, by name. */
  documents: Readonly<Record<string, Buffer>>;
  mails(): Promise<ReceivedMail[]>;
  /** Everything that the product wrote, by place. */
  places(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the processes, walks the money path and provokes errors. `env` overrides settings, such as REDIS_URL. */
export async function startLoggedRun(env: Record<string, string> = {}): Promise<LoggedRun> {
  const product = await startTestProduct(env);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [api, worker] = await Promise.all([
    startLogged(new URL('./logging-api.ts', import.meta.url), { ...product.env, PORT: String(port) }),
    startLogged(new URL('../../../workers/worker.ts', import.meta.url), product.env),
  ]);
  const responses: LoggedResponse[] = [];
  const documents: Record<string, Buffer> = {};
  const people: Partial<Record<LoggedResponse['by'], SignedIn>> = {};

  async function call(
    method: string,
    path: string,
    by: LoggedResponse['by'],
    json?: object | string,
  ): Promise<void> {
    const token = people[by]?.token;
    const body = typeof json === 'object' ? JSON.stringify(json) : json;
    const answer =
      body === undefined
        ? await rawCall(url, path, { method, headers: token ? { authorization: `Bearer ${token}` } : {} })
        : await sendText(url, path, body, token, method);
    const text = `${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`;
    responses.push({ status: answer.status, path: `${method} ${path}`, by, text });
  }

  async function download(name: string, path: string, { token }: SignedIn): Promise<void> {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
    documents[name] = Buffer.from(await answer.arrayBuffer());
  }

  const learner = await join(url, 'learner', {
    password: signInPassword,
    email: canary('learner’s address'),
    fullName: `${canary('learner’s name')} Learner`,
    phoneNumber: canary('learner’s phone'),
  });
  const sponsor = await join(url, 'sponsor', {
    password: signInPassword,
    email: canary('sponsor’s address'),
    fullName: `${canary('sponsor’s name')} Sponsor`,
    phoneNumber: canary('sponsor’s phone'),
  });
  Object.assign(people, { learner, sponsor, stranger: await join(url, 'learner') });
  await Promise.all([learner, sponsor].map((who) => confirmEmail(product, who)));
  const account = { email: canary('login on the platform'), password: platformPassword };
  const request = {
    account,
    motivation: `I learn it ${canary('reason of the request')}`,
    socials: `https://www.linkedin.com/in/${canary('social profile')}`,
    isPrivate: true,
    recipientEmails: [canary('invited address')],
  };

  async function joinMinor(): Promise<void> {
    const form = new FormData();
    const body = signUpBody('learner', {
      email: canary('address of a minor'),
      fullName: `${canary('name of a minor')} Minor`,
      isAdult: false,
      guardianEmail: canary('address of a guardian'),
    });
    for (const [name, value] of Object.entries(body)) form.append(name, String(value));
    form.append('profilePicture', await picture(), 'me.png');
    const { status } = await fetch(`${url}/api/user/onboard`, { method: 'POST', body: form });
    expect(status).toBe(201);
  }

  async function finishCourse(): Promise<void> {
    const link = `https://courses.example/${canary('course that was saved')}`;
    await call('POST', '/api/dashboard/add', 'learner', { title: 'Learn SQL', description: '', link });
    const [{ id }] = await product.db.query('SELECT id FROM enrolments WHERE link = $1', [link]);
    const certificate = await PDFDocument.load(pdf());
    certificate.setAuthor(canary('author of a certificate'));
    const form = new FormData();
    form.append('certificate', new File([new Uint8Array(await certificate.save())], 'done.pdf'));
    const { status } = await fetch(`${url}/api/dashboard/${id}/upload-completion-certificate`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${learner.token}` },
    });
    expect(status).toBe(200);
    await download('certificate', `/api/dashboard/${id}/view-certificate`, learner);
  }

  async function fillForms(): Promise<void> {
    await call('POST', '/api/sponsorship/group', 'sponsor', {
      amount: 100,
      currency: 'USD',
      targetGroup: canary('group of a pledge'),
      note: canary('note of a pledge'),
    });
    await call('POST', '/api/waitlist', 'visitor', {
      email: canary('address on the waitlist'),
      wish: 'dap',
      note: canary('note of the waitlist'),
    });
    await call('POST', '/api/user/email-capture', 'visitor', { email: canary('address of the newsletter') });
    await call('POST', '/api/report', 'stranger', {
      about: 'request',
      id: requestId,
      reason: 'wrong',
      details: canary('details of a report'),
      email: canary('address of a reporter'),
    });
  }

  async function walkTheMoneyPath(): Promise<void> {
    await call('POST', `/api/course/meet/${requestId}`, 'sponsor', { note: canary('note of the meeting') });
    await call('POST', '/api/course/meet/notify', 'sponsor', { requestId });
    const started = await startPayment(url, sponsor, requestId);
    const { reference, access_code: accessCode } = started.body.data.data;
    await press(product.sandbox.httpUrl, accessCode, 'pay');
    await call('GET', `/api/course/verify/pay?reference=${reference}`, 'sponsor');
    await call('GET', `/api/course/approve/payment?requestId=${requestId}&ref=${reference}`, 'sponsor');
    for (const who of ['learner', 'sponsor', 'stranger', 'visitor'] as const) {
      await call('GET', '/api/dashboard', who);
      await call('GET', '/api/course/requests', who);
      await call('GET', '/api/course/get', who);
      await call('GET', `/api/course/request/${requestId}`, who);
      await call('GET', `/api/course/requests/${requestId}`, who);
      await call('GET', `/api/course/sponsorship/${requestId}`, who);
      await call('GET', `/api/course/verify/pay?reference=${reference}`, who);
      await call('GET', '/api/sponsorship/group', who);
      await call('GET', `/api/appeal?request=${requestId}`, who);
    }
    await vi.waitFor(async () => {
      expect(await mailsTo(product.sandbox.httpUrl, learner.email)).toHaveLength(4);
      // One of them is about the pledge.
      expect(await mailsTo(product.sandbox.httpUrl, sponsor.email)).toHaveLength(4);
      for (const address of ['invited address', 'address of a minor', 'address of a guardian'] as const)
        expect((await mailsTo(product.sandbox.httpUrl, canary(address))).length).toBeGreaterThan(0);
    }, patient);
    await download('receipt', `/api/sponsorship/receipts/${reference}`, sponsor);
  }

  /** Everything that goes wrong while a password is in the call: rejected calls, and errors that are logged. */
  async function provokeErrors(): Promise<void> {
    const right = JSON.stringify(requestBody(request));
    await call('POST', '/api/course/request', 'learner', requestBody({ ...request, link: '' }));
    await call('POST', '/api/course/request', 'learner', right.slice(0, -1));
    await call('POST', '/api/course/request', 'sponsor', right);
    await call('POST', '/api/course/request', 'learner', { account: { password: [platformPassword] } });
    await call(
      'POST',
      `/api/course/request?password=${encodeURIComponent(platformPassword)}`,
      'learner',
      right,
    );
    for (const table of ['platform_logins', 'requests']) {
      await product.db.query(`ALTER TABLE ${table} RENAME TO away`);
      await call('POST', '/api/course/request', 'learner', right);
      await product.db.query(`ALTER TABLE away RENAME TO ${table}`);
    }
    const entry = { email: learner.email, password: `${signInPassword}x` };
    await call('POST', '/api/user/auth', 'learner', entry);
    await product.db.query('ALTER TABLE users RENAME TO away');
    await call('POST', '/api/user/auth', 'learner', entry);
    await product.db.query('ALTER TABLE away RENAME TO users');
  }

  const requestId = await fileRequest(url, learner, request);
  await joinMinor();
  await fillForms();
  await finishCourse();
  await walkTheMoneyPath();
  await provokeErrors();
  const mails = async () =>
    (await (await fetch(`${product.sandbox.httpUrl}/mail/messages`)).json()) as ReceivedMail[];
  return {
    product,
    learner,
    sponsor,
    requestId,
    responses,
    documents,
    mails,
    async places() {
      const ledger = await (await fetch(`${product.sandbox.httpUrl}/payments/control/ledger`)).text();
      return {
        database: (await dumpDatabase(product.db)).text,
        jobs: (await dumpDatabase(product.db, /^bullmq\.|^public\.outbox$/)).text,
        answers: responses.map(({ text }) => text).join('\n'),
        'log of the API': api.output(),
        'log of the worker': worker.output(),
        mails: JSON.stringify(await mails()),
        'what the payment provider knows': ledger,
      };
    },
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      await product.close();
    },
  };
}
