import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#sandbox/processes/ports.ts';
import { patient } from '#tests/support/soon.ts';
import { type LoggedProcess, startLogged } from '../security/support/logged-process.ts';
import { join } from '../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

// A trace goes from call to job in a column of the outbox, which both backends of the queues share.
describe('a trace of a call', () => {
  let product: TestProduct;
  let collector: Server;
  let url: string;
  const processes: LoggedProcess[] = [];
  const spans: Span[] = [];

  beforeAll(async () => {
    product = await startTestProduct();
    collector = createServer(async (req, res) => {
      const { resourceSpans } = (await json(req)) as Export;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      res.end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    const { port: collectorPort } = collector.address() as AddressInfo;
    const env = {
      ...product.env,
      PORT: port,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      // Interval of the batches, in milliseconds (a variable of the SDK).
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    const scripts = ['tests/security/support/logging-api.ts', 'workers/worker.ts'];
    const start = (script: string) => startLogged(new URL(`../../${script}`, import.meta.url), env);
    processes.push(...(await Promise.all(scripts.map(start))));
  });
  afterAll(async () => {
    await Promise.all(processes.map((program) => program.stop()));
    collector?.close();
    await product?.close();
  });

  it('has the statements, the job in another process and its mail, and the log names it', async () => {
    const { email } = await join(url, 'learner', { fullName: 'Ada Canary' });
    const sent = () => spans.find(({ name }) => name === 'send mail');
    const rootOf = (traceId: string | undefined) =>
      spans.find((span) => span.traceId === traceId && !span.parentSpanId);
    const jobOf = (traceId: string | undefined) =>
      spans.find((span) => span.traceId === traceId && span.name.startsWith('process '));
    await vi.waitFor(() => {
      expect(rootOf(sent()?.traceId)).toBeDefined();
      expect(jobOf(sent()?.traceId)).toBeDefined();
    }, patient);
    const traceId = sent()?.traceId;

    const trace = spans.filter((span) => span.traceId === traceId);
    const root = rootOf(traceId);
    expect(root?.name).toMatch(/^POST \/user\//);
    const job = jobOf(traceId);
    const insert = trace.find((span) => /^INSERT INTO outbox/.test(textOf(span) ?? ''));
    expect(insert?.parentSpanId).toBe(root?.spanId);
    expect(job?.parentSpanId).toBeDefined();
    expect(trace.find(({ name }) => name === 'send mail')?.parentSpanId).toBe(job?.spanId);

    const named = processes
      .map((program) => program.output())
      .join('')
      .split('\n')
      .filter((line) => line.includes(`"traceId":"${traceId}"`));
    expect(named.some((line) => line.includes('"name":"api"'))).toBe(true);
    expect(named.some((line) => line.includes('"name":"worker"'))).toBe(true);
    // Spans have the texts of statements, and no values.
    for (const secret of [email, 'Canary']) expect(JSON.stringify(spans)).not.toContain(secret);
  });

  const textOf = ({ attributes }: Span) =>
    attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue;
});
