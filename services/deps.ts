import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { Config } from './platform/config.ts';
import type { ChangeFeed } from './platform/database/change-feed.ts';
import type { RateLimitStore } from './platform/http/rate-limit/rate-limit-store.ts';
import type { Handler as AnyHandler, Caller, Route } from './platform/http/route.ts';
import type { Logger } from './platform/log.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

/** Dependencies of request handlers. */
export interface Deps {
  config: Config;
  db: DataSource;
  /** Connection pool of the catalogue search, with a statement timeout of one second. */
  search: Pool;
  log: Logger;
  provider: PaymentProvider;
  /** Notifies of rows that other processes change. */
  changes: ChangeFeed;
  limits: RateLimitStore;
  /** Aborted when the process begins to shut down; readiness fails from then on. */
  shutdown?: AbortSignal;
}

export type Handler<E extends Endpoint, C extends Caller = Caller> = AnyHandler<E, Deps, C>;

/** Connects contracts of a module to their handlers, which have the same names. */
export function routesOf<Contracts, Name extends keyof Contracts>(
  contracts: Contracts,
  handlers: { [N in Name]: Contracts[N] extends Endpoint ? Handler<Contracts[N]> : never },
): Route<Deps>[] {
  const names = Object.keys(handlers) as Name[];
  const pairs = names.map((name) => ({ contract: contracts[name], handle: handlers[name] }));
  // Type-checked here; a list of routes cannot preserve the types of each.
  return pairs as unknown as Route<Deps>[];
}
