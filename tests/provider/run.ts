import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowedViolations } from './allowed-violations.ts';
import { clientOperations } from './client-operations.ts';
import { type Comparison, compareExchanges } from './compare-exchanges.ts';
import type { Exchange } from './exchange.ts';
import { DocumentError, readDocument } from './read-document.ts';

// `npm run test:provider -- path/to/openapi.yaml`: drives the product through a proxy in front of the local payment provider and
// compares every call and response with the provider's own OpenAPI document; see docs/reliability.md#the-providers-own-document.
// Exit code 0: no unexplained violation; 1: some, or an operation that was not called, or an outdated explanation; 2: no document.

const usage = `This check needs the payment provider's own OpenAPI 3.0 document, which is not part of this repository (it is in the
provider's public repository PaystackOSS/openapi): npm run test:provider -- path/to/openapi.yaml
`;

try {
  const [source] = process.argv.slice(2);
  if (source === undefined) throw new DocumentError('No path was given');
  const document = await readDocument(source);
  const exchanges = await drive();
  const expected = Object.values(clientOperations);
  process.exitCode = exchanges
    ? report(compareExchanges(exchanges, document, allowedViolations, expected))
    : 1;
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  process.stderr.write(`${error.message.replace(/\.+$/, '')}.\n${usage}`);
  process.exitCode = 2;
}

/** Runs the calls. Returns undefined when one of their tests failed. */
async function drive(): Promise<Exchange[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-provider-'));
  try {
    const file = join(folder, 'exchanges.json');
    const child = spawn('npx', ['vitest', 'run', '--config', 'vitest.provider.config.ts'], {
      env: { ...process.env, PROVIDER_EXCHANGES: file },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(child, 'close');
    return code === 0 ? JSON.parse(await readFile(file, 'utf8')) : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the result. Returns the exit code. */
function report({ operations, stale, unseen }: Comparison): number {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const row = (name: string, ...numbers: (string | number)[]) =>
    print(`${name.padEnd(54)}${numbers.map((number) => String(number).padStart(13)).join('')}`);
  row('operation', 'calls', 'unexplained', 'allowed');
  for (const { operation, calls, unexplained, allowed } of operations)
    row(operation, calls, unexplained.length, allowed.length);
  const unexplained = operations.flatMap((operation) => operation.unexplained);
  for (const { operation, place, problem, calls } of unexplained)
    print(`UNEXPLAINED ${operation}: ${place} ${problem} (${calls} calls)`);
  for (const { operation, place, reason } of operations.flatMap(({ allowed }) => allowed))
    print(`allowed     ${operation}: ${place}. ${reason}`);
  for (const { operation, place } of stale)
    print(`OUTDATED    ${operation}: ${place} did not occur; remove it from the allowed violations`);
  for (const operation of unseen) print(`NOT CALLED  ${operation}`);
  const isPassed = unexplained.length + stale.length + unseen.length === 0;
  print(`${isPassed ? 'PASSED' : 'FAILED'}: ${unexplained.length} unexplained violations`);
  return isPassed ? 0 : 1;
}
