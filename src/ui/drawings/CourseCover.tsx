import { courseCover, coverClass, coverSize } from './course-cover.ts';
import type { CourseWords } from './course-topic.ts';
import { spriteRef } from './sprite/sprite.ts';

/** The generated cover of a course. Decorative: title and topic stand beside it as text. */
export function CourseCover({ course }: { course: CourseWords }) {
  const cover = courseCover(course);
  return (
    <svg
      className={coverClass(cover)}
      viewBox={`0 0 ${coverSize.columns * 40} ${coverSize.rows * 40}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <use href={spriteRef(`cover-${cover.pattern}`)} />
      <use href={spriteRef(cover.topic)} />
    </svg>
  );
}
