import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as google from '#contracts/accounts/google.ts';
import { getSettings } from '#contracts/site/settings.ts';
import type { Deps } from '#services/deps.ts';
import { finishGoogleRedirect, startGoogleRedirect } from '#services/flows/sign-in-with-google.ts';
import { listenOn } from '#services/platform/http/listen-on.ts';
import { mountRoutes } from '#services/platform/http/mount-routes.ts';
import { route } from '#services/platform/http/route.ts';
import { createLogger } from '#services/platform/log.ts';
import {
  addGooglePerson,
  comeBackFrom,
  decideAtGoogle,
  finalizeBody,
  leaveForGoogle,
  orderIdToken,
} from '#tests/support/people/google.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

describe('an access token', () => {
  it('that belongs to another person than the ID token is rejected', async () => {
    const client = product.config.google;
    if (!client) throw new Error('Google is not configured');
    const other = await listenOn(
      (_req, res) => res.end(JSON.stringify({ sub: '1', email: 'victim@gmail.com' })),
      0,
    );
    const app = express();
    const door = await listenOn(app, 0);
    const publicUrl = `http://localhost:${door.port}`;
    const swapped = { ...client, userInfoUrl: `http://127.0.0.1:${other.port}/userinfo` };
    const config = { ...product.config, publicUrl, google: swapped };
    const deps = { db: product.db, config, log: createLogger(config, 'test') } as Deps;
    const routes = [
      route(google.startGoogleRedirect, startGoogleRedirect),
      route(google.finishGoogleRedirect, finishGoogleRedirect),
    ];
    app.use(
      '/api',
      mountRoutes(routes, deps, {
        readToken: async () => undefined,
        findCaller: async () => undefined,
        limit: async () => ({ succeeded: async () => {} }),
        db: product.db,
      }),
    );
    const { address, cookie } = await leaveForGoogle({ url: publicUrl });
    const back = await decideAtGoogle(address, await addGooglePerson(product));
    expect((await comeBackFrom(back, cookie)).outcome).toEqual({
      error: 'Google Sign-In failed. Please try again.',
    });
    await Promise.all([other.close(), door.close()]);
  });
});

describe('where Google', () => {
  it('is not configured, nothing is offered and every call says so', async () => {
    const plain = await startTestProduct({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    expect((await callApi(plain.url, getSettings)).body.google).toBeNull();
    const message = 'Signing in with Google is not set up here. Please use your email and password.';
    const entered = await callApi(plain.url, google.signInWithGoogle, { body: { token: 'x' } });
    expect([entered.status, entered.body]).toEqual([404, { message }]);
    const finished = await callApi(plain.url, google.finalizeGoogle, { body: finalizeBody('x') });
    expect([finished.status, finished.body]).toEqual([404, { message }]);
    for (const page of ['start', 'callback?code=x&state=y'])
      expect((await fetch(`${plain.url}/api/user/auth/google/${page}`, { redirect: 'manual' })).status).toBe(
        404,
      );
    await plain.close();
  });

  // ASVS 10.1.1
  it('is configured, the browser gets the client id and nothing secret', async () => {
    const { body } = await callApi(product.url, getSettings);
    expect(body.google).toEqual({
      clientId: product.config.google?.clientId,
      authorizationUrl: `${product.sandbox.googleIssuer}/o/oauth2/v2/auth`,
    });
  });

  // ASVS 16.5.2
  it('is unavailable, the response says to try again', async () => {
    const alone = await startTestProduct({ GOOGLE_ISSUER: 'http://127.0.0.1:9/google' });
    const token = await orderIdToken(product, await addGooglePerson(product));
    const { status, body, headers } = await callApi(alone.url, google.signInWithGoogle, { body: { token } });
    expect([status, body.message, headers.get('retry-after')]).toEqual([
      503,
      'Google cannot be reached right now. Please try again, or use your email and password.',
      '5',
    ]);
    await alone.close();
  });
});
