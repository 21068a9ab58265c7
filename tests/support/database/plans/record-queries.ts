import pg from 'pg';

/** Distinct statements by the server settings (`-c` options) of the connections that sent them. */
export type RecordedQueries = ReadonlyMap<string, ReadonlySet<string>>;

interface Client {
  connectionParameters: { application_name?: string; options?: string };
}

type Query = (this: Client, config: string | { text: string }, ...rest: unknown[]) => unknown;

/**
 * Records the SQL of every connection of this process that is opened from now on, except those of tests and of BullMQ,
 * until `stop`.
 */
export function recordQueries(): { queries: RecordedQueries; stop(): void } {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const queries = new Map<string, Set<string>>();
  prototype.query = function (config, ...rest) {
    const { application_name: name = '', options = '' } = this.connectionParameters;
    if (name !== 'test' && name !== 'courselift-queue') {
      const texts = queries.get(options) ?? new Set();
      queries.set(options, texts.add(typeof config === 'string' ? config : config.text));
    }
    return query.call(this, config, ...rest);
  };
  return {
    queries,
    stop() {
      prototype.query = query;
    },
  };
}
