import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { checkCertificate } from './reach-checks.ts';

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
})();

describe(
  'the check of the certificate',
  needs(hasOpenssl ? undefined : { missing: 'openssl is not installed.' }),
  () => {
    let server: ReturnType<typeof createServer>;
    let ca: string;
    let address: string;
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'courselift-certificate-'));
      const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
      execFileSync(
        'openssl',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:P-256',
            '-nodes',
            '-days',
            '90',
          ],
          ...[
            '-subj',
            '/CN=localhost',
            '-addext',
            'subjectAltName=DNS:localhost',
            '-keyout',
            key,
            '-out',
            cert,
          ],
        ],
        { stdio: 'ignore' },
      );
      ca = readFileSync(cert, 'utf8');
      server = createServer({ key: readFileSync(key), cert: ca }, (socket) => socket.on('error', () => {}));
      await rm(folder, { recursive: true });
      server.listen(0);
      await once(server, 'listening');
      address = `https://localhost:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => void server?.close());

    it.each([
      [0, 'ok', 89],
      [75, 'warning', 14],
      [85, 'failed', 4],
    ])('%s days after its issue: %s', async (days, state, left) => {
      const text = `of localhost is valid for ${left} days`;
      const now = Date.now() + days * dayMs;
      expect(await checkCertificate(address, 5_000, { ca, now })).toEqual({ state, found: text });
    });

    it('fails for one that no browser accepts', async () => {
      expect(await checkCertificate(address, 5_000)).toMatchObject({
        state: 'failed',
        found: expect.stringMatching(/^of localhost is not valid \(\w+\)$/),
      });
      expect(await checkCertificate(address.replace('localhost', '127.0.0.1'), 5_000, { ca })).toMatchObject({
        state: 'failed',
        found: 'of 127.0.0.1 is not valid (ERR_TLS_CERT_ALTNAME_INVALID)',
      });
    });
  },
);
