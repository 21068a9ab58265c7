import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import { databaseUrl, serve } from './serve.ts';

// Express and pg with what filing a request guarantees: a session, the row with its checks and listing (triggers), the encrypted
// login and the row of the outbox, in one transaction. Without validation, limits, notifications and other cases of the form.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const session = `SELECT u.id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`;
const request = `INSERT INTO requests (id, learner_id, course_title, platform, link, price_minor, currency, duration,
    duration_unit, motivation, socials, delivery, account_email, is_public)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'platform-login', $12, true)`;
const login = `INSERT INTO platform_logins (request_id, key_version, wrapped_key, encrypted) VALUES ($1, '1', $2, $3)`;
const job = `INSERT INTO outbox (job, payload) VALUES ('mail.deliver', $1)`;
const key = randomBytes(32);

function encrypt(plain: Buffer, secret: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The id of the session that the token names; its signature is not verified. */
const sessionOf = (authorization = '') =>
  JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()).jti as string;

const app = express();
app.use(express.json());
app.post('/requests', async (req, res) => {
  const { course, account, link, motivation, socials } = req.body;
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  try {
    const [caller] = (await run('session', session, [sessionOf(req.headers.authorization)])).rows;
    if (!caller) return void res.sendStatus(401);
    const id = randomUUID();
    const dataKey = randomBytes(32);
    await client.query('BEGIN');
    await run('learner', 'SELECT is_minor FROM users WHERE id = $1 FOR UPDATE', [caller.id]);
    await run('request', request, [
      id,
      caller.id,
      course.courseTitle,
      course.platform,
      link,
      course.price * 100,
      course.priceUnit,
      course.duration,
      course.durationUnit,
      motivation,
      socials,
      account.email,
    ]);
    const password = Buffer.from(account.password);
    await run('login', login, [id, encrypt(dataKey, key), encrypt(password, dataKey)]);
    await run('job', job, [{ mail: 'request-received', id }]);
    await client.query('COMMIT');
    res.status(201).json({ data: { _id: id } });
  } finally {
    client.release();
  }
});
serve(app);
