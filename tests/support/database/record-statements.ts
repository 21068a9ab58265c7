import pg from 'pg';

/** Runs `act` and returns the SQL that this process sent meanwhile, in order, `BEGIN` and `COMMIT` included. */
export async function recordStatements(act: () => Promise<unknown>): Promise<string[]> {
  const query = pg.Query.prototype as unknown as { text: string; submit(connection: object): unknown };
  const { submit } = query;
  const statements: string[] = [];
  query.submit = function (this: typeof query, connection) {
    statements.push(this.text);
    return submit.call(this, connection);
  };
  try {
    await act();
  } finally {
    query.submit = submit;
  }
  return statements;
}
