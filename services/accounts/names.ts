import topLevelDomains from 'tlds' with { type: 'json' };
import { nameText } from '#contracts/fields.ts';
import { invalidField } from '#services/platform/errors.ts';

/** Returns the first word of the full name, used in greetings. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}

/** Returns the initial of the first name, for people who are not signed in: "Ada Obi" → "A.". */
export function initialOf(fullName: string): string {
  return `${[...firstName(fullName)][0]?.toLocaleUpperCase() ?? ''}.`;
}

// The reserved names of RFC 2606 and RFC 7686 are not in the list of IANA.
const known = new Set([...topLevelDomains, 'example', 'invalid', 'localhost', 'onion', 'test']);
const labels = /[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*/gu;
// Such as J.Kim or J.R.Black, which end like a host name.
const initials = /^(?:\p{Lu}\.)+\p{Lu}\p{Ll}/u;
const maxChars = 120;

/**
 * Returns whether a text contains a host name below an existing top-level domain, which mail programs turn into a link.
 * @internal Its test tries many texts.
 */
export function hasHostName(text: string): boolean {
  const spelled = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.');
  return (spelled.match(labels) ?? []).some(
    (host) => host.includes('.') && !initials.test(host) && isBelowKnown(host),
  );
}

// Seven digits, as the shortest phone number; an "@" is an address or a handle.
const number = /\d(?:[\s().+/-]{0,2}\d){6,}/;

/** Returns whether a text contains what could lead a reader elsewhere: a link, a host name, a handle or a phone number. */
export function hasContactData(text: string): boolean {
  const spelled = text.normalize('NFKC');
  return hasHostName(text) || /@|:\/\//.test(spelled) || number.test(spelled);
}

function isBelowKnown(host: string): boolean {
  const label = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  return known.has(label) || label.startsWith('xn--');
}

/** Returns the first name of a learner for a guardian, whose address the learner chose; no name that holds contact data. */
export function nameForGuardian(fullName: string): string {
  return hasContactData(fullName) ? 'A young person' : firstName(fullName);
}

/**
 * Returns the name of a learner for an address that no account has confirmed: first name and initial of the last one, of a
 * learner under 18 the first name alone; no name that holds contact data.
 */
export function nameForStranger({ fullName, isMinor }: { fullName: string; isMinor: boolean }): string {
  if (hasContactData(fullName)) return 'A learner';
  const others = fullName.trim().split(/\s+/).slice(1);
  const last = isMinor ? undefined : others.at(-1);
  return [firstName(fullName), ...(last ? [initialOf(last)] : [])].join(' ');
}

/** @throws HttpError 422 for a name that contains a host name: mails to other people contain it. */
export function checkName(fullName: string): void {
  if (hasHostName(fullName))
    throw invalidField(
      'fullName',
      'Please enter a name without web or email addresses. After a dot, please put a space.',
    );
}

/** Returns the name of a person at another site as we accept it: where it contains an address, its words only. */
export function plainName(given: string): string {
  const name = given
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed();
  if (nameText('', maxChars).safeParse(name).success && !hasHostName(name)) return name;
  return (name.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []).join(' ');
}
