/** A name for reports, and a value that something behind the API might stumble over. */
export type NamedValue = readonly [what: string, value: unknown];

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { x: nested(depth - 1) });
// Written as JSON it is a key of its own, unlike in an object literal.
const withPrototypeKey: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}');

/** Values of every JSON type, and texts of every kind of attack. Whether one is bad depends on the field. */
export const badValues: readonly NamedValue[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['-1', -1],
  ['-0', -0],
  ['a fraction', 1.5],
  ['2^53', 2 ** 53],
  ['-2^53', -(2 ** 53)],
  ['2^31', 2 ** 31],
  ['a huge number', 1e308],
  ['NaN as text', 'NaN'],
  ['Infinity as text', '-Infinity'],
  ['a number as text', '1e9'],
  ['a hexadecimal number as text', '0x10'],
  ['an empty text', ''],
  ['spaces', '   '],
  ['zero-width spaces', '\u200b\u200b'],
  ['a text', 'text'],
  ['90,000 letters', 'x'.repeat(90_000)],
  ['2,100 letters', 'y'.repeat(2_100)],
  ['NUL', 'a\u0000b@people.example'],
  ['NUL in a link', 'https://example.com/\u0000'],
  ['half a character', 'a\ud800b'],
  ['half a character in a link', 'https://example.com/\udfff'],
  ['line breaks', 'a@people.example\r\nBcc: other@people.example'],
  ['a header', 'x\r\nSet-Cookie: a=b'],
  ['an escape sequence', '\u001b[31m'],
  ['text from right to left', 'a\u202egpj.exe'],
  ['Cyrillic letters in an address', 'а@реоple.example'],
  ['wide digits', '１２３'],
  ['Arabic digits', '٣٤'],
  ['quotes', `'"\`; DROP TABLE users; --`],
  ['a condition of SQL', `' OR 1=1 --`],
  ['a script', '<script>alert(1)</script>'],
  ['an image with a handler', '"><img src=x onerror=alert(1)>'],
  ['a link with a script', 'javascript:alert(1)'],
  ['a link with data', 'data:text/html,<script>alert(1)</script>'],
  ['a link to this machine', 'http://127.0.0.1:5432/'],
  ['a link to metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['a file link', 'file:///etc/passwd'],
  ['a path', '../../../../etc/passwd'],
  ['an encoded path', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ['a format', '%s%n#{7*7}{{7*7}}'],
  ['a formula', '=HYPERLINK("http://evil.example")'],
  ['an empty list', []],
  ['a list', ['text']],
  ['a list in a list', [[[]]]],
  ['an empty object', {}],
  ['an object', { length: 5, trim: 1, toString: 1 }],
  ['an object like a regular expression', { $regex: '.*', $ne: null }],
  ['keys of a prototype', withPrototypeKey],
  ['objects in objects', nested(200)],
];

/** A body as it is sent. */
export interface BadBody {
  what: string;
  body: string | Buffer;
  /** The declared type. */
  headers: Record<string, string>;
  /** Statuses with which it must be rejected. */
  statuses: readonly number[];
}

const json = { 'content-type': 'application/json' };
const asType = (type: string) => ({ 'content-type': type });

/** Returns bodies of a call that are wrong as a whole. `right` is one that is right, `field` a name in it. */
export function badBodies(right: object, field: string): BadBody[] {
  const text = JSON.stringify(right);
  const name = JSON.stringify(field);
  const brackets = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const asJson: [what: string, body: string | Buffer, status: number][] = [
    ['cut off at the end', text.slice(0, -1), 400],
    ['cut off in the middle', text.slice(0, text.length / 2), 400],
    ['followed by more', `${text}${text}`, 400],
    ['NaN', `{${name}:NaN}`, 400],
    ['single quotes', "{'a':1}", 400],
    ['a comment', `/* */${text}`, 400],
    ['a trailing comma', '{"a":1,}', 400],
    ['a text', '"text"', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['true', 'true', 400],
    ['only spaces', '   ', 400],
    ['NUL at the end', `${text}\u0000`, 400],
    ['a key twice, the last one wrong', `${text.slice(0, -1)},${name}:{"not":"right"}}`, 422],
    ['a list', `[${text}]`, 422],
    ['an empty list', '[]', 422],
    ['50,000 lists in each other', brackets(50_000), 422],
    ['lists in each other in a field', `${text.slice(0, -1)},${name}:${brackets(30_000)}}`, 422],
    ['over 100 kB', `{${name}:"${'x'.repeat(120_000)}"}`, 413],
  ];
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'text/html',
    'application/xml',
    'application/json-patch+json',
    '',
    'application/json; charset=latin1',
    'application/json; charset=x',
  ];
  const refused = (what: string, headers: Record<string, string>, statuses: number[]): BadBody => {
    return { what, body: text, headers, statuses };
  };
  return [
    ...asJson.map(([what, body, status]): BadBody => ({ what, body, headers: json, statuses: [status] })),
    ...types.map((type) => refused(`as ${type}`, asType(type), [415])),
    refused('without a type', {}, [415]),
    refused('in UTF-16', asType('application/json; charset=utf-16'), [400]),
    refused('compressed in a way that is not known', { ...json, 'content-encoding': 'zip' }, [415]),
    refused('not compressed as claimed', { ...json, 'content-encoding': 'gzip' }, [400]),
  ];
}
