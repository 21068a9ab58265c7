import { motifs, placeOf, weave } from './cloth.ts';

/** A woven strip drawn from a word. Decoration only. */
export function Cloth(props: { word: string; columns: number; rows: number }) {
  return (
    <svg
      className="cloth"
      viewBox={`0 0 ${props.columns * 40} ${props.rows * 40}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {weave(props.word, props.columns, props.rows).map((tile) => (
        <g key={`${tile.column}.${tile.row}`} transform={placeOf(tile)}>
          <path className={`t-${tile.ground}`} d="M0 0H40V40H0Z" />
          <path className={`t-${tile.thread}`} fillRule="evenodd" d={motifs[tile.motif]} />
        </g>
      ))}
    </svg>
  );
}
