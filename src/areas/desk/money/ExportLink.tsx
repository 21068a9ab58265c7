import type { exportLedger, exportPayments } from '#contracts/desk/desk-money.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { requestFor } from '#src/browser/api.ts';
import { moneyCopy } from './money.copy.ts';

/** Link that downloads a CSV file; the browser writes it to the disk while the server reads the rows. */
export function ExportLink<E extends typeof exportPayments | typeof exportLedger>(props: {
  contract: E;
  query: object;
}) {
  const { url } = requestFor(props.contract, { query: props.query } as unknown as Sent<E>);
  return (
    <a className="button button-quiet button-small" href={url} download title={moneyCopy.exportHint}>
      {moneyCopy.export}
    </a>
  );
}
