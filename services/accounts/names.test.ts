import { expect, it } from 'vitest';
import { firstName, maskedName } from './names.ts';

it.each([
  ['Ada Obi', 'Ada', 'Ada O.'],
  ['  Ada   Ngozi  obi ', 'Ada', 'Ada O.'],
  ['Ada', 'Ada', 'Ada'],
  ['李 小龍', '李', '李 小.'],
  ['Zoë 👩‍🎓', 'Zoë', 'Zoë 👩.'],
  ['', '', ''],
])('%j has the first name %j and the masked name %j', (fullName, greeted, masked) => {
  expect([firstName(fullName), maskedName(fullName)]).toEqual([greeted, masked]);
});
