import { expect, it } from 'vitest';
import { controlId, messageAt, problemsOf } from './form-problems.ts';

const errors = {
  motivation: { type: 'x', message: 'Please use at most 50 words.' },
  course: { price: { type: 'x', message: 'Please enter the price as a number.' } },
};

it('lists problems in the order of the screen, with the id of their control', () => {
  expect(problemsOf('help', ['course.price', 'motivation', 'link'], errors)).toEqual([
    { id: 'help-course-price', message: 'Please enter the price as a number.' },
    { id: 'help-motivation', message: 'Please use at most 50 words.' },
  ]);
});

it('finds nothing where nothing is wrong', () => {
  expect(messageAt(errors, 'course.title.deep')).toBeUndefined();
  expect(controlId('help', 'account.email')).toBe('help-account-email');
});
