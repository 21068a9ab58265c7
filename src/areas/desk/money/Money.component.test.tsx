import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type DeskPledgePage, listDeskPledges } from '#contracts/desk/desk-money.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { Money } from './Money.tsx';
import { moneyCopy } from './money.copy.ts';

const copy = moneyCopy.pledges;
const pledge: DeskPledgePage['pledges'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  amount: { minor: 125_050, currency: 'USD' },
  targetGroup: 'Nurses in Kenya',
  note: 'From next year on.',
  status: 'pledged',
  createdAt: '2026-11-20T08:00:00.000Z',
  sponsor: { id: '00000000-0000-4000-8000-000000000002', name: 'Ada' },
};
const list = (pledges: DeskPledgePage['pledges'], totals: DeskPledgePage['totals']) =>
  succeed(listDeskPledges, {
    message: 'The pledges.',
    data: { pledges, totals, currentPage: 1, hasMore: false },
  });

beforeEach(() => history.replaceState(null, '', '?view=pledges'));

it('lists who pledged what to whom, and the total of each currency', async () => {
  list(
    [pledge, { ...pledge, id: `${pledge.id.slice(0, -1)}3`, status: 'withdrawn' }],
    [
      { minor: 500_000, currency: 'NGN' },
      { minor: 125_050, currency: 'USD' },
    ],
  );
  render(<Money />);
  await expect.element(page.getByText(copy.total(['₦5,000', '$1,250.50']))).toBeVisible();
  const row = page.getByRole('row', {
    name: /^\$1,250\.50 Nurses in Kenya From next year on\. Pledged Ada/,
  });
  await expect.element(row).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'Ada' }))
    .toHaveAttribute('href', `/ops/people?id=${pledge.sponsor.id}`);
  await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible();
});

it('says that there is no pledge', async () => {
  list([], []);
  render(<Money />);
  await expect.element(page.getByText(copy.empty)).toBeVisible();
});
