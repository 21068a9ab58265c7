import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createApp } from '#services/app.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { entities } from '#services/entities.ts';
import { PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { createChangeFeed } from '#services/platform/database/change-feed.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { listenOn } from '#services/platform/http/listen-on.ts';
import { openRateLimitStore } from '#services/platform/http/rate-limit/rate-limit-store.ts';
import { createLogger } from '#services/platform/log.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

/** A second API of a product, whose way to the database can be cut. */
export interface GatedApi {
  url: string;
  /** `open`: as usual; `refused`: connections are reset; `silent`: they are accepted and get no response. */
  setGate(state: 'open' | 'refused' | 'silent'): void;
  close(): Promise<void>;
}

/** Starts an API that reaches the product's database through a gate. */
export async function startGatedApi({ config }: TestProduct): Promise<GatedApi> {
  const target = new URL(config.databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'refused' | 'silent' = 'open';
  const gate = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    if (state === 'refused') client.resetAndDestroy();
    if (state !== 'open') return;
    const server = connect(Number(target.port), target.hostname);
    sockets.add(server);
    server.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const databaseUrl = new URL(config.databaseUrl);
  databaseUrl.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`;

  const log = createLogger(config, 'gated');
  const db = createDataSource({
    entities,
    databaseUrl: databaseUrl.href,
    applicationName: 'gated-api',
    poolSize: 3,
  });
  await db.initialize();
  const changes = createChangeFeed(config.databaseUrl, PAYMENTS_CHANNEL, log);
  const limits = await openRateLimitStore(config, log);
  const provider = createPaymentProvider(config.payment);
  const search = createSearchPool(databaseUrl.href);
  const server = await listenOn(await createApp({ config, db, search, log, changes, limits, provider }), 0);
  return {
    url: `http://127.0.0.1:${server.port}`,
    setGate(wanted) {
      state = wanted;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      state = 'refused';
      await server.close();
      await changes.close();
      await search.end();
      await db.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}
