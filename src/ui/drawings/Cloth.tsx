import { clothPatches, squarePath } from './patches.ts';

/** A woven strip drawn from a word. Decoration only. */
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
