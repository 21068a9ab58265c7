import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Endpoint } from '#contracts/endpoint.ts';
import { publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { clockInZone } from '#contracts/meetings/meeting-time.ts';
import {
  answerMeetingLink,
  getMeetingRoom,
  proposeMeetingLink,
  type MeetingRoom as Room,
} from '#contracts/meetings/meetings.ts';
import { browserTimeZone } from '#src/browser/time-zone.ts';
import { fail, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { MeetingRoom } from './MeetingRoom.tsx';
import { RoomLink } from './RoomLink.tsx';
import { roomCopy } from './room.copy.ts';

const copy = roomCopy.link;
const url = 'https://meet.google.com/abc-defg-hij';
const room: Room = {
  state: 'early',
  startsAt: '2026-11-05T10:00:00.000Z',
  opensAt: '2026-11-05T09:50:00.000Z',
  closesAt: '2026-11-05T11:00:00.000Z',
  withName: 'Ada',
  withTimeZone: null,
  courseTitle: 'Machine Learning',
  report: { about: 'request', id: idOf(1) },
  roomUrl: null,
  agreedService: null,
  proposal: null,
};
const at = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, path: `/meeting/${idOf(1)}/room` });
const show = (changes: Partial<Room>) => {
  succeed(at(getMeetingRoom), { message: '', data: { ...room, ...changes } });
  render(<MeetingRoom id={idOf(1)} />);
};
const press = (name: string) => page.getByRole('button', { name }).click();

it('says until when the room is closed or open, with the name of the time zone', async () => {
  const zone = browserTimeZone();
  show({});
  await expect.element(page.getByText(roomCopy.early(clockInZone(room.opensAt, zone)))).toBeVisible();
  show({ state: 'open' });
  await expect.element(page.getByText(roomCopy.open(clockInZone(room.closesAt, zone)))).toBeVisible();
});

it('takes a link of the list only, and shows it as proposed', async () => {
  show({});
  await page.getByLabelText(copy.label).fill('https://wa.me/2348031234567');
  await press(copy.propose);
  await expect.element(page.getByText('Please enter the link of a call')).toBeVisible();
  await page.getByLabelText(copy.label).fill(url);
  const proposal = { url, service: 'Google Meet', isMine: true };
  succeed(at(proposeMeetingLink), { message: 'Sent.', data: { ...room, proposal } });
  await press(copy.propose);
  await expect.element(page.getByText(copy.yours('Google Meet'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: copy.takeBack })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: copy.heading })).toHaveFocus();
  expect(page.getByRole('button', { name: copy.accept }).query()).toBeNull();
});

it('accepts the link of the other, and says when that did not work', async () => {
  show({ proposal: { url, service: 'Google Meet', isMine: false } });
  await expect.element(page.getByText(copy.theirs('Ada', 'Google Meet'))).toBeVisible();
  fail(at(answerMeetingLink), 409, 'This proposal has changed.');
  await press(copy.accept);
  await expect.element(page.getByRole('button', { name: copy.accept })).toBeVisible();
  succeed(at(answerMeetingLink), { message: '', data: { ...room, agreedService: 'Google Meet' } });
  await press(copy.accept);
  await expect.element(page.getByText(copy.agreed('Google Meet'))).toBeVisible();
  await expect.element(page.getByRole('heading', { name: copy.heading })).toHaveFocus();
});

it('says in one line what the public server asks for, until the room was opened', async () => {
  const links = (
    <>
      <RoomLink to="https://meet.jit.si/a">A</RoomLink>
      <RoomLink to={url}>B</RoomLink>
    </>
  );
  render(links);
  const notice = page.getByText(publicMeetingRoomNotice);
  await expect.element(notice).toBeVisible();
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await page.getByRole('link', { name: 'A' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  render(links);
  await expect.element(page.getByRole('link', { name: 'A' })).toBeVisible();
  await expect.element(notice).not.toBeVisible();
});
