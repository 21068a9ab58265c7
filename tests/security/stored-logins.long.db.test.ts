import { getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { disguises, dumpDatabase } from './support/dump.ts';
import { type LoggedRun, platformPassword, signInPassword, startLoggedRun } from './support/logged-run.ts';
import { type PrivateFieldName, privateFields } from './support/private-fields.ts';
import { runCases } from './support/run-cases.ts';

let run: LoggedRun;
beforeAll(async () => {
  run = await startLoggedRun();
});
afterAll(() => run?.stop());

/** Where the secret is found, by place and disguise. */
function finds(secret: string, places: Record<string, string>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    Object.entries(disguises(secret)).flatMap(([how, form]) =>
      text.includes(form) ? [`${how} in ${place}`] : [],
    ),
  );
}

describe('what this test looks through', () => {
  it('really is everything', async () => {
    const { tables, text } = await dumpDatabase(run.product.db);
    for (const table of ['public.users', 'public.platform_logins', 'public.outbox', 'public.webhook_inbox'])
      expect(tables).toContain(table);
    expect(tables.some((table) => table.startsWith('bullmq.'))).toBe(true);
    const places = await run.places();
    expect(text).toContain(run.learner.email);
    expect(places.answers).toContain(run.requestId);
    expect(places.answers?.match(/^500 /gm)).toHaveLength(3);
    expect(places['log of the API']).toContain('"level":"debug"');
    expect(places['log of the API']?.match(/request failed/g)).toHaveLength(3);
    expect(places.mails).toContain(run.learner.email);
    expect(places['what the payment provider knows']).toContain(run.requestId);
  });

  it('would be found in each disguise', () => {
    const hidden = Object.entries(disguises(platformPassword));
    for (const [how, form] of hidden)
      expect(finds(platformPassword, { it: `x${form}y` })).toContain(`${how} in it`);
    for (const offset of [0, 1, 2]) {
      const inside = Buffer.from(`${'z'.repeat(offset)}${platformPassword}tail`).toString('base64');
      expect(finds(platformPassword, { it: inside })).toEqual([`base64 at ${offset} in it`]);
    }
  });
});

describe('the password of a platform login', () => {
  // ASVS 14.2.4, 16.2.5
  it('is nowhere but in the encrypted record', async () => {
    expect(finds(platformPassword, await run.places())).toEqual([]);
  });

  it('is in the encrypted record, and opens with our key', async () => {
    const [row] = await run.product.db.query(
      'SELECT key_version AS "keyVersion", wrapped_key AS "wrappedKey", encrypted FROM platform_logins WHERE request_id = $1',
      [run.requestId],
    );
    expect(decryptPassword(row, run.requestId, run.product.config)).toBe(platformPassword);
  });
});

// ASVS 13.3.2, 16.2.5
it('keeps the passwords, tokens and keys of the product out of all of it', async () => {
  const { answers: given = '', ...places } = await run.places();
  for (const secret of [signInPassword, run.learner.token, run.sponsor.token])
    expect(finds(secret, places)).toEqual([]);
  const keys = [
    run.product.env.TOKEN_SECRET,
    run.product.env.PAYMENT_SECRET_KEY,
    run.product.env.CREDENTIAL_KEYS?.slice(2),
  ];
  for (const key of keys) expect(finds(key ?? '', { ...places, answers: given })).toEqual([]);
});

const fields = Object.entries(privateFields) as [
  PrivateFieldName,
  (typeof privateFields)[PrivateFieldName],
][];

/** Who may read which private field of the run: the people themselves, and the pair that meets. */
const shownTo: Partial<Record<PrivateFieldName, readonly string[]>> = {
  'learner’s address': ['learner', 'sponsor'],
  'learner’s name': ['learner', 'sponsor'],
  'learner’s phone': ['learner'],
  'sponsor’s address': ['sponsor', 'learner'],
  'sponsor’s name': ['sponsor', 'learner'],
  'sponsor’s phone': ['sponsor'],
  // The reason and the profile are what sponsors decide by; the list of visitors shows the reason.
  'reason of the request': ['learner', 'sponsor', 'stranger', 'visitor'],
  'social profile': ['learner', 'sponsor'],
  'login on the platform': ['learner'],
  'invited address': ['learner'],
  'note of the meeting': ['learner', 'sponsor'],
  'group of a pledge': ['sponsor'],
  'note of a pledge': ['sponsor'],
  'course that was saved': ['learner'],
};

describe('a canary in every private field', () => {
  it('is stored, so that looking for it means something', async () => {
    const { text } = await dumpDatabase(run.product.db);
    const absent = fields.filter(([, { value }]) => !text.includes(value)).map(([name]) => name);
    // Removed on upload.
    expect(absent).toEqual(['author of a certificate']);
  });

  it('is in no log and in no job', async (context) => {
    const places = await run.places();
    expect(places.jobs).toContain('mail.deliver');
    const closed = ['jobs', 'log of the API', 'log of the worker'];
    const cases = fields.flatMap(([name, { value }]) => closed.map((place) => ({ name, value, place })));
    await runCases(context, 'canaries', cases, async ({ name, value, place }) => {
      const leaks = finds(value, { [place]: places[place] ?? '' });
      return {
        canaries: leaks.length,
        deviation: leaks.length > 0 ? `${name}: ${leaks.join(', ')}` : undefined,
      };
    });
  });

  it('is in mails to those only whom it concerns', async (context) => {
    const mails = await run.mails();
    const addresses: Record<string, string> = {
      learner: run.learner.email,
      sponsor: run.sponsor.email,
      invited: privateFields['invited address'].value,
      minor: privateFields['address of a minor'].value,
      guardian: privateFields['address of a guardian'].value,
      news: privateFields['address of the newsletter'].value,
    };
    await runCases(context, 'canaries', fields, async ([name, { value, mailedTo }]) => {
      const allowed = mailedTo.map((who) => addresses[who]);
      const wrong = mails.filter((mail) => JSON.stringify(mail).includes(value)).flatMap(({ to }) => to);
      const leaks = wrong.filter((to) => !allowed.includes(to));
      return {
        canaries: leaks.length,
        deviation: leaks.length > 0 ? `${name} in a mail to ${leaks}` : undefined,
      };
    });
  });

  it('is in responses to those only who may see it, and in no error', async (context) => {
    await runCases(context, 'canaries', fields, async ([name, { value }]) => {
      const allowed = shownTo[name] ?? [];
      const leaks = run.responses.filter(
        ({ text, status, by }) => text.includes(value) && (status >= 400 || !allowed.includes(by)),
      );
      const where = leaks.map(({ status, path, by }) => `${path} ${status} to ${by}`);
      return {
        canaries: leaks.length,
        deviation: leaks.length > 0 ? `${name}: ${where.join(', ')}` : undefined,
      };
    });
  });

  it('is in no metadata of a PDF', async (context) => {
    expect(Object.keys(run.documents).sort()).toEqual(['certificate', 'receipt']);
    const cases = await Promise.all(
      Object.entries(run.documents).map(async ([name, data]) => ({
        name,
        meta: await getMeta(new Uint8Array(data)),
      })),
    );
    await runCases(context, 'canaries', cases, async ({ name, meta }) => {
      const text = JSON.stringify(meta);
      const leaked = fields.filter(([, { value }]) => text.includes(value)).map(([field]) => field);
      return {
        canaries: leaked.length,
        deviation: leaked.length > 0 ? `${leaked} in the ${name}` : undefined,
      };
    });
  });
});
