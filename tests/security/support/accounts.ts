import type { SignedIn } from '#tests/support/people/people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

/** Inserts an operator who acts in tests without the desk. Returns the address. */
export async function addOperator(product: TestProduct): Promise<Pick<SignedIn, 'email'>> {
  const email = `operator-${crypto.randomUUID().slice(0, 8)}@staff.example`;
  await product.db.query(
    `INSERT INTO users (email, full_name, role) VALUES ($1, 'Olive Operator', 'operator')`,
    [email],
  );
  return { email };
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
