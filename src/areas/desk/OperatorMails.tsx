import { useState } from 'react';
import { chooseMails, type OperatorMail, operatorMails } from '#contracts/desk/operators.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { callDesk } from './call-desk.ts';
import { deskCopy } from './desk.copy.ts';
import { useDeskAction } from './use-desk-query.tsx';

const copy = deskCopy.operators.mails;

/** The mails that the signed-in operator gets. */
export function OperatorMails({ mails }: { mails: readonly OperatorMail[] }) {
  // Undefined until a box is pressed; another tab may have saved others meanwhile.
  const [changed, setChanged] = useState<readonly OperatorMail[]>();
  const { running, run } = useDeskAction();
  const chosen = changed ?? mails;
  const save = async () => {
    if (await run('mails', () => callDesk(chooseMails, { body: { mails: [...chosen] } })))
      // Boxes that were pressed while it ran are not saved yet.
      setChanged((current) => (current === changed ? undefined : current));
  };
  return (
    <fieldset className="field">
      <legend>{copy.title}</legend>
      {operatorMails.map((mail) => (
        <Checkbox
          key={mail}
          checked={chosen.includes(mail)}
          onChange={({ target }) =>
            setChanged(target.checked ? [...chosen, mail] : chosen.filter((other) => other !== mail))
          }
        >
          {copy.kinds[mail]}
        </Checkbox>
      ))}
      <p className="small soft">{copy.hint}</p>
      <div>
        <Button
          kind="quiet"
          isSmall
          text={copy.save}
          busy={running !== undefined && copy.saving}
          onPress={() => void save()}
        />
      </div>
    </fieldset>
  );
}
