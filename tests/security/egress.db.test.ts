import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CourseRowSchema } from '#contracts/catalogue/catalogue-import.ts';
import { outgoingAddress } from '#contracts/site/outgoing-link.ts';
import { checkLink } from '#services/catalogue/links/check-link.ts';
import { join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { rawCall } from './support/raw-call.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let trap: Server;
let trapPort = 0;
let trapped = 0;
/** Connections that this process tried to open, as `address:port`. */
const attempts: string[] = [];
const onSocket = (message: unknown) =>
  (message as { socket: Socket }).socket.on('connectionAttempt', (ip, port) =>
    attempts.push(`${ip}:${port}`),
  );

beforeAll(async () => {
  trap = createServer((socket) => {
    trapped += 1;
    socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapPort = (trap.address() as { port: number }).port;
  product = await startTestProduct();
  [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  subscribe('net.client.socket', onSocket);
});
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  trap.close();
  await product?.close();
});

const hostileUrls = () => [
  `http://127.0.0.1:${trapPort}/`,
  `http://localhost:${trapPort}/`,
  `http://127.1:${trapPort}/`,
  `http://2130706433:${trapPort}/`,
  `http://0x7f000001:${trapPort}/`,
  `http://0177.0.0.1:${trapPort}/`,
  `http://0.0.0.0:${trapPort}/`,
  `http://[::1]:${trapPort}/`,
  `http://[::ffff:127.0.0.1]:${trapPort}/`,
  `http://[::ffff:7f00:1]:${trapPort}/`,
  `http://a.localhost:${trapPort}/`,
  `http://user:pass@127.0.0.1:${trapPort}/`,
  `https://coursera.org@127.0.0.1:${trapPort}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://[fe80::1]/',
  'http://router.local/',
  'file:///etc/passwd',
  `gopher://127.0.0.1:${trapPort}/_GET`,
  `ftp://127.0.0.1:${trapPort}/`,
  `dict://127.0.0.1:${trapPort}/`,
  'data:text/html,x',
  'javascript:alert(1)',
];

/** Fails when the process connected to anything but its own database and the product. */
function expectNoEgress(): void {
  const { port } = new URL(product.url);
  const database = new URL(product.config.databaseUrl).port;
  expect(
    attempts.filter((address) => !address.endsWith(`:${port}`) && !address.endsWith(`:${database}`)),
  ).toEqual([]);
  expect(trapped).toBe(0);
}

const post = (path: string, { token }: SignedIn, body: object) =>
  rawCall(product.url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

// ASVS 1.3.6, 13.2.4, 13.2.5
it('no link in a field is opened by the server, and hostile ones are refused', async () => {
  const accepted: string[] = [];
  const urls = hostileUrls();
  for (const url of urls) {
    const title = `A course at ${urls.indexOf(url)}`;
    const calls = {
      link: await post('/api/course/request', learner, { ...requestBody(), link: url }),
      socials: await post('/api/course/request', learner, { ...requestBody(), socials: url }),
      saved: await post('/api/dashboard/add', sponsor, { title, description: '', link: url }),
    };
    for (const [field, { status }] of Object.entries(calls))
      if (status < 400 || status >= 500) accepted.push(`${field} ${url}: ${status}`);
    const course = { title, platform: 'X', url, level: 'All', status: 'Free' };
    if (CourseRowSchema.safeParse(course).success) accepted.push(`import ${url}`);
    if (outgoingAddress(url)) accepted.push(`link ${url}`);
  }
  expect(accepted).toEqual([]);
  expectNoEgress();
  process.stdout.write(
    `Egress: ${urls.length} hostile links in 5 places, ${attempts.length} connections of our own, 0 others\n`,
  );
});

// ASVS 1.3.6, 13.2.4
it('the check of links connects neither to hosts that are not listed nor to names with private addresses', async () => {
  const options = { hosts: ['coursera.org', 'localhost'], userAgent: 'test' };
  for (const url of [...hostileUrls(), 'http://localhost/', 'https://localhost/x'])
    expect([url, (await checkLink(url, options)).state]).toEqual([url, 'unclear']);
  expectNoEgress();
});
