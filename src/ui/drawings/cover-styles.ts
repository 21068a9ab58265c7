import type { ColourPair } from './cloth.ts';
import { pairs } from './course-cover.ts';
import type { CourseTopic } from './course-topic.ts';

/** Colours of covers by topic: four pairs for the pattern, of which each cover omits one, and the pair of the icon. */
const topicColours: Record<CourseTopic, readonly ColourPair[]> = {
  programming: ['night teal', 'teal cotton', 'saffron night', 'cotton indigo', 'saffron night'],
  data: ['indigo saffron', 'cotton indigo', 'indigo cotton', 'saffron indigo', 'night saffron'],
  design: ['clay cotton', 'saffron clay', 'cotton clay', 'clay night', 'night cotton'],
  business: ['teal cotton', 'saffron night', 'cotton teal', 'teal night', 'night saffron'],
  marketing: ['saffron clay', 'clay saffron', 'saffron night', 'cotton clay', 'indigo cotton'],
  languages: ['teal saffron', 'cotton teal', 'indigo cotton', 'teal cotton', 'clay cotton'],
  security: ['night clay', 'night cotton', 'clay cotton', 'cotton night', 'cotton night'],
  cloud: ['indigo cotton', 'teal cotton', 'cotton indigo', 'saffron indigo', 'saffron indigo'],
  writing: ['cotton night', 'cotton clay', 'night cotton', 'saffron night', 'clay cotton'],
  health: ['teal cotton', 'cotton clay', 'clay cotton', 'cotton teal', 'teal cotton'],
  general: ['indigo cotton', 'saffron night', 'teal cotton', 'clay cotton', 'night cotton'],
};

/** Every topic of a course. @internal For its test. */
export const courseTopics = Object.keys(topicColours) as CourseTopic[];

/** Returns the rules of the classes of covers; the sprite draws with the three pairs that a cover does not omit. */
export function coverStyles(): string {
  const places = Array.from({ length: pairs }, (_, place) => place);
  const topics = courseTopics.map((topic) => {
    const declarations = topicColours[topic].flatMap((pair, place) => {
      const [ground, thread] = pair.split(' ');
      const name = place < pairs ? `pair-${place}` : 'icon';
      return [`--${name}-ground: var(--thread-${ground});`, `--${name}-thread: var(--thread-${thread});`];
    });
    return rule(topic, declarations);
  });
  const omissions = places.map((omitted) => {
    const kept = places.filter((place) => place !== omitted);
    const declarations = kept.flatMap((pair, place) => [
      `--ground-${place}: var(--pair-${pair}-ground);`,
      `--thread-${place}: var(--pair-${pair}-thread);`,
    ]);
    return rule(`without-${omitted}`, declarations);
  });
  return [...topics, ...omissions].join('\n\n');
}

const rule = (name: string, declarations: readonly string[]) =>
  `.cover-${name} {\n  ${declarations.join('\n  ')}\n}`;
