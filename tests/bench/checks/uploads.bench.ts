import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { listPublicRequests } from '#contracts/requests/listing.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct } from '#tests/support/product/test-product.ts';
import { printTable } from '../../../tools/print.ts';
import { percentile } from '../core/statistics.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';

const uploadCount = 10;
const rounds = 3;
const readers = 8;
const quietMs = 8_000;
const side = 5_000;

const reads = [
  `/api${filterCourses.path}?search=python`,
  `/api${listPublicRequests.path}?limit=12`,
  `/api${getProfile.path}`,
];

async function pictureOf(format: 'jpeg' | 'png'): Promise<Blob> {
  // 25 megapixels in less than the 500 kB of an upload: two tones, which cost as much to decode as a photograph costs memory.
  const left = {
    input: { create: { width: side / 2, height: side, channels: 3, background: '#b35' } },
    left: 0,
    top: 0,
  } as const;
  const canvas = sharp({ create: { width: side, height: side, channels: 3, background: '#fed' } }).composite([
    left,
  ]);
  const data = await (format === 'jpeg'
    ? canvas.jpeg({ quality: 40 })
    : canvas.png({ palette: true })
  ).toBuffer();
  return new Blob([new Uint8Array(data)], { type: `image/${format}` });
}

/** Reads over several connections until `isOver`. Returns the times in milliseconds and the statuses that were not 200. */
async function readUntil(api: ApiProcess, people: readonly SignedIn[], isOver: () => boolean) {
  const times: number[] = [];
  const problems: number[] = [];
  const reader = async (number: number) => {
    for (let turn = number; !isOver(); turn += 1) {
      const startedMs = performance.now();
      const headers = {
        authorization: `Bearer ${people[turn % people.length]?.token}`,
        'x-forwarded-for': `192.0.2.${number}`,
      };
      const response = await fetch(`${api.url}${reads[turn % reads.length]}`, { headers });
      await response.arrayBuffer();
      times.push(performance.now() - startedMs);
      if (response.status !== 200) problems.push(response.status);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, number) => reader(number)));
  return { times, problems };
}

it('ten uploads of 25 megapixels at once leave reads alone', async () => {
  const product = await startTestProduct();
  const api = await startApiProcess(product, { RATE_LIMIT_FACTOR: '1000' });
  try {
    const people = await Promise.all(Array.from({ length: uploadCount }, () => join(product.url, 'learner')));
    const pictures = [await pictureOf('jpeg'), await pictureOf('png')];
    const upload = async ({ token }: SignedIn, number: number) => {
      const body = new FormData();
      body.append('profilePicture', pictures[number % 2] as Blob, 'picture');
      const startedMs = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${api.url}/api${changePicture.path}`, { method: 'PUT', headers, body });
      await response.arrayBuffer();
      return { status: response.status, ms: performance.now() - startedMs };
    };
    const measure = async (work: () => Promise<void>) => {
      let isOver = false;
      const reading = readUntil(api, people, () => isOver);
      const startedMs = performance.now();
      await work();
      isOver = true;
      return { ...(await reading), seconds: (performance.now() - startedMs) / 1000, memory: api.memoryMb() };
    };
    await readUntil(
      api,
      people,
      (() => {
        const end = performance.now() + 2_000;
        return () => performance.now() > end;
      })(),
    );
    const quiet = await measure(() => sleep(quietMs).then(() => undefined));
    const uploads: { status: number; ms: number }[] = [];
    const busy = await measure(async () => {
      for (let round = 0; round < rounds; round += 1)
        uploads.push(...(await Promise.all(people.map(upload))));
    });
    const rowOf = (name: string, { times, problems, seconds, memory }: typeof quiet) => [
      name,
      Math.round(times.length / seconds),
      Math.round(percentile(times, 0.5)),
      Math.round(percentile(times, 0.99)),
      Math.round(Math.max(...times)),
      problems.length,
      `${Math.round(memory.now)} / ${Math.round(memory.highest)}`,
    ];
    printTable(
      [
        'reads',
        'per second',
        'median (ms)',
        'p99 (ms)',
        'slowest (ms)',
        'not 200',
        'memory now / highest (MB)',
      ],
      [rowOf('without uploads', quiet), rowOf(`during ${rounds} × ${uploadCount} uploads`, busy)],
    );
    const slowest = Math.round(Math.max(...uploads.map(({ ms }) => ms)));
    const ok = uploads.filter(({ status }) => status === 200).length;
    process.stdout.write(`uploads: ${ok} of ${uploads.length} stored, slowest ${slowest} ms\n`);
    expect([quiet.problems, busy.problems, ok]).toEqual([[], [], uploads.length]);
  } finally {
    await api.stop();
    await product.close();
  }
});
