import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { invoiceFile, uploadInvoice } from '#contracts/requests/invoices.ts';
import { listPublicRequests } from '#contracts/requests/listing.ts';
import { freePort } from '#sandbox/processes/ports.ts';
import { rssMb } from '#tests/bench/processes/child.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { type ProductProcess, startProcess } from '#tests/support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { longMs } from '#tests/support/vitest/limits.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { runCases } from './support/run-cases.ts';
import { uploadBombs } from './support/upload-bombs.ts';

/** Megabytes that a parser, the API, and both together may take; the last is what a container has. */
const maxParserMb = 256;
const maxGrowthMb = 50;
const containerMb = 768;
const childrenFile = (pid: number) => `/proc/${pid}/task/${pid}/children`;
const memory = existsSync(childrenFile(process.pid))
  ? {}
  : { missing: 'Memory of processes is read from /proc.' };
const attackersAtOnce = 3;

interface Uploader {
  learner: SignedIn;
  requestId: string;
}

describe('files that are made to exhaust a process', { ...needs(memory), timeout: longMs }, () => {
  let product: TestProduct;
  let api: ProductProcess;
  let url: string;
  let attackers: Uploader[];
  let other: Uploader;
  beforeAll(async () => {
    product = await startTestProduct();
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    api = await startProcess('api', { ...product.env, PORT: port, RATE_LIMIT_FACTOR: '100000' });
    [other, ...attackers] = (await Promise.all([1, 2, 3, 4].map(() => uploader()))) as [
      Uploader,
      ...Uploader[],
    ];
    // Until the process has the memory that usual uploads take, for pools, buffers and compiled code.
    for (let round = 0; round < 25; round += 1) {
      const responses = await Promise.all([other, ...attackers].map((sender) => send(sender, pdf())));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });
  afterAll(async () => {
    await api?.end();
    await product?.close();
  });

  async function uploader(): Promise<Uploader> {
    const learner = await join(product.url, 'learner');
    const invoice = { reference: 'INV-7', payee: 'Lagos Coding School' };
    const requestId = await fileRequest(product.url, learner, {
      delivery: 'school-invoice',
      account: undefined,
      invoice,
    });
    return { learner, requestId };
  }
  /** Sends a file as an invoice or, since WebP is for them alone, as a profile picture. */
  async function send({ learner, requestId }: Uploader, data: Buffer, isPicture = false) {
    const [{ method, path }, { field }] = isPicture
      ? [changePicture, profilePictureFile]
      : [uploadInvoice, invoiceFile];
    const form = new FormData();
    form.append(field, new File([new Uint8Array(data)], 'file'));
    const response = await fetch(`${url}/api${path.replace(':id', requestId)}`, {
      method,
      headers: { authorization: `Bearer ${learner.token}` },
      body: form,
    });
    return { status: response.status, text: await response.text() };
  }

  it('each get a status of their own, while other people are served and the memory stays bounded', async (context) => {
    const peak = { api: 0, parser: 0, together: 0 };
    const startMb = rssMb(api.pid);
    const watching = new AbortController();
    const watch = async () => {
      while (!watching.signal.aborted) {
        const apiMb = rssMb(api.pid);
        const children = readFileSync(childrenFile(api.pid), 'utf8').split(' ').filter(Boolean);
        const parsersMb = children.map((pid) => rssMb(Number(pid)) || 0);
        peak.api = Math.max(peak.api, apiMb);
        // One that is being ended and the next one exist for a moment at the same time.
        peak.parser = Math.max(peak.parser, ...parsersMb);
        peak.together = Math.max(
          peak.together,
          parsersMb.reduce((sum, mb) => sum + mb, apiMb),
        );
        await sleep(20);
      }
    };
    // Another learner uploads and reads all the time.
    let uploads = 0;
    const statuses = new Set<number>();
    const serveOther = async () => {
      while (!watching.signal.aborted) {
        statuses.add((await send(other, pdf())).status);
        uploads += 1;
        statuses.add((await callApi(url, listPublicRequests, {})).status);
      }
    };
    const others = [watch(), serveOther()];
    let sent = 0;
    const sendOne = async ({ what, make }: (typeof uploadBombs)[number]) => {
      const attacker = attackers[sent++ % attackers.length] as Uploader;
      const { status, text } = await send(attacker, await make(), !what.startsWith('a PDF'));
      const isRight = [200, 413, 422].includes(status);
      return { status, deviation: isRight ? undefined : `${what}: ${status} ${text}` };
    };
    try {
      await runCases(context, 'files', uploadBombs, sendOne, attackersAtOnce);
    } finally {
      watching.abort();
      await Promise.all(others);
    }
    process.stdout.write(
      `${uploadBombs.length} files: API ${startMb.toFixed()} → ${peak.api.toFixed()} MB, parser up to ${peak.parser.toFixed()} MB, both ${peak.together.toFixed()} MB; ${uploads} uploads of another person\n`,
    );
    expect([...statuses]).toEqual([200]);
    // In turn with three others, of whose files some are answered without being parsed.
    expect(uploads).toBeGreaterThan(uploadBombs.length / 10);
    expect(peak.parser).toBeLessThan(maxParserMb);
    expect(peak.api).toBeLessThan(startMb + maxGrowthMb);
    expect(peak.together).toBeLessThan(containerMb);
  });
});
