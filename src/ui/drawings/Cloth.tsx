import { useId } from 'react';
import { periodColumns } from './cloth.ts';
import { clothPatches, repeats, squarePath } from './patches.ts';

/** A strip of the pattern that `word` generates. Decorative, hidden from screen readers. */
export function Cloth(props: { word: string; columns: number; rows: number }) {
  const id = useId();
  return (
    <svg
      className="cloth"
      viewBox={`0 0 ${props.columns * 40} ${props.rows * 40}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g id={id}>
        {clothPatches(props.word, Math.min(props.columns, periodColumns), props.rows).map(
          ({ place, ground, thread, d }) => (
            <g key={place} transform={place}>
              <path className={`t-${ground}`} shapeRendering="crispEdges" d={squarePath} />
              <path className={`t-${thread}`} fillRule="evenodd" d={d} />
            </g>
          ),
        )}
      </g>
      {repeats(props.columns).map((x) => (
        <use key={x} href={`#${id}`} x={x} />
      ))}
    </svg>
  );
}
