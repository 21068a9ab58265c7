import { expect, it } from 'vitest';
import { controlId, messageAt, problemsOf } from './form-problems.ts';

const errors = {
  motivation: { type: 'x', message: 'Please use at most 50 words.' },
  course: { price: { type: 'x', message: 'Please enter the price as a number.' } },
};

it('lists errors in screen order with the id of their control', () => {
  expect(problemsOf('help', ['course.price', 'motivation', 'link'], errors)).toEqual([
    { id: 'help-course-price', message: 'Please enter the price as a number.' },
    { id: 'help-motivation', message: 'Please use at most 50 words.' },
  ]);
});

it('returns undefined for a field without an error', () => {
  expect(messageAt(errors, 'course.title.deep')).toBeUndefined();
  expect(controlId('help', 'account.email')).toBe('help-account-email');
});
