import { describe, expect, it } from 'vitest';
import { parseMeetingLink } from './meeting-link.ts';

const thread = `19%3ameeting_${'NjQzOTk0'.repeat(5)}%40thread.v2`;

describe('a link of a call', () => {
  it.each([
    ['https://meet.google.com/abc-defg-hij', 'Google Meet'],
    [' meet.google.com/abc-defg-hij ', 'Google Meet'],
    ['https://zoom.us/j/91234567890', 'Zoom'],
    ['https://us02web.zoom.us/j/81234567890?pwd=aB3dE.1', 'Zoom'],
    ['https://teams.live.com/meet/9312345678901?p=aB3dEfGh1', 'Microsoft Teams'],
    [`https://teams.microsoft.com/l/meetup-join/${thread}/0`, 'Microsoft Teams'],
    ['https://call.whatsapp.com/video/aBcD3fGhIjK4mNoPqRsTuV', 'WhatsApp'],
  ])('%s is one of %s', (typed, service) => {
    expect(parseMeetingLink(typed)?.service).toBe(service);
  });

  it('is stored without what is behind #', () => {
    expect(parseMeetingLink('meet.google.com/abc-defg-hij#+2348031234567')?.url).toBe(
      'https://meet.google.com/abc-defg-hij',
    );
  });

  it.each([
    'https://wa.me/2348031234567',
    'https://api.whatsapp.com/send?phone=2348031234567',
    'https://call.whatsapp.com/video/+2348031234567',
    'https://chat.whatsapp.com/aBcD3fGhIjK4mNoPqRsTuV',
    'https://zoom.us/j/08031234567',
    'https://zoom.us/j/2348031234567',
    'https://call-08031234567.zoom.us/j/91234567890',
    'https://zoom.us/my/ada.obi',
    'https://zoom.us/j/91234567890?pwd=ada@people.example',
    'https://zoom.us/j/91234567890?pwd=08035550199',
    'https://zoom.us/j/91234567890?pwd=ada.obi-people.example',
    'https://teams.live.com/meet/9312345678901?p=08035550199',
    'https://call.whatsapp.com/voice/call-me-08031234567-ada',
    'https://call.whatsapp.com/voice/callmeon08031234567ada',
    'https://zoom.us.evil.example/j/91234567890',
    'https://evil.example/meet.google.com/abc-defg-hij',
    'https://meet.google.com@evil.example/abc-defg-hij',
    'https://meet.google.com:8443/abc-defg-hij',
    'http://meet.google.com/abc-defg-hij',
    'https://meet.google.com/abc-defg-hij?authuser=ada@people.example',
    'https://meet.google.com/lookup/ada',
    'https://meet.jit.si/ada',
    'skype:ada?call',
    'javascript:alert(1)',
    '',
  ])('is not %s', (typed) => {
    expect(parseMeetingLink(typed)).toBeUndefined();
  });
});
