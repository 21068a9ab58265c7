import { describe, expect, it } from 'vitest';
import { nameText } from '#contracts/fields.ts';
import { firstName, hasHostName, initialOf, nameForGuardian, nameForStranger, plainName } from './names.ts';

it.each([
  ['Ada Obi', 'Ada', 'A.'],
  ['  ada   Ngozi  obi ', 'ada', 'A.'],
  ['李 小龍', '李', '李.'],
  ['𐐨𐐩 Obi', '𐐨𐐩', '𐐀.'],
  ['', '', '.'],
])('%j has the first name %j and the initial %j', (fullName, greeted, initial) => {
  expect([firstName(fullName), initialOf(fullName)]).toEqual([greeted, initial]);
});

it.each([
  ['Ada Obi', 'Ada O.', 'Ada'],
  ['  ada   Ngozi  obi ', 'ada O.', 'ada'],
  ['Ada', 'Ada', 'Ada'],
  ['Ada @obi', 'A learner', 'A learner'],
  ['Ada 0801 234 5678', 'A learner', 'A learner'],
])('%j is %j to a stranger, and %j under 18', (fullName, adult, minor) => {
  const named = (isMinor: boolean) => nameForStranger({ fullName, isMinor });
  expect([named(false), named(true)]).toEqual([adult, minor]);
});

const isAccepted = (name: string) =>
  nameText('Please enter your name.', 121).safeParse(name).success && !hasHostName(name);

describe('a name', () => {
  it.each([
    ...['Dr.Amina', 'J.R. Ewing', 'St.John', "O'Neill-Ọbáfẹ́mi", 'J.Kim', 'J.R.R. Tolkien', 'A.J.Black'],
    ...[
      'Ọlá Ńkechi',
      'Chinwé Òbí',
      "D'Arcy-Ødegård",
      'Martin Luther King Jr.',
      'A/P Siva',
      'Mary-Jane Okoro',
    ],
    ...['Prof. Wangarĩ Maathai', 'Nguyễn Thị Minh Khai', 'María José Núñez', 'Łukasz Żółć', 'Søren Ærø'],
    ...['李小龍', '山田 太郎', '김민준', 'محمد علي', 'אברהם כהן', 'Владимир Иванов', 'Ελένη Παπαδοπούλου'],
    ...['ⵜⴰⵎⴰⵣⵉⵖⵜ', 'ተስፋዬ ገብረ', 'अनिता शर्मा', 'தமிழ் செல்வி', 'ศรีสุดา', "N'Golo Kanté", 'Jean-Luc d’Arc'],
    ...['Abd al-Rahman', 'Sultan bin Said', 'J. P. Morgan III', 'Mr. T', 'Mrs.Robinson', 'Ms. Joy Love'],
    ...[
      'Md. Rahim',
      'Sgt.Pepper',
      'Ada',
      'X Æ A-12',
      'Zoë 👩‍🎓',
      'Maria da C. de Souza',
      'K.O. Mbadiwe',
      'Dr.-Ing. Ada Obi',
    ],
  ])('of a person is accepted: %s', (name) => {
    expect(isAccepted(name)).toBe(true);
  });

  // ASVS 1.3.3
  it.each([
    ...[
      'evil.example',
      'Pay now evil.example',
      'evil.ng',
      'EVIL.NG',
      'my-bank.co.ke',
      'pay.love',
      'Mr.Black',
    ],
    ...[
      'бабло.рф',
      'evil.xn--p1ai',
      '食品.食品',
      'evil．ng',
      'evil。ng',
      'evil․ng',
      'ev\u200bil.\u200bng',
      'shop24.africa',
    ],
    ...[
      't.co',
      'evil.ng.',
      '"evil.ng"',
      'evil.onion',
      '=?utf-8?B?cGF5IGh0dHA6Ly9ldmlsLmlvIG5vdw==?=',
      'Ada =?x',
    ],
  ])('that mail programs show as something else is rejected: %s', (name) => {
    expect(isAccepted(name)).toBe(false);
  });
});

describe('a name of another site', () => {
  it.each([
    ['Amara Okafor', 'Amara Okafor'],
    ["O'Neill-Ọbáfẹ́mi", "O'Neill-Ọbáfẹ́mi"],
    ['J.R. Ewing', 'J.R. Ewing'],
    ['  Ada \u0007 Obi\n', 'Ada Obi'],
    ['Pay http://evil.io now', 'Pay http evil io now'],
    ['evil.example', 'evil example'],
    ['=?utf-8?B?ZXZpbA==?=', 'utf-8 B ZXZpbA'],
    ['ada@people.example', 'ada people example'],
    ['ada.okoro', 'ada.okoro'],
    ['://', ''],
    ['', ''],
    ['a'.repeat(130), 'a'.repeat(120)],
  ])('%j is stored as %j', (given, stored) => {
    expect(plainName(given)).toBe(stored);
  });
});

it('leaves a name with contact data out of what a guardian reads', () => {
  expect(nameForGuardian('Ada Obi')).toBe('Ada');
  expect(nameForGuardian('WhatsApp:+2348035550199')).toBe('A young person');
});
