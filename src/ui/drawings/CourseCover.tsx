import { courseCover, coverSize } from './course-cover.ts';
import type { CourseWords } from './course-topic.ts';
import { squarePath } from './patches.ts';

/** The generated cover of a course. Decorative: title and topic stand beside it as text. */
export function CourseCover({ course }: { course: CourseWords }) {
  const { patches, icon } = courseCover(course);
  return (
    <svg
      className="cloth"
      viewBox={`0 0 ${coverSize.columns * 40} ${coverSize.rows * 40}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      {patches.map(({ place, ground, thread, d }) => (
        <g key={place} transform={place}>
          <path className={`t-${ground}`} shapeRendering="crispEdges" d={squarePath} />
          <path className={`t-${thread}`} fillRule="evenodd" d={d} />
        </g>
      ))}
      <g transform={icon.place}>
        <path className={`t-${icon.ground}`} shapeRendering="crispEdges" d={squarePath} />
        <path
          className={`t-${icon.thread}`}
          fillRule="evenodd"
          transform="translate(9 9) scale(.917)"
          d={icon.d}
        />
      </g>
    </svg>
  );
}
