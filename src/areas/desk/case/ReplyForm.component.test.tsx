import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getReplies, replyToPerson, viewCase } from '#contracts/desk/desk-teamwork.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { CaseViewers } from './CaseViewers.tsx';
import { caseCopy } from './case.copy.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { replyCopy as copy } from './reply.copy.ts';

const templateFor = (name: string) => [
  { id: 'a', title: 'It was bought', subject: `For ${name}`, text: `Hello ${name},\n\nit was bought.` },
];
const recipients = [
  { id: '0198c7a0-0000-7000-8000-000000000001', name: 'Lee', email: 'lee@people.example', part: 'learner' },
  { id: '0198c7a0-0000-7000-8000-000000000002', name: 'Sam', email: 'sam@people.example', part: 'payer' },
] as const;

beforeEach(() => {
  const data = {
    recipients: recipients.map((person) => ({ ...person, templates: templateFor(person.name) })),
  };
  succeed({ ...getReplies, path: '/ops/cases/a/replies' }, { message: 'People.', data });
  render(<ReplyForm caseId="a" />);
});

const text = () => page.getByLabelText(copy.text);
const open = () => page.getByText(copy.title).click();

it('a template is filled in for the chosen person, can be edited, and is sent', async () => {
  let sent: unknown;
  await open();
  await page.getByLabelText(copy.template).selectOptions('It was bought');
  await expect.element(text()).toHaveValue('Hello Lee,\n\nit was bought.');
  await page.getByLabelText(copy.to, { exact: true }).selectOptions(recipients[1].id);
  await expect.element(text()).toHaveValue('Hello Sam,\n\nit was bought.');
  await text().fill('Hello Sam, it was bought today.');
  on({ ...replyToPerson, path: '/ops/cases/a/replies' }, (_, body) => {
    sent = body;
    return Response.json({ message: 'The mail to Sam is on its way.' });
  });
  await page.getByRole('button', { name: copy.send }).click();
  await expect
    .poll(() => sent)
    .toEqual({ to: recipients[1].id, subject: 'For Sam', text: 'Hello Sam, it was bought today.' });
  await expect.element(text()).not.toBeVisible();
});

it('a template does not replace what was typed', async () => {
  await open();
  await text().fill('My own words.');
  await page.getByLabelText(copy.template).selectOptions('It was bought');
  await expect.element(text()).toHaveValue('My own words.\n\nHello Lee,\n\nit was bought.');
});

it('keeps what was typed when the mail was refused', async () => {
  await open();
  await page.getByLabelText(copy.template).selectOptions('It was bought');
  on({ ...replyToPerson, path: '/ops/cases/a/replies' }, () =>
    Response.json({ message: 'Grace is working on this case.' }, { status: 409 }),
  );
  await page.getByRole('button', { name: copy.send }).click();
  await expect.element(page.getByText('Grace is working on this case.')).toBeVisible();
  await expect.element(text()).toHaveValue('Hello Lee,\n\nit was bought.');
});

it('names the other operators who look at the case', async () => {
  const others = [
    { id: 'x', name: 'Grace Cole' },
    { id: 'y', name: 'Ife Obi' },
  ];
  succeed({ ...viewCase, path: '/ops/cases/a/viewing' }, { message: 'Viewers.', data: { others } });
  render(<CaseViewers caseId="a" />);
  await expect.element(page.getByText(caseCopy.viewers(['Grace Cole', 'Ife Obi']))).toBeVisible();
});
