import { expect, it } from 'vitest';
import { courseTopic } from './course-topic.ts';

it.each([
  ['Full-Stack Web Development with React', 'programming'],
  ['Google Data Analytics Professional Certificate', 'data'],
  ['Machine Learning', 'data'],
  ['UI/UX Design Basics', 'design'],
  ['Project Management for Small Teams', 'business'],
  ['SEO', 'marketing'],
  ['IELTS English Preparation', 'languages'],
  ['Ethical Hacking', 'security'],
  ['AWS Solutions Architect and Cloud Practitioner', 'cloud'],
  ['Creative Writing', 'writing'],
  ['Community Nursing and First Aid', 'health'],
  ['Woodwork for Everybody', 'general'],
  ['', 'general'],
])('classifies %j as %s', (title, topic) => {
  expect(courseTopic({ title })).toBe(topic);
});

it('weighs the title more than the description', () => {
  expect(courseTopic({ title: 'Nursing', description: 'You will learn to use data and statistics.' })).toBe(
    'health',
  );
});

it('uses tags and description when the title matches no topic', () => {
  expect(courseTopic({ title: 'Foundations', tags: ['Python', 'Git'] })).toBe('programming');
  expect(courseTopic({ title: 'Foundations', description: 'How brands advertise.' })).toBe('marketing');
});

it('does not match inside a word', () => {
  expect(courseTopic({ title: 'Maintenance of Boats' })).toBe('general');
});

it('counts neighbouring words each', () => {
  expect(courseTopic({ title: 'Figma', tags: ['java', 'css'] })).toBe('programming');
});
