import ICAL from 'ical.js';
import type { ReceivedMail } from '../people/people.ts';

/** The invitation in a mail, as a calendar reads it. */
export interface Invitation {
  method: string;
  uid: string;
  sequence: number;
  status: string;
  /** ISO time in UTC. */
  startsAt: string;
  minutes: number;
  timeZone: string;
  organizer: string;
  attendees: string[];
  location: string;
  description: string;
}

/** Reads the invitation of a mail with a calendar's own parser; undefined when it has none. */
export function readInvitation({ attachments }: ReceivedMail): Invitation | undefined {
  const file = attachments.find(({ filename }) => filename?.endsWith('.ics'));
  if (!file) return undefined;
  const text = Buffer.from(file.content, 'base64').toString('utf8');
  const calendar = new ICAL.Component(ICAL.parse(text));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error(`No event in ${text}`);
  const event = new ICAL.Event(component);
  const property = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    status: property('status'),
    startsAt: event.startDate.toJSDate().toISOString(),
    minutes: event.duration.toSeconds() / 60,
    timeZone: event.startDate.zone?.tzid ?? '',
    organizer: property('organizer'),
    attendees: component
      .getAllProperties('attendee')
      .map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
    location: event.location,
    description: event.description,
  };
}
