import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { isRunning } from '#sandbox/processes/process-table.ts';
import { uploadBombs } from '#tests/security/support/upload-bombs.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { parserPid } from '#tests/support/product/parser-pid.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';
import { parseUpload } from './parse-upload.ts';

const rewrite = (data: Buffer, source = 'ada') => parseUpload('rewrite-pdf', data, source);
const readable = { data: expect.any(Uint8Array) };
const unreadable = { problem: 'unreadable' };

async function bomb(what: string): Promise<Buffer> {
  const upload = uploadBombs.find((candidate) => candidate.what === what);
  if (!upload) throw new Error(`There is no bomb ${what}.`);
  return upload.make();
}
const looping = () => bomb('a PDF: 16000 objects without an end');

// ASVS 5.2.3
it.each([
  'ObjStm of 24 MB by Flate',
  'ObjStm of 24 MB by LZW',
  'XRef of 160 MB by Flate three times',
  'N of zeros 60000',
  'Size 1000000000000000',
  'Kids that name one page 75000 times',
  'a tree of pages, 100 wide and 3 deep, whose nodes share their kids',
  'Kids that name their own node 1 times',
])('rejects a PDF with %s before it costs the process anything', async (what) => {
  expect(await rewrite(pdf())).toEqual(readable);
  const pid = parserPid();
  expect(await rewrite(await bomb(`a PDF: ${what}`))).toEqual(unreadable);
  expect(parserPid()).toBe(pid);
});

// ASVS 15.2.2
it('ends a process that takes too much processor time, and loses no other upload', async () => {
  expect(await rewrite(pdf())).toEqual(readable);
  const pid = parserPid();
  const data = await looping();
  const results = await Promise.all([rewrite(data), rewrite(pdf()), rewrite(pdf(), 'ben')]);
  expect(results).toEqual([unreadable, readable, readable]);
  expect([isRunning(pid), parserPid() === pid]).toEqual([false, false]);
});

// ASVS 15.2.2
it('ends a process that takes too much memory, and loses no other upload', async () => {
  const data = await bomb('a PNG of 5000 × 5000, 16 bits, colour 6, interlaced');
  const picture = () =>
    parseUpload(
      'encode-picture',
      { data, resize: { width: 2_400, height: 2_400, fit: 'inside' }, formats: ['image/png'], maxBytes: 1e6 },
      'ada',
    );
  expect(await Promise.all([picture(), rewrite(pdf())])).toEqual([unreadable, readable]);
});

it('loses the upload alone whose process crashes', async () => {
  expect(await rewrite(pdf())).toEqual(readable);
  const pid = parserPid();
  const results = Promise.all([rewrite(await looping()), rewrite(pdf())]);
  // Until it parses; with less work, it waits for its event loop.
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') R'), {
    timeout: patienceMs,
    interval: 5,
  });
  process.kill(pid, 'SIGSEGV');
  expect(await results).toEqual([unreadable, readable]);
});

it('starts another process for one that ended while it was idle', async () => {
  expect(await rewrite(pdf())).toEqual(readable);
  const pid = parserPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(() => parserPid()).toThrow(), patient);
  expect(await rewrite(pdf())).toEqual(readable);
});

it('gives the process no setting and no secret', async () => {
  vi.stubEnv('TOKEN_SECRET', 'canary');
  await vi.waitFor(() => expect(() => process.kill(parserPid(), 'SIGKILL')).toThrow(), patient);
  expect(await rewrite(pdf())).toEqual(readable);
  vi.unstubAllEnvs();
  const command = `tr '\\0' '\\n' < /proc/${parserPid()}/environ | cut -d= -f1`;
  const names = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\n').filter(Boolean);
  expect(names.filter((name) => !/^NODE_(COMPILE_CACHE|CHANNEL_)/.test(name))).toEqual([]);
  expect(readFileSync(`/proc/${parserPid()}/environ`, 'utf8')).not.toContain('canary');
});

// ASVS 15.2.2
it('parses one file at a time and lets uploaders take turns', async () => {
  const order: string[] = [];
  const rewriteFor = (source: string) => rewrite(pdf(), source).then(() => order.push(source));
  await Promise.all([...['ada', 'ada', 'ada', 'ada'].map(rewriteFor), rewriteFor('ben')]);
  expect(order).toEqual(['ada', 'ada', 'ben', 'ada', 'ada']);
});

// ASVS 15.2.2
it('rejects uploads with a 503 when one uploader, or all of them, have too many', async () => {
  const rejected = async (sources: string[]) => {
    const results = await Promise.allSettled(sources.map((source) => rewrite(pdf(), source)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const error of errors) expect(error).toMatchObject({ status: 503, retryAfterS: 2 });
    return errors.length;
  };
  expect(await rejected(Array.from({ length: 12 }, () => 'ada'))).toBe(3);
  expect(await rejected(Array.from({ length: 50 }, (_, number) => `person ${number}`))).toBe(9);
});

it('keeps a document readable whose object streams are compressed', async () => {
  const objects = '3 0 <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
  const packed = deflateSync(objects);
  const data = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    Buffer.from('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'),
    Buffer.from(`4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
  expect(await rewrite(data)).toEqual(readable);
});
