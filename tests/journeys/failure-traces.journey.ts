import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { restartTraces, saveTraces } from '#tests/support/browser/failure-traces.ts';
import { closeContexts, shareBrowser } from '#tests/support/browser/shared-browser.ts';
import { needs, requireChromium } from '#tests/support/vitest/requirements.ts';

const chromium = requireChromium();

describe('the traces of failed journeys', needs(chromium), () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'courselift-traces-'));
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await rm(folder, { recursive: true, force: true });
  });

  it('are a trace per browser and a screenshot per tab, named after the test', async () => {
    const first = await newPerson(browser, 'http://localhost');
    const second = await newPerson(browser, 'http://localhost');
    await first.page.setContent('<h1>First</h1>');
    await second.page.setContent('<h1>Second</h1>');
    await second.context.newPage();
    await saveTraces(folder, 'money.journey.ts Pays “it”: 50/50?');
    const start = 'money-journey-ts-pays-it-50-50-';
    const files = ['1-1.png', '1.zip', '2-1.png', '2-2.png', '2.zip'];
    expect((await readdir(folder)).sort()).toEqual(files.map((file) => start + file));
    expect((await readFile(join(folder, `${start}1.zip`))).subarray(0, 2).toString()).toBe('PK');
    await first.context.close();
    await second.context.close();
  });

  it('leave out contexts that are closed, and hold one test only', async () => {
    const { context, page } = await newPerson(browser, 'http://localhost');
    await page.setContent('<h1>Earlier test</h1>');
    await restartTraces();
    const [before] = (await saveTraces(folder, 'quiet')).filter((path) => path.endsWith('.zip'));
    await restartTraces();
    for (let step = 0; step < 20; step++) await page.setContent(`<h1>Step ${step}</h1>`);
    const [after] = (await saveTraces(folder, 'busy')).filter((path) => path.endsWith('.zip'));
    expect((await readFile(before as string)).length).toBeLessThan((await readFile(after as string)).length);
    await context.close();
    expect(await saveTraces(folder, 'nothing')).toEqual([]);
  });
});
