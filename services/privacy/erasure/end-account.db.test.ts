import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { rolledBack } from '#tests/support/database/rolled-back.ts';
import { createEverything, type Everything } from '#tests/support/people/everything-about.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { endAccount, findObstacle } from './end-account.ts';
import { erasePerson, hasOpenMails } from './erase-person.ts';

let product: TestProduct;
let people: Everything;
beforeAll(async () => {
  product = await startTestProduct();
  people = await createEverything(product);
  await product.db.query("UPDATE payments SET status = 'reversed', receipt_number = 1");
});
afterAll(() => product?.close());

const isEnding = 'UPDATE users SET erasure_requested_at = now() WHERE id = $1';
const mailsIn = async (manager: EntityManager, ...mails: string[]): Promise<string[]> =>
  (
    await manager.query(
      `SELECT payload->>'mail' AS mail FROM outbox WHERE payload->>'mail' = ANY ($1) AND created_at = now() ORDER BY 1`,
      [mails],
    )
  ).map(({ mail }: { mail: string }) => mail);

describe('the end of an account', () => {
  it('comes once', async () => {
    await rolledBack(product, async (manager) => {
      await endAccount(manager, people.sponsor.id);
      await expect(endAccount(manager, people.sponsor.id)).rejects.toMatchObject({ status: 409 });
    });
  });

  it.each(['pending', 'reserved'])('withdraws a request that is %s, with its cases', async (status) => {
    const { learner, requestId } = people;
    await rolledBack(product, async (manager) => {
      await manager.query(
        `UPDATE requests SET status = $2, reserved_until = now() - interval '1 minute' WHERE id = $1`,
        [requestId, status],
      );
      await manager.query(
        `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
         SELECT kind, 'request', $1, 'x', now() FROM unnest(ARRAY['appeal', 'request_review', 'report']) AS kind`,
        [requestId],
      );
      await endAccount(manager, learner.id);
      expect(await manager.query('SELECT status FROM requests WHERE id = $1', [requestId])).toEqual([
        { status: 'withdrawn' },
      ]);
      const open = `SELECT kind FROM cases WHERE subject_id = $1 AND status <> 'closed'`;
      expect(await manager.query(open, [requestId])).toEqual([{ kind: 'report' }]);
      expect(await mailsIn(manager, 'account-erased', 'invitation-withdrawn', 'request-withdrawn')).toEqual([
        'account-erased',
        'invitation-withdrawn',
        'request-withdrawn',
      ]);
    });
  });

  it('cancels the meetings of a sponsor, and no other', async () => {
    const { learner, sponsor, requestId } = people;
    await rolledBack(product, async (manager) => {
      await manager.query(
        `INSERT INTO meetings (request_id, sponsor_id, status, room_url) VALUES ($1, $2, 'awaiting_time', 'https://meet.example/b')`,
        [requestId, learner.id],
      );
      await endAccount(manager, sponsor.id);
      const open = 'SELECT sponsor_id FROM meetings WHERE cancelled_at IS NULL';
      expect(await manager.query(open)).toEqual([{ sponsor_id: learner.id }]);
      expect(await manager.query('SELECT status FROM requests WHERE id = $1', [requestId])).toEqual([
        { status: 'pending' },
      ]);
    });
  });
});

describe('an obstacle to the end of an account', () => {
  const obstacle = async (who: 'learner' | 'sponsor', change: string) => {
    let message: string | undefined;
    await rolledBack(product, async (manager) => {
      await manager.query(change);
      message = await findObstacle(manager, people[who].id);
    });
    return message !== undefined;
  };
  const reserved = (until: string) =>
    `UPDATE requests SET status = 'reserved', reserved_until = now() + interval '${until}'`;

  it.each([
    ['learner', 'a reservation', reserved('1 minute'), true],
    ['learner', 'a reservation that has lapsed', reserved('-1 minute'), false],
    [
      'learner',
      'a course that was delivered',
      `UPDATE requests SET status = 'enrolled', paid_at = now()`,
      false,
    ],
    ['sponsor', 'a reservation by the sponsor', reserved('1 minute'), false],
    ...['initiating', 'pending', 'needs_review', 'refund_due', 'failed', 'abandoned'].map(
      (status) =>
        ['sponsor', `a payment that is ${status}`, `UPDATE payments SET status = '${status}'`, true] as const,
    ),
    ...['failed', 'abandoned'].map(
      (status) =>
        [
          'sponsor',
          `an old payment that is ${status}`,
          `UPDATE payments SET status = '${status}', created_at = now() - interval '61 minutes'`,
          false,
        ] as const,
    ),
    ...['approved', 'added'].flatMap((status) =>
      (['paid', 'enrolled'] as const).map(
        (delivery) =>
          [
            'sponsor',
            `a payment that is ${status} for a course that is ${delivery}`,
            `UPDATE payments SET status = '${status}'; UPDATE requests SET status = '${delivery}', paid_at = now()`,
            delivery === 'paid',
          ] as const,
      ),
    ),
    ...['pending', 'processing', 'needs_attention', 'failed'].map(
      (status) =>
        [
          'sponsor',
          `a refund that is ${status}`,
          `UPDATE refunds SET status = '${status}', processed_at = NULL`,
          status !== 'failed',
        ] as const,
    ),
    ...['awaiting_merchant', 'awaiting_bank'].map(
      (status) =>
        [
          'sponsor',
          `a dispute that is ${status}`,
          `UPDATE disputes SET status = '${status}', outcome = NULL, resolved_at = NULL`,
          true,
        ] as const,
    ),
    ['sponsor', 'nothing that is open', 'SELECT 1', false],
  ] as const)('of a %s: %s', async (who, _what, change, isObstacle) => {
    expect(await obstacle(who, change)).toBe(isObstacle);
  });
});

