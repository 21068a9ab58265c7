import { Button } from '#src/ui/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { ScrolledTable } from '../ListParts.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';
import type { useDeskKeys } from './use-desk-keys.ts';

const copy = inboxCopy.keys;

/** The button that lists the keys of inbox and case, and switches them off. */
export function KeyList({ keys }: { keys: ReturnType<typeof useDeskKeys> }) {
  return (
    <>
      <Button kind="plain" isSmall text={`${copy.open} (?)`} onPress={() => keys.setListed(true)} />
      {keys.isListed && (
        <Modal title={copy.title} onClose={() => keys.setListed(false)}>
          <Checkbox checked={keys.isOn} onChange={({ target }) => keys.toggle(target.checked)}>
            {copy.isOn}
          </Checkbox>
          <ScrolledTable label={copy.title} columns={[copy.key, copy.inbox, copy.case]}>
            {copy.list.map(([key, inInbox, onCase]) => (
              <tr key={key}>
                <td>
                  <kbd className={styles.key}>{key}</kbd>
                </td>
                <td>{inInbox ?? copy.none}</td>
                <td>{onCase ?? copy.none}</td>
              </tr>
            ))}
          </ScrolledTable>
        </Modal>
      )}
    </>
  );
}
