import { type Shared, whatsAppAddress } from '../browser/share.ts';
import { OutgoingLink, opensInNewTab } from './OutgoingLink.tsx';
import { shareCopy as copy } from './share.copy.ts';

/** The ways to share where the device has no share sheet: WhatsApp, or the copied link. */
export function ShareOptions(props: { shared: Shared; status?: string; onCopy?: () => void }) {
  const { shared } = props;
  return (
    <div className="stack stack-tight">
      <p className="small" translate="no">
        {shared.url}
      </p>
      <div className="row">
        <OutgoingLink className="button button-quiet" to={whatsAppAddress(shared)} isOurs>
          {copy.whatsApp}
          {opensInNewTab}
        </OutgoingLink>
        <button type="button" className="button button-quiet" data-copy onClick={props.onCopy}>
          {copy.copy}
        </button>
      </div>
      <p className="small" role="status">
        {props.status}
      </p>
    </div>
  );
}