describe('an erasure', () => {
  it('waits for the end of the account', async () => {
    await rolledBack(product, async (manager) => {
      await erasePerson(manager, people.sponsor.id);
      expect(await manager.query('SELECT email FROM users WHERE id = $1', [people.sponsor.id])).toEqual([
        { email: people.sponsor.email },
      ]);
    });
  });

  it('deletes what is stored about the hash of the address', async () => {
    const { sponsor, requestId } = people;
    const hash = addressHash(sponsor.email);
    await rolledBack(product, async (manager) => {
      await manager.query(isEnding, [sponsor.id]);
      await manager.query(`INSERT INTO mail_opt_outs (address_hash, topic) VALUES ($1, 'invitation')`, [
        hash,
      ]);
      await manager.query(
        'INSERT INTO former_recipients (request_id, address_hash, invited_at, resends) VALUES ($1, $2, now(), 0)',
        [requestId, hash],
      );
      await erasePerson(manager, sponsor.id);
      for (const table of ['mail_opt_outs', 'former_recipients'])
        expect(await manager.query(`SELECT 1 FROM ${table} WHERE address_hash = $1`, [hash])).toEqual([]);
    });
  });

  it('keeps what belongs to the owner of an address that was not confirmed', async () => {
    const { sponsor, learner } = people;
    const hash = addressHash(sponsor.email);
    await rolledBack(product, async (manager) => {
      await manager.query(isEnding, [sponsor.id]);
      await manager.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [sponsor.id]);
      await manager.query(`INSERT INTO mail_opt_outs (address_hash, topic) VALUES ($1, 'invitation')`, [
        hash,
      ]);
      await erasePerson(manager, sponsor.id);
      expect(await manager.query('SELECT 1 FROM mail_opt_outs WHERE address_hash = $1', [hash])).toHaveLength(
        1,
      );
      expect(await manager.query('SELECT email FROM subscribers ORDER BY 1')).toEqual(
        [{ email: learner.email }, { email: sponsor.email }].toSorted((a, b) =>
          a.email.localeCompare(b.email),
        ),
      );
    });
  });

  it('leaves a reservation of the sponsor that is still open', async () => {
    const { sponsor, requestId } = people;
    const reservedBy = async (status: string) => {
      let reserved: { reserved_by_id: string | null }[] = [];
      await rolledBack(product, async (manager) => {
        await manager.query(isEnding, [sponsor.id]);
        await manager.query(
          `UPDATE requests SET status = $2, reserved_until = now(), reserved_by_id = $3 WHERE id = $1`,
          [requestId, status, sponsor.id],
        );
        await erasePerson(manager, sponsor.id);
        reserved = await manager.query('SELECT reserved_by_id FROM requests WHERE id = $1', [requestId]);
      });
      return reserved[0]?.reserved_by_id;
    };
    expect([await reservedBy('reserved'), await reservedBy('withdrawn')]).toEqual([sponsor.id, null]);
  });

  it('removes the address of a report that was made before the account', async () => {
    const { sponsor } = people;
    await rolledBack(product, async (manager) => {
      await manager.query(isEnding, [sponsor.id]);
      await manager.query('UPDATE reports SET reporter_id = NULL WHERE email = $1', [sponsor.email]);
      await erasePerson(manager, sponsor.id);
      expect(await manager.query('SELECT 1 FROM reports WHERE email = $1', [sponsor.email])).toEqual([]);
    });
  });

  it.each([
    ['is not sent yet', 'SELECT 1', true],
    ['was sent', 'UPDATE outbox SET closed_at = now()', false],
    ['cannot be sent', 'UPDATE outbox SET failed_at = now()', false],
    ['was enqueued before', `UPDATE outbox SET created_at = now() - interval '1 day'`, false],
    [
      'is gone, and the erasure itself waits',
      `DELETE FROM outbox WHERE job <> 'privacy.erase-person'`,
      false,
    ],
  ])('waits for a mail about the end of the account: %s', async (_which, change, isOpen) => {
    await rolledBack(product, async (manager) => {
      await endAccount(manager, people.sponsor.id);
      await manager.query(change);
      expect(await hasOpenMails(manager, people.sponsor.id)).toBe(isOpen);
    });
  });
});
