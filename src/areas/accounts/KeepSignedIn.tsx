import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

/** The choice whether a session outlives the browser. */
export function KeepSignedIn(props: { isKept: boolean; onChange: (isKept: boolean) => void }) {
  return (
    <Checkbox checked={props.isKept} onChange={({ target }) => props.onChange(target.checked)}>
      {copy.keep}
      <br />
      <small className="soft">{copy.keepHint}</small>
    </Checkbox>
  );
}
