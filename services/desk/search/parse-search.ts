import { chargeFor, currencies, currencySymbol, toMinor } from '#contracts/money.ts';

/** What a text of the desk's search may identify; undefined where it has not the form of that. */
export interface ParsedSearch {
  /** As typed, in lower case and in upper case: providers distinguish the case of their ids. */
  identifiers: string[];
  /** The beginning of a reference or order number, and a text after all that begin with it. */
  prefix: { from: string; until: string } | undefined;
  /** Of a receipt, from 1: `CL-000014`, `000014` and `14` are 14. */
  receiptNumber: number | undefined;
  /** Minor units as typed, and with the service fee, because learners know the price and payers the charge. */
  amount: { minor: number; chargedMinor: number; currency: string } | undefined;
  /** Id of a row. */
  id: string | undefined;
  /** The lowest and highest id that begins with the typed case number. */
  caseIds: { from: string; until: string } | undefined;
  /** Digits of a phone number, without the zeros before it. */
  phone: string | undefined;
}

/** Fewest characters of the beginning of a reference or order number. */
const prefixChars = 4;
/** Fewest digits of a part of a phone number. */
const phoneDigits = 5;

const lastCharacter = '\u{10FFFF}';

/** Returns what a search may identify. Pure. @param feeBasisPoints rate of the service fee */
export function parseSearch(text: string, feeBasisPoints: number): ParsedSearch {
  const id = parseId(text);
  return {
    identifiers: [...new Set([text, text.toLowerCase(), text.toUpperCase()])],
    prefix: parsePrefix(text),
    receiptNumber: parseReceiptNumber(text),
    amount: parseAmount(text, feeBasisPoints),
    id,
    caseIds: id ? { from: id, until: id } : parseCaseNumber(text),
    phone: parsePhone(text),
  };
}

function parsePrefix(text: string): ParsedSearch['prefix'] {
  if (/\s/.test(text) || text.length < prefixChars) return undefined;
  return { from: text, until: text + lastCharacter };
}

function parseId(text: string): string | undefined {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

function parseReceiptNumber(text: string): number | undefined {
  const [, digits] = /^(?:CL[-\s]?)?0*(\d{1,15})$/i.exec(text) ?? [];
  return Number(digits) || undefined;
}

const symbols = new Map<string, string>(currencies.map((currency) => [currencySymbol(currency), currency]));
const unit = `[${[...symbols.keys()].join('')}]|[a-z]{3}`;
const amountForm = new RegExp(
  `^(?<before>${unit})?\\s*(?<number>\\d[\\d,]{0,14}(?:\\.\\d{1,2})?)\\s*(?<after>${unit})?$`,
  'i',
);

// A number without a currency is none: it is a receipt or an order number.
function parseAmount(text: string, feeBasisPoints: number): ParsedSearch['amount'] {
  const { before, number = '', after } = amountForm.exec(text)?.groups ?? {};
  if (Boolean(before) === Boolean(after)) return undefined;
  const named = before ?? after ?? '';
  const minor = toMinor(Number(number.replaceAll(',', '')));
  if (minor <= 0) return undefined;
  const currency = symbols.get(named) ?? named.toUpperCase();
  return { minor, chargedMinor: chargeFor(minor, feeBasisPoints).totalMinor, currency };
}

// A case number is the beginning of the id of a case, at least six digits.
function parseCaseNumber(text: string): ParsedSearch['caseIds'] {
  const digits = text.replace(/^#/, '').replaceAll('-', '').toLowerCase();
  if (!/^[\da-f]{6,32}$/.test(digits)) return undefined;
  const idFrom = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { from: idFrom('0'), until: idFrom('f') };
}

function parsePhone(text: string): string | undefined {
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= phoneDigits ? digits : undefined;
}
