import { clothPatches, squarePath } from './patches.ts';

/** A strip of the pattern that `word` generates. Decorative, hidden from screen readers. */
export function Cloth(props: { word: string; columns: number; rows: number }) {
  return (
    <svg
      className="cloth"
      viewBox={`0 0 ${props.columns * 40} ${props.rows * 40}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {clothPatches(props.word, props.columns, props.rows).map(({ place, ground, thread, d }) => (
        <g key={place} transform={place}>
          <path className={`t-${ground}`} shapeRendering="crispEdges" d={squarePath} />
          <path className={`t-${thread}`} fillRule="evenodd" d={d} />
        </g>
      ))}
    </svg>
  );
}
