import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { lostCopy } from '#src/browser/lost.copy.ts';
import { Problem } from '#src/ui/Notice.tsx';
import { render } from '#tests/support/browser/render-island.tsx';
import { Button } from '../Button.tsx';
import { TextField } from './Field.tsx';
import { useContractForm } from './use-contract-form.ts';

const tooShort = 'At least three letters.';
const TownSchema = z.object({ town: z.string().check(z.minLength(3, tooShort)) });

let loads = 0;
let isLost = false;
const sent: string[] = [];
beforeEach(() => {
  loads = 0;
  isLost = false;
  sent.length = 0;
});

const loadSchema = async () => {
  loads += 1;
  if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
  return TownSchema;
};

const tooShortForOthers = 'At least six letters.';
const OtherSchema = z.object({ town: z.string().check(z.minLength(6, tooShortForOthers)) });
const loadOther = async () => OtherSchema;

function TownForm() {
  const [isOther, setOther] = useState(false);
  const form = useContractForm({
    id: 'town',
    loadSchema: isOther ? loadOther : loadSchema,
    initial: { town: '' },
  });
  const send = form.submit({ failed: 'Not sent.', send: async ({ town }) => void sent.push(town) });
  return (
    <form noValidate onSubmit={send}>
      <TextField {...form.field('town')} label="Town" />
      <Problem text={form.problem} />
      <Button type="submit" text="Send" />
      <Button text="Other rules" onPress={() => setOther(true)} />
    </form>
  );
}

const town = page.getByLabelText('Town');
const send = () => page.getByRole('button', { name: 'Send' }).click();
const shown = (text: string) => expect.element(page.getByText(text).first()).toBeVisible();

it('loads what checks it with the first change, once', async () => {
  render(<TownForm />);
  await expect.element(town).toBeVisible();
  expect(loads).toBe(0);
  await town.fill('La');
  await send();
  await shown(tooShort);
  await town.fill('Lagos');
  await send();
  await expect.poll(() => sent).toEqual(['Lagos']);
  expect(loads).toBe(1);
});

it('checks by other rules once they hold', async () => {
  render(<TownForm />);
  await town.fill('Lagos');
  await page.getByRole('button', { name: 'Other rules' }).click();
  await send();
  await shown(tooShortForOthers);
  expect(sent).toEqual([]);
});

it('checks a form that is sent before anything was typed', async () => {
  render(<TownForm />);
  await send();
  await shown(tooShort);
  expect(sent).toEqual([]);
});

it('says why it cannot be checked, keeps what was typed, and sends it when it can', async () => {
  isLost = true;
  render(<TownForm />);
  await town.fill('Lagos');
  await send();
  await shown(lostCopy.lost);
  await expect.element(town).toHaveValue('Lagos');
  expect(sent).toEqual([]);
  isLost = false;
  await send();
  await expect.poll(() => sent).toEqual(['Lagos']);
});
