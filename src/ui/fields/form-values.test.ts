import { expect, it } from 'vitest';
import { controlId, messageAt, problemsOf, textAt, valueAt, withValue } from './form-values.ts';

const errors = {
  motivation: 'Please use at most 50 words.',
  'course.price': 'Please enter the price as a number.',
};

it('lists errors in screen order with the id of their control', () => {
  expect(problemsOf('help', ['course.price', 'motivation', 'link'], errors)).toEqual([
    { id: 'help-course-price', message: 'Please enter the price as a number.' },
    { id: 'help-motivation', message: 'Please use at most 50 words.' },
  ]);
});

it('assigns the error of a list entry to the list', () => {
  const invalid = { 'recipients.2': 'Please enter a valid email address.' };
  expect([messageAt(invalid, 'recipients'), messageAt(invalid, 'recipient')]).toEqual([
    'Please enter a valid email address.',
    undefined,
  ]);
});

it('returns undefined for a field without an error', () => {
  expect(messageAt(errors, 'course.title')).toBeUndefined();
  expect(controlId('help', 'account.email')).toBe('help-account-email');
});

it('replaces one value and keeps the others', () => {
  const values = { link: '', course: { title: 'SQL', price: '' } };
  const typed = withValue(withValue(values, 'course.price', '70'), 'link', 'https://sql.example/');
  expect(typed).toEqual({ link: 'https://sql.example/', course: { title: 'SQL', price: '70' } });
  expect([valueAt(typed, 'course.price'), valueAt(values, 'course.price')]).toEqual(['70', '']);
});

it('shows a scalar as text, and nothing for an object', () => {
  const values = { name: 'Ada', price: 70, isDone: false, course: { title: 'SQL' }, none: undefined };
  expect(Object.keys(values).map((name) => textAt(values, name))).toEqual(['Ada', '70', 'false', '', '']);
});
