import { startSession } from '#services/accounts/sessions/start-session.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

/** Creates an operator with a session. There is no sign-up for operators, so the row is inserted. */
export async function addOperator(product: TestProduct): Promise<SignedIn> {
  const email = `operator-${crypto.randomUUID().slice(0, 8)}@staff.example`;
  const [row] = (await product.db.query(
    `INSERT INTO users (email, full_name, role) VALUES ($1, 'Olive Operator', 'operator') RETURNING id`,
    [email],
  )) as { id: string }[];
  if (!row) throw new Error('The operator was not stored');
  const token = await startSession(row.id, product);
  return { email, fullName: 'Olive Operator', password: '', token };
}

/** Marks a user's address as confirmed. */
export async function confirmEmail({ db }: TestProduct, { email }: SignedIn): Promise<void> {
  await db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
}

/** Returns the id of the user with this address. */
export async function idOf({ db }: TestProduct, { email }: Pick<SignedIn, 'email'>): Promise<string> {
  const [row] = (await db.query('SELECT id FROM users WHERE email = $1', [email])) as { id: string }[];
  if (!row) throw new Error(`No user has the address ${email}`);
  return row.id;
}
