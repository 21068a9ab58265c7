import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { invalidateApiQueries, useApiQuery } from './use-api-query.ts';

function Shown({ drawn }: { drawn: boolean[] }) {
  const { data } = useApiQuery(getUsualTimes, {});
  drawn.push(data !== undefined);
  return data && <p>It is there.</p>;
}

function Busy({ fetching }: { fetching: boolean[] }) {
  fetching.push(useApiQuery(getUsualTimes, {}).isFetching);
  return null;
}

it('draws a component again for what it reads of a read alone', async () => {
  succeed(getUsualTimes, { message: 'Times', data: { paidDays: null, enrolledDays: null } });
  const drawn: boolean[] = [];
  const fetching: boolean[] = [];
  render(
    <>
      <Shown drawn={drawn} />
      <Busy fetching={fetching} />
    </>,
  );
  await expect.element(page.getByText('It is there.')).toBeVisible();
  expect([drawn, fetching]).toEqual([
    [false, true],
    [true, false],
  ]);
  await invalidateApiQueries(getUsualTimes);
  // Both are told at once.
  await expect.poll(() => fetching).toEqual([true, false, true, false]);
  expect(drawn).toEqual([false, true]);
});
